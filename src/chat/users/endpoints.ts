import { Type } from 'typebox';
import { endpoint } from '../../kernel/http/endpoint.ts';

export const getOwnUser = endpoint({
  method: 'GET',
  path: '/users/me',
  summary: 'Get one’s own account',
  returns: { user_id: Type.Integer(), email: Type.String() },
  handle: ({ user }) => ({ user_id: user.id, email: user.email }),
});
