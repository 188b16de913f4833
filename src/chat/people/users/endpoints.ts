import { Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { CSRF_COOKIE, requireOwnPage, SESSION_COOKIE } from '../../../kernel/http/auth.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { requireFreshSignIn, signIn } from '../sign-in/passwords.ts';
import { sendSignInNotice } from '../sign-in/sign-in-notice.ts';
import * as actions from './actions.ts';
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
    const asked = user_ids ? [...new Set(user_ids)].flatMap((id) => app.users.byId(id) ?? []) : app.users.all();
    // Visitors receive no profiles.
    const profileData = params.include_custom_profile_fields && (user ? app.profileFields.profiles() : () => ({}));
    const view = { clientGravatar: params.client_gravatar, profileData };
    return { members: accessibleUsers(app, user, asked).map((one) => userView(app, user, one, view)) };
  },
});

export const getOwnUser = endpoint({
  method: 'GET',
  path: '/users/me',
  summary: 'Get your own user',
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
  prepare: ({ app, user, caller, params }) => requireFreshSignIn(app, user, caller, params.password),
  handle: ({ app, user }) => ({ api_key: replaceKey(app, user) }),
});

const Password = Type.String({ maxLength: 100 });

export const fetchApiKey = endpoint({
  method: 'POST',
  path: '/fetch_api_key',
  summary: 'Get your API key by password',
  auth: 'public',
  params: { username: Type.String(), password: Password },
  returns: { api_key: Type.String(), email: Type.String(), user_id: Type.Integer() },
  prepare: ({ app, params, caller }) => signIn(app, caller.ip, params.username, params.password),
  handle({ app, caller, prepared: user }) {
    sendSignInNotice(app, user, caller);
    return { api_key: user.api_key, email: user.email, user_id: user.id };
  },
});

export const logIn = endpoint({
  method: 'POST',
  path: '/accounts/login/',
  root: true,
  summary: 'Start a session by password. Sets the cookies sessionid and csrftoken, with the prefix __Host- over HTTPS.',
  auth: 'public',
  params: { username: Type.String(), password: Password },
  returns: { user_id: Type.Integer() },
  async prepare({ app, params, caller }) {
    requireOwnPage(caller.raw, caller.origin);
    return signIn(app, caller.ip, params.username, params.password);
  },
  handle({ app, caller, prepared: user }) {
    sendSignInNotice(app, user, caller);
    const { token, csrf } = actions.openSession(app, user);
    caller.setCookie(SESSION_COOKIE, token, { httpOnly: true });
    caller.setCookie(CSRF_COOKIE, csrf);
    return { user_id: user.id };
  },
});

export const logOut = endpoint({
  method: 'POST',
  path: '/accounts/logout/',
  root: true,
  summary: 'End the session',
  handle({ app, caller }) {
    const token = caller.cookie(SESSION_COOKIE);
    if (token === undefined) throw badRequest('There is no session to end');
    actions.closeSession(app, token);
    caller.setCookie(SESSION_COOKIE, '', { httpOnly: true, maxAge: 0 });
    caller.setCookie(CSRF_COOKIE, '', { maxAge: 0 });
  },
});
