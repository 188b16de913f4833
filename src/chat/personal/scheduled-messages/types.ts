import { Type } from 'typebox';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';

/** A scheduled message as its sender sees it; `to` is a channel's id or user ids, `topic` is only for channels. */
export const ScheduledMessage = Type.Object({
  scheduled_message_id: Type.Integer(),
  type: OneOf('stream', 'private'),
  to: Type.Union([Type.Integer(), Type.Array(Type.Integer())]),
  topic: Maybe(Type.String()),
  content: Type.String(),
  rendered_content: Type.String(),
  /** Seconds. */
  scheduled_delivery_timestamp: Type.Integer(),
  /** Sending failed; it waits for a change. */
  failed: Type.Boolean(),
});

/** Recipient and content: the part that is checked like a message. */
export interface MessageContent {
  /** null: direct. */
  channel_id: number | null;
  /** Without the sender, unless they are alone; null: to a channel. */
  user_ids: number[] | null;
  topic: string;
  content: string;
  rendered_content: string;
}

/** The stored form. */
export interface StoredScheduledMessage extends MessageContent {
  id: number;
  /** The sender. */
  user_id: number;
  deliver_at: number;
  client: string;
  read_by_sender: boolean;
  failed: boolean;
}

/** The names of the two types in the API. */
export const RecipientType = OneOf('direct', 'channel', 'stream', 'private');
export type RecipientType = 'direct' | 'channel' | 'stream' | 'private';

/** How many due messages, or due reminders, are sent in one turn of the event loop. */
export const DUE_IN_A_TURN = 3;
