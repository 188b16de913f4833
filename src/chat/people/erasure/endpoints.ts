import { Type } from 'typebox';
import { OneOf } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { requireFreshSignIn } from '../sign-in/password-checks.ts';
import { requireAccessibleUser } from '../users/rules.ts';
import { beginErasure } from './actions.ts';
import { requireErasable } from './rules.ts';
import { ERASED_MESSAGES } from './types.ts';

export const eraseUser = endpoint({
  method: 'POST',
  path: '/users/{user_id}/erase',
  summary: 'Erase the personal data of a user',
  auth: 'administrator',
  params: {
    user_id: Type.Integer(),
    messages: OneOf(...ERASED_MESSAGES),
  },
  audit: ({ params }) => ({ kind: 'user_erase', user_id: params.user_id }),
  prepare({ app, user, caller, params }) {
    requireErasable(app, user, requireAccessibleUser(app, user, params.user_id));
    return requireFreshSignIn(app, user, caller);
  },
  handle: ({ app, user, params }) =>
    beginErasure(app, user, requireAccessibleUser(app, user, params.user_id), params.messages),
});
