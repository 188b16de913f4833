import { type Static, Type } from 'typebox';
import { OneOf } from '../../../kernel/http/schema.ts';

/** A message that the notification bot will send to a user about another message. */
export const Reminder = Type.Object({
  reminder_id: Type.Integer(),
  type: OneOf('private'),
  /** The user. */
  to: Type.Array(Type.Integer()),
  content: Type.String(),
  rendered_content: Type.String(),
  /** Seconds. */
  scheduled_delivery_timestamp: Type.Integer(),
  failed: Type.Boolean(),
  reminder_target_message_id: Type.Integer(),
});
export type Reminder = Static<typeof Reminder>;

/** The stored form. */
export interface StoredReminder {
  id: number;
  user_id: number;
  message_id: number;
  /** '': none. */
  note: string;
  deliver_at: number;
  failed: boolean;
  /** The text with the message as it was then, and its HTML; null: the message was deleted. */
  content: string | null;
  rendered_content: string | null;
}

/** What a reminder says. */
export type ReminderTexts = Pick<Reminder, 'content' | 'rendered_content'>;

export const MAX_NOTE_LENGTH = 1000;
