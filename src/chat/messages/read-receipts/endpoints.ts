import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import { readersOf } from './views.ts';

export const getReadReceipts = endpoint({
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  summary: "Get a message's read receipts",
  params: { message_id: Type.Integer() },
  returns: { user_ids: Type.Array(Type.Integer()) },
  handle: ({ app, user, params }) => ({ user_ids: readersOf(app, user, params.message_id) }),
});
