import { Type } from 'typebox';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';

/** A message that waits to be sent, as its sender sees it; `to` is a channel's id or people's ids, `topic` for channels only. */
export const ScheduledMessage = Type.Object({
  scheduled_message_id: Type.Integer(),
  type: OneOf('stream', 'private'),
  to: Type.Union([Type.Integer(), Type.Array(Type.Integer())]),
  topic: Maybe(Type.String()),
  content: Type.String(),
  rendered_content: Type.String(),
  /** Seconds. */
  scheduled_delivery_timestamp: Type.Integer(),
  /** It could not be sent, and waits to be changed. */
  failed: Type.Boolean(),
});

/** Where and what: the part that is checked as a message is. */
export interface Letter {
  /** null: direct. */
  channel_id: number | null;
  /** Without the sender, unless they are alone; null: to a channel. */
  user_ids: number[] | null;
  topic: string;
  content: string;
  rendered_content: string;
}

/** As it is stored. */
export interface StoredScheduledMessage extends Letter {
  id: number;
  /** The sender. */
  user_id: number;
  deliver_at: number;
  client: string;
  read_by_sender: boolean;
  failed: boolean;
}

/** As clients name the two types. */
export const RecipientType = OneOf('direct', 'channel', 'stream', 'private');
export type RecipientType = 'direct' | 'channel' | 'stream' | 'private';
