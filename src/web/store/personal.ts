import type { Attachment, NavigationView, SidebarOrder, UserTopic } from '../server/types.ts';
import { topicKey } from './conversation.ts';
import { resource, withChanged, withEntry } from './resource.ts';

// The user's own data that other users cannot see.

/** The user's alert words. */
export const alertWords = resource<readonly string[]>(({ alert_words }) => alert_words, {
  alert_words: (_, event) => event.alert_words,
});

/**
 * The user's changes to the navigation views, keyed by the part of their address after #: hidden built-in views and
 * saved searches.
 */
export const navigationViews = resource<ReadonlyMap<string, NavigationView>>(
  ({ navigation_views }) => new Map(navigation_views.map((view) => [view.fragment, view])),
  {
    'navigation_view/add': (all, { navigation_view }) => withEntry(all, navigation_view.fragment, navigation_view),
    'navigation_view/update': (all, { fragment, data }) => withChanged(all, fragment, (view) => ({ ...view, ...data })),
    'navigation_view/remove': (all, { fragment }) => withEntry(all, fragment, undefined),
  },
);

/** The order of the user's pinned channels and views, on all devices. */
export const sidebarOrder = resource<SidebarOrder>(({ sidebar_order }) => sidebar_order, {
  sidebar_order: (_, event) => event.sidebar_order,
});

/**
 * Topics that the user muted, unmuted or follows, with their spelling and the time of the change. `topicPolicies` holds
 * the same for quick lookups.
 */
export const userTopics = resource<ReadonlyMap<string, UserTopic>>(
  ({ user_topics }) => new Map(user_topics.map((topic) => [topicKey(topic.stream_id, topic.topic_name), topic])),
  {
    user_topic: (all, { stream_id, topic_name, last_updated, visibility_policy }) =>
      withEntry(
        all,
        topicKey(stream_id, topic_name),
        visibility_policy ? { stream_id, topic_name, last_updated, visibility_policy } : undefined,
      ),
  },
);

/** The user's uploaded files. */
export interface Uploads {
  /** undefined until fetched. */
  files: ReadonlyMap<number, Attachment> | undefined;
  /** Bytes. */
  used: number;
}

export const uploads = resource<Uploads>(() => ({ files: undefined, used: 0 }), {
  'attachment/add': (state, { attachment, upload_space_used }) =>
    withFile(state, attachment.id, attachment, upload_space_used),
  'attachment/update': (state, { attachment, upload_space_used }) =>
    withFile(state, attachment.id, attachment, upload_space_used),
  'attachment/remove': (state, { attachment, upload_space_used }) =>
    withFile(state, attachment.id, undefined, upload_space_used),
});

const withFile = ({ files }: Uploads, id: number, file: Attachment | undefined, used: number): Uploads => ({
  files: files && withEntry(files, id, file),
  used,
});

/** Converts the response of `GET /attachments`. */
export const makeUploads = (attachments: readonly Attachment[], used: number): Uploads => ({
  files: new Map(attachments.map((file) => [file.id, file])),
  used,
});
