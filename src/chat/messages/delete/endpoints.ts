import { Type } from 'typebox';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { restoreMessages } from './actions.ts';
import { DeletedMessage } from './types.ts';
import { deletedMessagesFor } from './views.ts';

export const getDeletedMessages = endpoint({
  method: 'GET',
  path: '/deleted_messages',
  summary: 'Get the deleted messages that you can restore, latest deletions first',
  auth: 'administrator',
  params: {
    before: Maybe(Type.Integer()),
    num: Maybe(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  returns: { messages: Type.Array(DeletedMessage), before: Nullable(Type.Integer()) },
  handle: ({ app, user, params: { before = Number.MAX_SAFE_INTEGER, num = 50 } }) =>
    deletedMessagesFor(app, user, before, num),
});

export const restoreDeletedMessages = endpoint({
  method: 'POST',
  path: '/deleted_messages/restore',
  summary: 'Restore deleted messages',
  auth: 'administrator',
  params: { message_ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: 100 }) },
  audit: ({ params }) => ({ kind: 'message_restore', details: String(params.message_ids.length) }),
  handle: ({ app, user, params }) => restoreMessages(app, user, params.message_ids),
});
