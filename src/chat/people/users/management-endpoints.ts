import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { ProfileValue } from '../profile-fields/types.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { deactivateAccount, reactivateAccount } from './deactivate.ts';
import * as actions from './management-actions.ts';
import { requireFreeEmail, requireFullName, requirePassword } from './names.ts';
import { requireAccessibleUser, requireUserByEmail } from './rules.ts';
import { ROLES, Role } from './types.ts';

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  summary: 'Create a user, who joins the default channels',
  auth: 'administrator',
  params: {
    email: Type.String(),
    password: Type.String({ maxLength: 100 }),
    full_name: Type.String({ maxLength: 100 }),
  },
  returns: { user_id: Type.Integer() },
  async prepare({ app, params }) {
    requireFreeEmail(app, params.email);
    requireFullName(app, params.full_name);
    requirePassword(params.password);
    return hashPassword(params.password);
  },
  handle({ app, params, prepared: password_hash }) {
    const email = requireFreeEmail(app, params.email);
    const full_name = requireFullName(app, params.full_name);
    return { user_id: actions.addUser(app, { email, full_name, role: ROLES.member, password_hash }).id };
  },
});

const changes = {
  full_name: Maybe(Type.String()),
  role: Maybe(Role),
  profile_data: Maybe(Type.Array(ProfileValue)),
  new_email: Maybe(Type.String()),
};

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/{user_id}',
  summary: 'Change a user',
  params: { user_id: Type.Integer(), ...changes },
  handle: ({ app, user, params: { user_id, ...changes } }) =>
    actions.updateUserByAdmin(app, user, requireAccessibleUser(app, user, user_id), changes),
});

export const updateUserByEmail = endpoint({
  method: 'PATCH',
  path: '/users/{email}',
  summary: 'Change a user, found by real or placeholder e-mail address',
  params: { email: Type.String(), ...changes },
  handle: ({ app, user, params: { email, ...changes } }) =>
    actions.updateUserByAdmin(app, user, requireUserByEmail(app, user, email), changes),
});

export const deactivateUser = endpoint({
  method: 'DELETE',
  path: '/users/{user_id}',
  summary: 'Deactivate a user',
  auth: 'administrator',
  params: { user_id: Type.Integer(), deactivation_notification_comment: Maybe(Type.String({ maxLength: 2000 })) },
  handle: ({ app, user, params }) =>
    actions.deactivateUserByAdmin(
      app,
      user,
      requireAccessibleUser(app, user, params.user_id),
      params.deactivation_notification_comment,
    ),
});

export const deactivateOwnUser = endpoint({
  method: 'DELETE',
  path: '/users/me',
  summary: 'Deactivate your own account',
  handle: ({ app, user }) => deactivateAccount(app, user, user),
});

export const reactivateUser = endpoint({
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  summary: 'Reactivate a user',
  auth: 'administrator',
  params: { user_id: Type.Integer() },
  handle: ({ app, user, params }) => reactivateAccount(app, user, requireAccessibleUser(app, user, params.user_id)),
});
