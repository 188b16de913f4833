import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';

/** A user added a submessage to a widget. */
export const submessageAdded = event('submessage', undefined, {
  msg_type: Type.String(),
  content: Type.String(),
  message_id: Type.Integer(),
  sender_id: Type.Integer(),
  submessage_id: Type.Integer(),
});

/** A submessage of a widget. */
export interface Submessage {
  id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  /** JSON. */
  content: string;
}
