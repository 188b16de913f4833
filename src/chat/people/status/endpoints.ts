import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';
import { requirePerson } from './rules.ts';
import { Status } from './types.ts';
import { getStatus } from './views.ts';

const STATUS_PARAMS = {
  status_text: Maybe(Type.String({ maxLength: 60 })),
  emoji_name: Maybe(Type.String()),
  emoji_code: Maybe(Type.String()),
  reaction_type: Maybe(Type.String()),
  scheduled_end_time: Maybe(Type.Integer({ minimum: 0 })),
};

export const getUserStatus = endpoint({
  method: 'GET',
  path: '/users/{user_id}/status',
  summary: "Get a user's status",
  params: { user_id: Type.Integer() },
  returns: { status: Status },
  handle: ({ app, user, params, caller }) => ({
    status: getStatus(app, requirePerson(app, user, params.user_id), caller.kind()),
  }),
});

export const updateStatus = endpoint({
  method: 'POST',
  path: '/users/me/status',
  summary: 'Set your status',
  auth: 'human',
  params: { ...STATUS_PARAMS, away: Maybe(Type.Boolean()) },
  handle: ({ app, user, params }) => actions.changeStatus(app, user, params),
});

export const updateStatusForUser = endpoint({
  method: 'POST',
  path: '/users/{user_id}/status',
  summary: 'Set the status of another user',
  auth: 'administrator',
  params: { user_id: Type.Integer(), ...STATUS_PARAMS },
  audit: ({ params: { user_id } }) => ({ kind: 'user_update', user_id, details: 'status' }),
  handle: ({ app, user, params: { user_id, ...changes } }) => actions.changeUserStatus(app, user, user_id, changes),
});
