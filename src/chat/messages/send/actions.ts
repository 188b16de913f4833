import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { Rendered } from '../../../markdown/render.ts';
import { channelChanged } from '../../channels/channels/events.ts';
import { usersWithAccess } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { startConversation } from '../../channels/subscriptions/peer-actions.ts';
import { followAutomatically } from '../../channels/topics/actions.ts';
import { attachFiles } from '../../files/attachments/actions.ts';
import { requestPreviews } from '../../files/external-content/actions.ts';
import { enqueueOutgoingWebhooks } from '../../integrations/outgoing-webhooks/queue-actions.ts';
import { inaccessibleUsers } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { setRead } from '../flags/read-actions.ts';
import { messageSent } from '../messages/events.ts';
import { canRead, isPublic } from '../messages/rules.ts';
import { FACT, type StoredMessage } from '../messages/types.ts';
import { loadParts, rareFlags } from '../messages/views.ts';
import { addWidget } from '../submessages/actions.ts';
import {
  flagMentioned,
  isWidget,
  mentionedIn,
  messageFacts,
  participantsWith,
  readWidget,
  requireCanMentionMany,
  requireChannelMessage,
  requireDirectMessage,
} from './rules.ts';

/** How a message is sent, apart from where and what. */
export interface SendOptions {
  /** The name of the sending client. */
  client: string;
  queue_id?: string;
  local_id?: string;
  /** Whether it is read for its sender; true by default. It can only be unread for a sender who receives it. */
  read_by_sender?: boolean;
  /** Recipients for whom the message is read from the beginning. */
  read_by?: readonly User[];
  /** Whether it is a notice that its topic was resolved or unresolved. */
  is_resolve_notice?: boolean;
  /** Set when the server's own bot writes for a user: names refer to what this user can see. */
  onBehalfOf?: User;
}

export interface SentMessage {
  id: number;
  /** The sender's new policy for the topic (2 unmuted, 3 followed), if sending changed it. */
  automatic_new_visibility_policy?: 2 | 3;
}

/**
 * Sends a message to a channel's topic. Throws STREAM_DOES_NOT_EXIST (also for a channel the sender cannot see), and
 * for senders who may not post, topics against the policy, empty content, and wildcard mentions without the permission.
 */
export function sendChannelMessage(
  app: App,
  sender: User,
  { channel: to, topic }: { channel: string | number; topic: string },
  content: string,
  how: SendOptions,
): SentMessage {
  const before = previousSend(app, sender, how);
  if (before) return before;
  const { channel, subject, source, rendered, subscribers } = requireChannelMessage(app, sender, to, topic, content);
  const sending = subscribers.has(sender.id) ? how : { ...how, read_by_sender: true };
  return app.db.write(() => {
    const isNewTopic = app.topics.id(channel.recipient_id, subject) === undefined;
    const topic_id = app.topics.ensure(channel.recipient_id, subject);
    const participants = rendered.mentions_topic ? participantsWith(app, sender, topic_id, subscribers) : [];
    if (rendered.mentions_topic)
      requireCanMentionMany(app, sender, participants.length, 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
    const message = insertMessage(app, {
      sender,
      recipient_id: channel.recipient_id,
      topic_id,
      subject,
      source,
      rendered,
      how: sending,
    });
    enqueueOutgoingWebhooks(app, sender, message, rendered.mentioned_user_ids, 'mention');
    const flags = flagMentioned(app, message, rendered, subscribers, participants);
    updateChannelActivity(app, channel, message.id);
    const policy = followAutomatically(app, {
      sender,
      channel,
      subject,
      isNewTopic,
      mentioned: mentionedIn(flags),
    });
    publishMessage(app, message, flags, subscribers, sending);
    return { id: message.id, ...(policy && { automatic_new_visibility_policy: policy }) };
  });
}

/**
 * Sends a direct message to users; the sender is always one of them. Throws for unknown, deactivated and inaccessible
 * users, and if the organization's direct-message permissions forbid it.
 */
export function sendDirectMessage(
  app: App,
  sender: User,
  to: readonly (number | string)[],
  content: string,
  how: SendOptions,
): SentMessage {
  const before = previousSend(app, sender, how);
  if (before) return before;
  const { people, source, rendered } = requireDirectMessage(app, sender, to, content, how.onBehalfOf);
  return app.db.write(() => {
    const recipient_id = app.messages.conversation(people) ?? openConversation(app, people);
    const message = insertMessage(app, { sender, recipient_id, topic_id: null, subject: '', source, rendered, how });
    enqueueOutgoingWebhooks(app, sender, message, people, 'direct_message');
    const receivers = new Set(people);
    const flags = flagMentioned(app, message, rendered, receivers, []);
    publishMessage(app, message, flags, receivers, how);
    return { id: message.id };
  });
}

/** Users who write to each other for the first time can see each other from now on. */
function openConversation(app: App, people: readonly number[]): number {
  const id = app.messages.addConversation(people);
  startConversation(app, id, people);
  return id;
}

/** A client that got no reply sends again: the same queue_id and local_id mean the same message. */
function previousSend(app: App, sender: User, { queue_id, local_id }: SendOptions): SentMessage | undefined {
  if (queue_id === undefined) return undefined;
  if (local_id === undefined) throw badRequest("Missing 'local_id' argument: 'queue_id' needs it");
  const id = app.messages.sentOnce(sender.id, queue_id, local_id);
  return id === undefined ? undefined : { id };
}

interface Draft {
  sender: User;
  recipient_id: number;
  topic_id: number | null;
  subject: string;
  source: string;
  rendered: Rendered;
  how: SendOptions;
}

function insertMessage(
  app: App,
  { sender, recipient_id, topic_id, subject, source, rendered, how }: Draft,
): StoredMessage {
  const row = {
    recipient_id,
    sender_id: sender.id,
    topic_id,
    subject,
    content: source,
    rendered_content: rendered.html,
    date_sent: seconds(app.clock),
    client_id: app.messages.client(how.client),
    facts:
      messageFacts(rendered) |
      (how.is_resolve_notice ? FACT.resolveNotice : 0) |
      (how.read_by_sender === false ? FACT.unreadForSender : 0),
  };
  const id = app.messages.add(row);
  const message = {
    ...row,
    id,
    origin_id: null,
    last_edit_timestamp: null,
    last_moved_timestamp: null,
    edit_history: null,
  };
  const widget = readWidget(source);
  if (widget) addWidget(app, id, sender, JSON.stringify(widget));
  if (how.queue_id !== undefined) app.messages.rememberSent(sender.id, how.queue_id, how.local_id!, id);
  if (rendered.html.includes('/user_uploads/')) attachFiles(app, how.onBehalfOf ?? sender, message, canRead);
  requestPreviews(app, id, rendered.unknown_links);
  for (const reader of how.read_by ?? []) setRead(app, reader, [message], true);
  // The message is read for recipients who muted the sender.
  for (const id of app.mutedUsers.listMuters(sender.id)) setRead(app, app.users.byId(id)!, [message], true);
  return message;
}

/** The first message of a channel, and the first after a long silence, change the channel's activity. */
export function updateChannelActivity(app: App, channel: Channel, messageId: number): void {
  const { id, name, first_message_id, is_recently_active } = channel;
  if (first_message_id === null) change('first_message_id', messageId);
  if (!is_recently_active) change('is_recently_active', true);

  function change(property: 'first_message_id' | 'is_recently_active', value: number | boolean): void {
    app.channels.set(id, property, value as never);
    app.events.publish(channelChanged({ stream_id: id, name, property, value }), usersWithAccess(app, channel));
  }
}

const NO_FLAGS: readonly string[] = [];
const CHANNEL_MENTIONED: readonly string[] = rareFlags(0, true);

function publishMessage(
  app: App,
  message: StoredMessage,
  mentioned: ReadonlyMap<number, number>,
  audience: ReadonlySet<number>,
  how: SendOptions,
): void {
  const toAll = (message.facts & FACT.mentionsChannel) !== 0;
  const flags = new Map<number, readonly string[]>();
  for (const [userId, bits] of mentioned) flags.set(userId, rareFlags(bits, toAll));
  const readers = [
    ...(how.read_by_sender === false ? [] : [message.sender_id]),
    ...(how.read_by ?? []).map(({ id }) => id),
  ];
  for (const id of [...readers, ...app.mutedUsers.listMuters(message.sender_id)])
    flags.set(id, ['read', ...(flags.get(id) ?? (toAll ? CHANNEL_MENTIONED : NO_FLAGS))]);
  const local = how.queue_id === undefined ? undefined : { queue_id: how.queue_id, local_id: how.local_id! };
  const submessages = isWidget(message.content) ? app.submessages.ofMessage(message.id) : [];
  const sent = { flags, otherFlags: toAll ? CHANNEL_MENTIONED : NO_FLAGS, local };
  const eventFor = (viewer: User) => messageSent({ ...sent, parts: loadParts(app, viewer, message, [], submessages) });
  const sender = app.users.byId(message.sender_id)!;
  const withoutAccess = inaccessibleUsers(app, sender, audience);
  for (const id of withoutAccess) app.events.publish(eventFor(app.users.byId(id)!), [id]);
  const others =
    withoutAccess.length === 0 ? audience : new Set([...audience].filter((id) => !withoutAccess.includes(id)));
  app.events.publish(eventFor(sender), others, isPublic(app, message));
}
