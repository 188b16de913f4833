import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';

/** Somebody put something into the widget a message is. */
export const submessageAdded = event('submessage', undefined, {
  msg_type: Type.String(),
  content: Type.String(),
  message_id: Type.Integer(),
  sender_id: Type.Integer(),
  submessage_id: Type.Integer(),
});
