import { Type } from 'typebox';
import { inSteps } from '../../../kernel/http/reply-text.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { requireFreshSignIn } from '../sign-in/passwords.ts';
import { replaceKey } from './keys.ts';
import { accessibleUsers, requireAccessibleUser, requireUserByEmail } from './rules.ts';
import { ProfileData, Role, UserView } from './types.ts';
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
  summary: 'Get your own user',
  isCostly: false,
  returns: {
    user_id: Type.Integer(),
    email: Type.String(),
    delivery_email: Type.String(),
    full_name: Type.String(),
    avatar_url: Type.String(),
    avatar_version: Type.Integer(),
    role: Role,
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
      profile_data: app.profileFields.profileOf(user.id),
    };
  },
});

export const getUser = endpoint({
  method: 'GET',
  path: '/users/{user_id}',
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
