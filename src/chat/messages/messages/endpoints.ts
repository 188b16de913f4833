import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { badRequest, missing } from '../../../kernel/errors.ts';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { LIMITS } from '../../../limits.ts';
import { requireChannelAccess } from '../../channels/channels/rules.ts';
import { cleanTopic } from '../../channels/topics/names.ts';
import { endpoint } from '../../declare.ts';
import { missingTopic, notOneChannel } from '../../errors.ts';
import type { AuditedAction } from '../../organization/audit-log/types.ts';
import type { User } from '../../people/users/types.ts';
import { deleteMessage } from '../delete/actions.ts';
import { changeFlags, markAllRead } from '../flags/actions.ts';
import { type SendOptions, sendChannelMessage, sendDirectMessage } from '../send/actions.ts';
import { isReadBySender } from './interactive-clients.ts';
import { requireReadableMessage } from './rules.ts';
import { FetchedMessage } from './types.ts';
import { fetchedMessages } from './views.ts';

export const sendMessage = endpoint({
  method: 'POST',
  path: '/messages',
  keepsAccess: true,
  summary: 'Send a message to a channel topic or directly to users',
  limit: 'send',
  auth: 'sender',
  params: {
    type: OneOf('direct', 'channel', 'stream', 'private'),
    /** A bot may leave it out if a default channel is configured. */
    to: Maybe(Type.Union([Type.Integer(), Type.String(), Type.Array(Type.Integer()), Type.Array(Type.String())])),
    content: Type.String({ maxLength: LIMITS.message_source_length }),
    topic: Maybe(Type.String({ aliases: ['subject'] })),
    queue_id: Maybe(Type.String()),
    local_id: Maybe(Type.String()),
    read_by_sender: Maybe(Type.Boolean()),
  },
  returns: { id: Type.Integer(), automatic_new_visibility_policy: Maybe(OneOf(2, 3)) },
  handle({ app, user, params, caller }) {
    const { type, content, topic, to: recipient, ...how } = params;
    const sending: SendOptions = { client: caller.client, read_by_sender: isReadBySender(caller), ...how };
    const isDirect = type === 'direct' || type === 'private';
    const to = recipient ?? (isDirect ? undefined : usualChannel(app, user));
    if (to === undefined) throw missing('to');
    if (isDirect) return sendDirectMessage(app, user, recipients(to), content, sending);
    if (topic === undefined) throw missingTopic();
    return sendChannelMessage(app, user, oneChannel(to), topic, content, sending);
  },
});

const usualChannel = (app: App, { id, is_bot }: User): number | undefined =>
  (is_bot && app.bots.byId(id).default_sending_channel) || undefined;

/** Users as clients name them: one, a list, or e-mail addresses separated by commas. */
function recipients(to: number | string | number[] | string[]): (number | string)[] {
  if (Array.isArray(to)) return to;
  return typeof to === 'number'
    ? [to]
    : to
        .split(',')
        .map((email) => email.trim())
        .filter(Boolean);
}

function oneChannel(to: number | string | number[] | string[]): number | string {
  if (!Array.isArray(to)) return to;
  if (to.length !== 1) throw notOneChannel();
  return to[0]!;
}

export const getMessage = endpoint({
  method: 'GET',
  path: '/messages/{message_id}',
  summary: 'Get a message',
  isCostly: true,
  auth: 'spectator',
  params: {
    message_id: Type.Integer(),
    apply_markdown: Type.Boolean({ default: true }),
    allow_empty_topic_name: Type.Boolean({ default: false }),
  },
  returns: { message: FetchedMessage, raw_content: Type.String() },
  handle({ app, user, params, caller }) {
    const message = requireReadableMessage(app, user, params.message_id);
    const kind = caller.kind({
      apply_markdown: params.apply_markdown,
      empty_topic_name: params.allow_empty_topic_name,
    });
    return { message: fetchedMessages(app, user, [message], kind)[0]!, raw_content: message.content };
  },
});

/** The entry of a deleted message of somebody else. Users who delete their own messages leave none. */
function auditedDeletion(app: App, user: User, id: number): AuditedAction | undefined {
  const message = app.messages.byId(id);
  if (!message || message.sender_id === user.id) return undefined;
  const stream_id = app.channels.byRecipient(message.recipient_id)?.id;
  return { kind: 'message_delete', user_id: message.sender_id, stream_id };
}

export const removeMessage = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}',
  summary: 'Delete a message permanently',
  params: { message_id: Type.Integer() },
  audit: ({ app, user, params }) => auditedDeletion(app, user, params.message_id),
  handle: ({ app, user, params }) => {
    deleteMessage(app, user, params.message_id);
  },
});

export const updateMessageFlags = endpoint({
  method: 'POST',
  path: '/messages/flags',
  keepsAccess: true,
  summary: 'Add or remove your own flag on messages',
  params: { messages: Type.Array(Type.Integer()), op: OneOf('add', 'remove'), flag: Type.String() },
  returns: {
    messages: Type.Array(Type.Integer()),
    ignored_because_not_subscribed_channels: Type.Array(Type.Integer()),
  },
  handle({ app, user, params }) {
    const { ignored_because_not_subscribed_channels } = changeFlags(app, user, params.messages, params.op, params.flag);
    return { messages: params.messages, ignored_because_not_subscribed_channels };
  },
});

export const markAllAsRead = endpoint({
  method: 'POST',
  path: '/mark_all_as_read',
  isCostly: true,
  keepsAccess: true,
  summary: 'Mark all messages as read',
  deprecated: true,
  returns: { complete: Type.Boolean() },
  handle({ app, user }) {
    markAllRead(app, user);
    return { complete: true };
  },
});

export const markStreamAsRead = endpoint({
  method: 'POST',
  path: '/mark_stream_as_read',
  isCostly: true,
  keepsAccess: true,
  summary: 'Mark all messages in a channel as read',
  deprecated: true,
  params: { stream_id: Type.Integer() },
  handle({ app, user, params }) {
    markAllRead(app, user, requireChannelAccess(app, user, params.stream_id).recipient_id);
  },
});

export const markTopicAsRead = endpoint({
  method: 'POST',
  path: '/mark_topic_as_read',
  keepsAccess: true,
  summary: 'Mark all messages in a topic as read',
  deprecated: true,
  params: { stream_id: Type.Integer(), topic_name: Type.String() },
  handle({ app, user, params }) {
    const { recipient_id } = requireChannelAccess(app, user, params.stream_id);
    const name = cleanTopic(params.topic_name);
    const topic = app.topics.id(recipient_id, name);
    if (topic === undefined || !app.messages.firstReceived(user.id, topic))
      throw badRequest(`No such topic '${params.topic_name}'`);
    markAllRead(app, user, recipient_id, topic);
  },
});
