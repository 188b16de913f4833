import { Type } from 'typebox';
import { inSteps } from '../../../kernel/http/reply-text.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { getRoleName, ROLES } from '../../../shared/roles.ts';
import { endpoint } from '../../declare.ts';
import type { AuditedAction } from '../../organization/audit-log/types.ts';
import { ProfileValue } from '../profile-fields/types.ts';
import { hashPassword, requireFreshSignIn } from '../sign-in/password-checks.ts';
import { requireFreeEmail, requireFullName, requirePassword } from './field-rules.ts';
import { replaceKey } from './key-actions.ts';
import * as actions from './management-actions.ts';
import { accessibleUsers, requireAccessibleUser, requireCanDismiss, requireUserByEmail } from './rules.ts';
import { ProfileData, RoleNumber, UserView } from './types.ts';
import { avatarUrl, dateJoined, userView } from './views.ts';

const view = {
  client_gravatar: Type.Boolean({ default: true }),
  include_custom_profile_fields: Type.Boolean({ default: false }),
};
const options = (params: { client_gravatar: boolean; include_custom_profile_fields: boolean }) => ({
  clientGravatar: params.client_gravatar,
  profileData: params.include_custom_profile_fields,
});

export const getUsers = endpoint({
  method: 'GET',
  path: '/users',
  limitedKeys: 'read',
  summary: 'Get all users',
  auth: 'spectator',
  keyless: true,
  params: { ...view, user_ids: Type.Optional(Type.Array(Type.Integer())) },
  returns: { members: Type.Array(UserView) },
  handle({ app, user, params }) {
    const { user_ids } = params;
    const users = user_ids ? [...new Set(user_ids)].flatMap((id) => app.users.byId(id) ?? []) : app.users.all();
    // Visitors receive no profiles.
    const profileData = params.include_custom_profile_fields && (user ? app.profileFields.profiles() : () => ({}));
    const view = { clientGravatar: params.client_gravatar, profileData };
    return { members: inSteps(accessibleUsers(app, user, users).map((one) => userView(app, user, one, view))) };
  },
});

export const getOwnUser = endpoint({
  method: 'GET',
  path: '/users/me',
  limitedKeys: 'read',
  summary: 'Get your own user',
  isCostly: false,
  returns: {
    user_id: Type.Integer(),
    email: Type.String(),
    delivery_email: Type.String(),
    full_name: Type.String(),
    avatar_url: Type.String(),
    avatar_version: Type.Integer(),
    role: RoleNumber,
    is_owner: Type.Boolean(),
    is_admin: Type.Boolean(),
    is_guest: Type.Boolean(),
    is_bot: Type.Boolean(),
    is_active: Type.Boolean(),
    timezone: Type.String(),
    date_joined: Type.String(),
    max_message_id: Type.Integer(),
    profile_data: ProfileData,
  },
  handle({ app, user }) {
    const {
      user_id,
      email,
      full_name,
      avatar_version,
      role,
      is_owner,
      is_admin,
      is_guest,
      is_bot,
      is_active,
      timezone,
    } = userView(app, user, user, { clientGravatar: false });
    return {
      user_id,
      email,
      delivery_email: user.email,
      full_name,
      avatar_url: avatarUrl(app, user, false)!,
      avatar_version,
      role,
      is_owner,
      is_admin,
      is_guest,
      is_bot,
      is_active,
      timezone,
      date_joined: dateJoined(user.date_joined),
      max_message_id: app.messages.newestReceived(user.id) ?? -1,
      profile_data: app.profileFields.getProfile(user.id),
    };
  },
});

export const getUser = endpoint({
  method: 'GET',
  path: '/users/{user_id}',
  limitedKeys: 'read',
  summary: 'Get a user by id',
  params: { user_id: Type.Integer(), ...view },
  returns: { user: UserView },
  handle: ({ app, user, params }) => ({
    user: userView(app, user, requireAccessibleUser(app, user, params.user_id), options(params)),
  }),
});

export const getUserByEmail = endpoint({
  method: 'GET',
  path: '/users/{email}',
  limitedKeys: 'read',
  summary: 'Get a user by real or placeholder e-mail address',
  params: { email: Type.String(), ...view },
  returns: { user: UserView },
  handle: ({ app, user, params }) => ({
    user: userView(app, user, requireUserByEmail(app, user, params.email), options(params)),
  }),
});

export const regenerateApiKey = endpoint({
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  summary: 'Replace your API key',
  params: {
    /** Required in a browser whose session is older than 15 minutes. */
    password: Maybe(Type.String({ maxLength: 100 })),
  },
  returns: { api_key: Type.String() },
  audit: ({ user }) => ({ kind: 'api_key_replace', user_id: user.id }),
  prepare: ({ app, user, caller, params }) => requireFreshSignIn(app, user, caller, params.password),
  handle: ({ app, user }) => ({ api_key: replaceKey(app, user) }),
});

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
    return {
      user_id: actions.createUser(app, { email, full_name, role: ROLES.member, password_hash }, { isWelcomed: true })
        .id,
    };
  },
});

const changes = {
  full_name: Maybe(Type.String()),
  role: Maybe(RoleNumber),
  profile_data: Maybe(Type.Array(ProfileValue)),
  new_email: Maybe(Type.String()),
};

/** The entry of a changed user. It has the new role, and otherwise the names of what changed. */
const auditedUpdate = (user_id: number, changes: { role?: number }): AuditedAction =>
  changes.role === undefined
    ? { kind: 'user_update', user_id, details: Object.keys(changes).join(', ') }
    : { kind: 'role_change', user_id, details: getRoleName(changes.role) };

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/{user_id}',
  summary: 'Change a user',
  params: { user_id: Type.Integer(), ...changes },
  audit: ({ params: { user_id, ...changes } }) => auditedUpdate(user_id, changes),
  handle: ({ app, user, params: { user_id, ...changes } }) =>
    actions.updateUser(app, user, requireAccessibleUser(app, user, user_id), changes),
});

export const updateUserByEmail = endpoint({
  method: 'PATCH',
  path: '/users/{email}',
  summary: 'Change a user, found by real or placeholder e-mail address',
  params: { email: Type.String(), ...changes },
  audit: ({ app, user, params: { email, ...changes } }) =>
    auditedUpdate(requireUserByEmail(app, user, email).id, changes),
  handle: ({ app, user, params: { email, ...changes } }) =>
    actions.updateUser(app, user, requireUserByEmail(app, user, email), changes),
});

export const deactivateUser = endpoint({
  method: 'DELETE',
  path: '/users/{user_id}',
  summary: 'Deactivate a user',
  auth: 'administrator',
  params: { user_id: Type.Integer(), deactivation_notification_comment: Maybe(Type.String({ maxLength: 2000 })) },
  audit: ({ params }) => ({ kind: 'user_deactivate', user_id: params.user_id }),
  handle: ({ app, user, params }) => {
    const dismissed = requireAccessibleUser(app, user, params.user_id);
    requireCanDismiss(app, user, dismissed);
    actions.deactivateUser(app, user, dismissed, params.deactivation_notification_comment);
  },
});

export const deactivateOwnUser = endpoint({
  method: 'DELETE',
  path: '/users/me',
  summary: 'Deactivate your own account',
  audit: ({ user }) => ({ kind: 'user_deactivate', user_id: user.id }),
  handle: ({ app, user }) => actions.deactivateUser(app, user, user),
});

export const reactivateUser = endpoint({
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  summary: 'Reactivate a user',
  auth: 'administrator',
  params: { user_id: Type.Integer() },
  audit: ({ params }) => ({ kind: 'user_reactivate', user_id: params.user_id }),
  handle: ({ app, user, params }) =>
    actions.reactivateUser(app, user, requireAccessibleUser(app, user, params.user_id)),
});
