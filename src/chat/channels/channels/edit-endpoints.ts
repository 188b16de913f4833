import { type TOptional, Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { cannotSendTo } from '../../errors.ts';
import {
  deletableMessages,
  deleteBatch,
  readersWithPolicy,
  requireDeletableTopic,
  resetPolicies,
} from '../../messages/delete/topic.ts';
import { mergeInBatches } from '../../messages/move/merge-batches.ts';
import { GroupSettingUpdate } from '../../people/groups/types.ts';
import { archiveInBatches } from './archive-batches.ts';
import * as actions from './edit-actions.ts';
import { MAX_CHANNEL_NAME_LENGTH, MAX_DESCRIPTION_LENGTH } from './names.ts';
import { CHANNEL_PERMISSION_NAMES, type ChannelPermission } from './permissions.ts';
import { canPost, requireReadableChannel } from './rules.ts';
import { TopicsPolicy } from './types.ts';

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

export const getChannelEmailAddress = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  summary: "Get a channel's e-mail address (always empty: this server receives no mail)",
  params: { stream_id, sender_id: Maybe(Type.Integer()) },
  returns: { email: Type.String() },
  handle({ app, user, params }) {
    const channel = requireReadableChannel(app, user, params.stream_id);
    const sender = app.users.byId(params.sender_id ?? user.id);
    if (!sender || (sender.id !== user.id && sender.bot_owner_id !== user.id)) throw badRequest('Invalid sender ID');
    if (!canPost(app, sender, channel)) throw cannotSendTo(channel.name);
    return { email: '' };
  },
});
