import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { badRequest, missing } from '../../../kernel/errors.ts';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { inTurns } from '../../../kernel/time-slices.ts';
import { LIMITS } from '../../../limits.ts';
import { requireChannelAccess } from '../../channels/channels/rules.ts';
import { cleanTopic, topicShown } from '../../channels/topics/rules.ts';
import { endpoint } from '../../declare.ts';
import { missingTopic, notOneChannel } from '../../errors.ts';
import { Attachment } from '../../files/attachments/types.ts';
import type { AuditedAction } from '../../organization/audit-log/types.ts';
import type { User } from '../../people/users/types.ts';
import { deleteMessage } from '../delete/actions.ts';
import { compareVersions, listVersions } from '../edit/views.ts';
import { changeFlags, markAllRead } from '../flags/actions.ts';
import * as actions from '../move/actions.ts';
import { reportMessage as report } from '../notices/actions.ts';
import { type SendOptions, sendChannelMessage, sendDirectMessage } from '../send/actions.ts';
import { cleanContent, render } from './content-rules.ts';
import { isReadBySender, requireReadableMessage } from './rules.ts';
import { EditHistoryEntry, FetchedMessage } from './types.ts';
import { fetchedMessages, historyEntryView } from './views.ts';

export const sendMessage = endpoint({
  method: 'POST',
  path: '/messages',
  keepsAccess: true,
  limitedKeys: 'write',
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
    return sendChannelMessage(app, user, { channel: oneChannel(to), topic }, content, sending);
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
  limitedKeys: 'read',
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
  limitedKeys: 'write',
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
  limitedKeys: 'write',
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

export const updateMessage = endpoint({
  method: 'PATCH',
  path: '/messages/{message_id}',
  limitedKeys: 'write',
  summary: "Edit a message's content, or move messages to another topic or channel",
  params: {
    message_id: Type.Integer(),
    topic: Maybe(Type.String({ aliases: ['subject'] })),
    propagate_mode: Maybe(OneOf('change_one', 'change_later', 'change_all')),
    send_notification_to_old_thread: Type.Boolean({ default: false }),
    send_notification_to_new_thread: Type.Boolean({ default: true }),
    content: Maybe(Type.String({ maxLength: LIMITS.message_source_length })),
    stream_id: Maybe(Type.Integer()),
    prev_content_sha256: Maybe(Type.String()),
  },
  returns: { detached_uploads: Type.Array(Attachment) },
  handle({ app, user, params }) {
    const { message_id, ...update } = params;
    return { detached_uploads: actions.updateMessage(app, user, message_id, update) };
  },
});

const Version = Type.Object({
  ...EditHistoryEntry.properties,
  topic: Type.String(),
  content: Type.String(),
  rendered_content: Type.String(),
  content_html_diff: Maybe(Type.String()),
});

export const getMessageHistory = endpoint({
  method: 'GET',
  path: '/messages/{message_id}/history',
  limitedKeys: 'read',
  summary: "Get a message's edit history",
  params: { message_id: Type.Integer(), allow_empty_topic_name: Type.Boolean({ default: false }) },
  returns: { message_history: Type.Array(Version) },
  prepare: ({ app, user, params }) => inTurns(compareVersions(app, user, params.message_id)),
  handle({ app, user, params, caller, prepared: compare }) {
    const kind = caller.kind({ empty_topic_name: params.allow_empty_topic_name });
    const versions = listVersions(app, user, params.message_id, compare);
    return {
      message_history: versions.map((version) => ({
        ...version,
        ...historyEntryView(version, kind),
        topic: topicShown(version.topic, kind.empty_topic_name),
      })),
    };
  },
});

export const renderMessage = endpoint({
  method: 'POST',
  path: '/messages/render',
  limitedKeys: 'read',
  summary: 'Render a message',
  params: { content: Type.String({ maxLength: LIMITS.message_source_length }) },
  returns: { rendered: Type.String() },
  handle: ({ app, user, params }) => ({ rendered: render(app, user, cleanContent(params.content)).html }),
});

export const reportMessage = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/report',
  summary: 'Report a message to the moderators',
  params: {
    message_id: Type.Integer(),
    report_type: OneOf('spam', 'harassment', 'inappropriate', 'norms', 'other'),
    description: Type.String({ default: '', maxLength: 1000 }),
  },
  handle: ({ app, user, params }) => report(app, user, params.message_id, params.report_type, params.description),
});
