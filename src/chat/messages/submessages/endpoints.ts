import { Type } from 'typebox';
import { OneOf } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { addSubmessage } from './actions.ts';

export const submessage = endpoint({
  method: 'POST',
  path: '/submessage',
  summary: 'Add to the poll or to-do list of a message',
  params: { message_id: Type.Integer(), msg_type: OneOf('widget'), content: Type.String() },
  handle: ({ app, user, params: { message_id, msg_type, content } }) =>
    addSubmessage(app, user, message_id, msg_type, content),
});
