import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';

const path = '/users/me/muted_users/{muted_user_id}';
const params = { muted_user_id: Type.Integer() };

export const muteUser = endpoint({
  method: 'POST',
  path,
  summary: 'Mute a user',
  params,
  handle: ({ app, user, params }) => actions.muteUser(app, user, params.muted_user_id),
});

export const unmuteUser = endpoint({
  method: 'DELETE',
  path,
  summary: 'Unmute a user',
  params,
  handle: ({ app, user, params }) => actions.unmuteUser(app, user, params.muted_user_id),
});
