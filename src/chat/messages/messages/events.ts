import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { NO_CHANNELS, shapedEvent } from '../../../kernel/events/event.ts';
import type { Listener } from '../../../kernel/events/queue.ts';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { memoByObject } from '../../../shared/memo.ts';
import { topicShown } from '../../channels/topics/rules.ts';
import { state } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { advanceUnreadFloor, MOST_UNREAD, type Unread, unreadMessages } from '../flags/rules.ts';
import { acceptsMessage } from '../narrow/rules.ts';
import { FACT, FLAG, MessageView } from './types.ts';
import { type MessageParts, messageView } from './views.ts';

/** One object for all users with the same flags. */
const getFlags = memoByObject((flags: readonly string[]) => ({ flags }));

/** A message was sent. */
export interface Sent {
  parts: MessageParts;
  /** The recipients' flags. Users who are not in it have none. */
  flags: ReadonlyMap<number, readonly string[]>;
  /** The flags of all others. */
  otherFlags: readonly string[];
  /** The sending client's local id, which only its own queue receives. */
  local: { queue_id: string; local_id: string } | undefined;
}

export const messageSent = shapedEvent<Sent>()(
  'message',
  undefined,
  { message: MessageView, flags: Type.Array(Type.String()), local_message_id: Maybe(Type.String()) },
  {
    channels: ({ parts }) => [parts.channel?.id],
    shape: ({ parts }, kind) => ({ message: messageView(parts, kind) }),
    personal: ({ flags, otherFlags, local }, { id, userId }: Listener) => {
      const own = getFlags(flags.get(userId) ?? otherFlags);
      return local?.queue_id === id ? { ...own, local_message_id: local.local_id } : own;
    },
    accepts: ({ parts: { message, sender, channel }, flags, otherFlags }, { narrow, userId }) =>
      narrow.length === 0 ||
      acceptsMessage(narrow, {
        channel,
        topic: message.subject,
        sender: { id: message.sender_id, emails: [sender.email] },
        flags: flags.get(userId) ?? otherFlags,
      }),
  },
);

interface Deleted {
  ids: readonly number[];
  /** undefined: direct messages. */
  channel_id: number | undefined;
  topic: string;
}

export const messagesDeleted = shapedEvent<Deleted>()(
  'delete_message',
  undefined,
  {
    message_ids: Maybe(Type.Array(Type.Integer())),
    message_id: Maybe(Type.Integer()),
    message_type: OneOf('private', 'stream'),
    stream_id: Maybe(Type.Integer()),
    topic: Maybe(Type.String()),
  },
  {
    channels: ({ channel_id }) => [channel_id],
    shape: ({ ids, channel_id, topic }, kind) => {
      const place =
        channel_id === undefined
          ? { message_type: 'private' }
          : { message_type: 'stream', stream_id: channel_id, topic: topicShown(topic, kind.empty_topic_name) };
      return kind.bulk_message_deletion
        ? { message_ids: ids, ...place }
        : ids.map((message_id) => ({ message_id, ...place }));
    },
  },
);

interface Flagged {
  flag: string;
  messages: readonly number[];
}

export const flagsAdded = shapedEvent<Flagged>()(
  'update_message_flags',
  'add',
  { operation: Type.Literal('add'), flag: Type.String(), messages: Type.Array(Type.Integer()), all: Type.Boolean() },
  {
    ...NO_CHANNELS,
    canWait: true,
    shape: ({ flag, messages }) => ({ operation: 'add', flag, messages, all: false }),
  },
);

/** The place of a message that became unread, so that clients can count it without having it. */
export const MessageDetails = Type.Object({
  type: OneOf('private', 'stream'),
  mentioned: Maybe(Type.Boolean()),
  user_ids: Maybe(Type.Array(Type.Integer())),
  stream_id: Maybe(Type.Integer()),
  topic: Maybe(Type.String()),
  unmuted_stream_msg: Maybe(Type.Boolean()),
});

interface Unflagged extends Flagged {
  /** Sent when `read` was removed; topics in their stored form. */
  details?: Record<string, { type: string; stream_id?: number; topic?: string }>;
}

export const flagsRemoved = shapedEvent<Unflagged>()(
  'update_message_flags',
  'remove',
  {
    operation: Type.Literal('remove'),
    flag: Type.String(),
    messages: Type.Array(Type.Integer()),
    all: Type.Boolean(),
    message_details: Maybe(Type.Record(Type.String(), MessageDetails)),
  },
  {
    channels: ({ details = {} }) => Object.values(details).map(({ stream_id }) => stream_id),
    canWait: true,
    shape: ({ flag, messages, details }, kind) => ({
      operation: 'remove',
      flag,
      messages,
      all: false,
      ...(details && {
        message_details: Object.fromEntries(
          Object.entries(details).map(([id, detail]) => [
            id,
            detail.topic === undefined ? detail : { ...detail, topic: topicShown(detail.topic, kind.empty_topic_name) },
          ]),
        ),
      }),
    }),
  },
);

const Ids = Type.Array(Type.Integer());

export const maxMessageId = state('message', { max_message_id: Type.Integer() }, ({ app, user }) => ({
  max_message_id: (user && app.messages.newestReceived(user.id)) ?? -1,
}));

/** Includes messages the user cannot read now: a star stays until it is removed, and access may come back. */
export const starredMessages = state('starred_messages', { starred_messages: Ids }, ({ app, user }) => ({
  starred_messages: user ? app.messages.starred(user.id) : [],
}));

const RecentConversation = Type.Object({ max_message_id: Type.Integer(), user_ids: Ids });

export const recentPrivateConversations = state(
  'recent_private_conversations',
  { recent_private_conversations: Type.Array(RecentConversation) },
  ({ app, user }) => ({
    recent_private_conversations: user
      ? app.messages.listConversations(user.id).map(({ user_ids, max_message_id }) => ({
          max_message_id,
          user_ids: user_ids
            .split(',')
            .map(Number)
            .filter((id) => id !== user.id),
        }))
      : [],
  }),
);

const UnreadMessages = Type.Object({
  count: Type.Integer(),
  pms: Type.Array(Type.Object({ other_user_id: Type.Integer(), sender_id: Type.Integer(), unread_message_ids: Ids })),
  streams: Type.Array(Type.Object({ stream_id: Type.Integer(), topic: Type.String(), unread_message_ids: Ids })),
  huddles: Type.Array(Type.Object({ user_ids_string: Type.String(), unread_message_ids: Ids })),
  mentions: Ids,
  old_unreads_missing: Type.Boolean(),
});

export const unreadMsgs = state(
  ['message', 'update_message_flags'],
  { unread_msgs: UnreadMessages },
  ({ app, user, kind }) => {
    const unread = user ? unreadMessages(app, user) : [];
    if (user) advanceUnreadFloor(app, user, unread);
    const { direct, topics } = byConversation(unread);
    const conversations = [...direct].map(([recipient, unread_message_ids]) => ({
      people: app.messages.people(recipient)!,
      unread_message_ids,
    }));
    return {
      unread_msgs: {
        count: unread.length,
        pms: conversations
          .filter(({ people }) => people.length <= 2)
          .map(({ people, unread_message_ids }) => {
            const other = people.find((id) => id !== user!.id) ?? user!.id;
            return { other_user_id: other, sender_id: other, unread_message_ids };
          }),
        huddles: conversations
          .filter(({ people }) => people.length > 2)
          .map(({ people, unread_message_ids }) => ({ user_ids_string: people.join(','), unread_message_ids })),
        streams: [...topics.values()].map(({ recipient_id, ids }) => ({
          stream_id: app.channels.byRecipient(recipient_id)!.id,
          // One topic can have several spellings; the newest is shown.
          topic: topicShown(app.messages.getSubject(recipient_id, ids.at(-1)!)!, kind.empty_topic_name),
          unread_message_ids: ids,
        })),
        mentions: user ? mentionsAmong(app, user, unread) : [],
        old_unreads_missing: unread.length >= MOST_UNREAD,
      },
    };
  },
);

/** The ids of direct messages by recipient, and of channel messages by topic. In one pass: there may be 50,000. */
function byConversation(unread: readonly Unread[]) {
  const direct = new Map<number, number[]>();
  const topics = new Map<number, { recipient_id: number; ids: number[] }>();
  for (const { id, recipient_id, topic_id } of unread) {
    if (topic_id === null) {
      const ids = direct.get(recipient_id);
      if (ids) ids.push(id);
      else direct.set(recipient_id, [id]);
    } else {
      const topic = topics.get(topic_id);
      if (topic) topic.ids.push(id);
      else topics.set(topic_id, { recipient_id, ids: [id] });
    }
  }
  return { direct, topics };
}

function mentionsAmong(app: App, user: User, unread: readonly Unread[]): number[] {
  const flagged = new Set(app.messages.flagged(user.id, FLAG.mentioned | FLAG.topicWildcard));
  return unread.filter(({ id, facts }) => (facts & FACT.mentionsChannel) !== 0 || flagged.has(id)).map(({ id }) => id);
}
