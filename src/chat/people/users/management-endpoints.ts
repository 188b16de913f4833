import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import type { AuditedAction } from '../../organization/audit-log/types.ts';
import { ProfileValue } from '../profile-fields/types.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { deactivateAccount, reactivateAccount } from './deactivate.ts';
import * as actions from './management-actions.ts';
import { requireFreeEmail, requireFullName, requirePassword } from './names.ts';
import { requireAccessibleUser, requireUserByEmail } from './rules.ts';
import { ROLES, Role, roleNameOf } from './types.ts';

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
  audit: () => (reply: { user_id: number }) => ({ kind: 'user_create', user_id: reply.user_id }),
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

/** The entry of a changed user. It has the new role, and otherwise the names of what changed. */
const auditedUpdate = (user_id: number, changes: { role?: number }): AuditedAction =>
  changes.role === undefined
    ? { kind: 'user_update', user_id, details: Object.keys(changes).join(', ') }
    : { kind: 'role_change', user_id, details: roleNameOf(changes.role) };

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/{user_id}',
  summary: 'Change a user',
  params: { user_id: Type.Integer(), ...changes },
  audit: ({ params: { user_id, ...changes } }) => auditedUpdate(user_id, changes),
  handle: ({ app, user, params: { user_id, ...changes } }) =>
    actions.updateUserByAdmin(app, user, requireAccessibleUser(app, user, user_id), changes),
});

export const updateUserByEmail = endpoint({
  method: 'PATCH',
  path: '/users/{email}',
  summary: 'Change a user, found by real or placeholder e-mail address',
  params: { email: Type.String(), ...changes },
  audit: ({ app, user, params: { email, ...changes } }) =>
    auditedUpdate(requireUserByEmail(app, user, email).id, changes),
  handle: ({ app, user, params: { email, ...changes } }) =>
    actions.updateUserByAdmin(app, user, requireUserByEmail(app, user, email), changes),
});

export const deactivateUser = endpoint({
  method: 'DELETE',
  path: '/users/{user_id}',
  summary: 'Deactivate a user',
  auth: 'administrator',
  params: { user_id: Type.Integer(), deactivation_notification_comment: Maybe(Type.String({ maxLength: 2000 })) },
  audit: ({ params }) => ({ kind: 'user_deactivate', user_id: params.user_id }),
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
  audit: ({ user }) => ({ kind: 'user_deactivate', user_id: user.id }),
  handle: ({ app, user }) => deactivateAccount(app, user, user),
});

export const reactivateUser = endpoint({
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  summary: 'Reactivate a user',
  auth: 'administrator',
  params: { user_id: Type.Integer() },
  audit: ({ params }) => ({ kind: 'user_reactivate', user_id: params.user_id }),
  handle: ({ app, user, params }) => reactivateAccount(app, user, requireAccessibleUser(app, user, params.user_id)),
});
