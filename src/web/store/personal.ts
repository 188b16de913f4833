import type { Attachment, NavigationView, UserTopic } from '../server/types.ts';
import { topicKey } from './conversation.ts';
import { changed, resource, withEntry } from './resource.ts';

// What is one's own and nobody else's business.

/** The words one waits for. */
export const alertWords = resource<readonly string[]>(({ alert_words = [] }) => alert_words, {
  alert_words: (_, event) => event.alert_words,
});

/** Views of the list that are not as they are for everybody, by what follows # in their address: put away, or searches one keeps. */
export const ownViews = resource<ReadonlyMap<string, NavigationView>>(
  ({ navigation_views = [] }) => new Map(navigation_views.map((view) => [view.fragment, view])),
  {
    'navigation_view/add': (all, { navigation_view }) => withEntry(all, navigation_view.fragment, navigation_view),
    'navigation_view/update': (all, { fragment, data }) => changed(all, fragment, (view) => ({ ...view, ...data })),
    'navigation_view/remove': (all, { fragment }) => withEntry(all, fragment, undefined),
  },
);

/** The topics one muted, unmuted or follows, as they are spelt and since when; `policies` says the same for all who only ask. */
export const chosenTopics = resource<ReadonlyMap<string, UserTopic>>(
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

/** What one has uploaded. */
export interface Uploads {
  /** undefined: not asked for yet. */
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

/** What GET /attachments answered. */
export const uploadsOf = (attachments: readonly Attachment[], used: number): Uploads => ({
  files: new Map(attachments.map((file) => [file.id, file])),
  used,
});
