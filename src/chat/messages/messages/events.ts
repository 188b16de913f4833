import { Type } from 'typebox';
import { shapedEvent } from '../../../kernel/events/event.ts';
import type { Listener } from '../../../kernel/events/queue.ts';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { memoByObject } from '../../../kernel/memo.ts';
import { topicShown } from '../../channels/topics/names.ts';
import { acceptsMessage } from '../narrow/queue-narrow.ts';
import { MessageView } from './types.ts';
import { type MessageParts, messageView } from './views.ts';

/** One object for all users with the same flags. */
const flagsOf = memoByObject((flags: readonly string[]) => ({ flags }));

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
    shape: ({ parts }, kind) => ({ message: messageView(parts, kind) }),
    personal: ({ flags, otherFlags, local }, { id, userId }: Listener) => {
      const own = flagsOf(flags.get(userId) ?? otherFlags);
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
  { shape: ({ flag, messages }) => ({ operation: 'add', flag, messages, all: false }) },
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
  details?: Record<string, { type: string; topic?: string }>;
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
