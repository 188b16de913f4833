import { type TOptional, Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import {
  deletableMessages,
  deleteBatch,
  readersWithPolicy,
  requireDeletableTopic,
  resetPolicies,
} from '../../messages/delete/actions.ts';
import { mergeInBatches } from '../../messages/move/batches.ts';
import { GroupSettingUpdate } from '../../people/groups/types.ts';
import { inaccessible } from '../../people/users/key-limit-rules.ts';
import { archiveInBatches } from '../archived-channels/batches.ts';
import * as actions from './actions.ts';
import { canAccessMetadata, MAX_CHANNEL_NAME_LENGTH, MAX_DESCRIPTION_LENGTH, requireChannelAccess } from './rules.ts';
import { CHANNEL_PERMISSION_NAMES, type ChannelPermission, ChannelView, TopicsPolicy } from './types.ts';
import { channelView, listChannels } from './views.ts';

const yes = Type.Boolean({ default: true });
const no = Type.Boolean({ default: false });

export const getChannels = endpoint({
  method: 'GET',
  path: '/streams',
  limitedKeys: 'read',
  summary: 'Get channels',
  params: {
    include_public: yes,
    include_web_public: no,
    include_subscribed: yes,
    exclude_archived: yes,
    include_all_active: Type.Boolean({ default: false, deprecated: true }),
    include_all: no,
    include_default: no,
    include_owner_subscribed: no,
    include_can_access_content: no,
  },
  returns: { streams: Type.Array(Type.Object({ ...ChannelView.properties, is_default: Maybe(Type.Boolean()) })) },
  handle: ({ app, user, params }) => ({ streams: listChannels(app, user, params) }),
});

export const getChannel = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}',
  limitedKeys: 'read',
  summary: 'Get a channel',
  params: { stream_id: Type.Integer() },
  returns: { stream: ChannelView },
  handle: ({ app, user, params }) => ({ stream: channelView(app, requireChannelAccess(app, user, params.stream_id)) }),
});

export const getSubscribers = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/members',
  limitedKeys: 'read',
  summary: 'Get the subscribers of a channel',
  params: { stream_id: Type.Integer() },
  returns: { subscribers: Type.Array(Type.Integer()) },
  handle: ({ app, user, params }) => ({
    subscribers: [...app.subscriptions.listSubscribers(requireChannelAccess(app, user, params.stream_id).id)],
  }),
});

export const getChannelId = endpoint({
  method: 'GET',
  path: '/get_stream_id',
  limitedKeys: 'read',
  summary: "Get a channel's id by its name",
  params: { stream: Type.String() },
  returns: { stream_id: Type.Integer() },
  handle({ app, user, params }) {
    const channel = app.channels.named(params.stream.trim());
    if (!channel || !canAccessMetadata(app, user, channel))
      throw inaccessible(user, () => badRequest(`Invalid channel name '${params.stream}'`));
    return { stream_id: channel.id };
  },
});

const stream_id = Type.Integer();

export const updateChannel = endpoint({
  method: 'PATCH',
  path: '/streams/{stream_id}',
  summary: 'Update a channel',
  params: {
    stream_id,
    description: Maybe(Type.String({ maxLength: MAX_DESCRIPTION_LENGTH })),
    new_name: Maybe(Type.String({ maxLength: MAX_CHANNEL_NAME_LENGTH })),
    is_private: Maybe(Type.Boolean()),
    is_web_public: Maybe(Type.Boolean()),
    history_public_to_subscribers: Maybe(Type.Boolean()),
    is_default_stream: Maybe(Type.Boolean()),
    message_retention_days: Maybe(Type.Union([OneOf('realm_default', 'unlimited'), Type.Integer()])),
    is_archived: Maybe(Type.Boolean()),
    folder_id: Maybe(Nullable(Type.Integer())),
    topics_policy: Maybe(TopicsPolicy),
    ...(Object.fromEntries(CHANNEL_PERMISSION_NAMES.map((name) => [name, Maybe(GroupSettingUpdate)])) as Record<
      ChannelPermission,
      TOptional<typeof GroupSettingUpdate>
    >),
  },
  audit: ({ params: { stream_id, ...edit } }) => ({
    kind: 'channel_update',
    stream_id,
    details: Object.keys(edit).join(', '),
  }),
  handle: ({ app, user, params: { stream_id, ...edit } }) => actions.editChannel(app, user, stream_id, edit),
});

export const archiveChannel = endpoint({
  method: 'DELETE',
  path: '/streams/{stream_id}',
  summary: 'Archive a channel',
  params: { stream_id },
  audit: ({ params: { stream_id } }) => ({ kind: 'channel_archive', stream_id }),
  // The first batch archives the channel. The others only mark messages as read, which needs no permission.
  handleInTurns: ({ app, user, params }) => archiveInBatches(app, user, params.stream_id),
});

export const mergeChannels = endpoint({
  method: 'POST',
  path: '/streams/{stream_id}/merge',
  summary: 'Move the topics and subscribers of a channel into another one, and archive it',
  params: {
    stream_id,
    /** The channel that the topics and subscribers move to. */
    into_stream_id: Type.Integer(),
  },
  returns: { moved_topics: Type.Integer() },
  audit: ({ params: { stream_id, into_stream_id } }) => ({
    kind: 'channel_merge',
    stream_id,
    details: `into channel ${into_stream_id}`,
  }),
  async handleInTurns({ app, user, params, caller }) {
    const { stream_id: from, into_stream_id: into } = params;
    const actorNow = () => caller.requireStillAllowed();
    return { moved_topics: await mergeInBatches(app, user, { from, into, actorNow }) };
  },
});

/** How long one request keeps deleting, in milliseconds. The client repeats the request for the rest. */
const TIMEOUT = 50_000;

export const deleteTopic = endpoint({
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  summary: 'Delete all messages in a topic',
  params: { stream_id, topic_name: Type.String() },
  returns: { complete: Type.Boolean() },
  audit: ({ params: { stream_id } }) => ({ kind: 'topic_delete', stream_id }),
  async handleInTurns({ app, user, params, caller }) {
    const topic = requireDeletableTopic(app, user, params.stream_id, params.topic_name);
    const ids = deletableMessages(app, user, topic);
    const readers = readersWithPolicy(app, topic, ids);
    const until = performance.now() + TIMEOUT;
    while (ids.length > 0 && performance.now() < until) {
      deleteBatch(app, caller.requireStillAllowed(), topic, ids);
      // Other requests run between batches.
      await app.db.committed();
    }
    if (ids.length === 0) resetPolicies(app, topic, readers);
    return { complete: ids.length === 0 };
  },
});
