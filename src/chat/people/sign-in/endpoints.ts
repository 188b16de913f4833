import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { badRequest, userDeactivated } from '../../../kernel/errors.ts';
import { CSRF_COOKIE, requireOwnPage, SESSION_COOKIE } from '../../../kernel/http/auth.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { ROLES } from '../../../shared/roles.ts';
import { type Caller, endpoint } from '../../declare.ts';
import { wrongPassword } from '../../errors.ts';
import { type AuditSource, recordKeySignIn } from '../../organization/audit-log/actions.ts';
import { providerSignOut } from '../identities/authorization-client.ts';
import { proveAddress } from '../identities/proof-actions.ts';
import { requireOneStepIsEnough } from '../second-factors/rules.ts';
import { type User, UserView } from '../users/types.ts';
import { userView } from '../users/views.ts';
import { requireTokenClaims } from './jwt-client.ts';
import type { Cookies } from './known-browser-actions.ts';
import { sendSignInNotice } from './notice-actions.ts';
import { requireFreshSignIn, signIn } from './password-checks.ts';
import { hashText } from './rules.ts';
import * as actions from './session-actions.ts';
import { closeSession, startSession } from './session-actions.ts';
import { sessionView } from './session-views.ts';
import { signOutEveryone as signOut } from './sign-out-batches.ts';

const Password = Type.String({ maxLength: 100 });

const getSource = ({ ip, client }: Caller): AuditSource => ({ address: ip, client });

const readCookies = (caller: Caller): Cookies => ({
  cookie: (name) => caller.cookie(name),
  setCookie: (name, value, maxAge) => caller.setCookie(name, value, { httpOnly: true, maxAge }),
});

export const fetchApiKey = endpoint({
  method: 'POST',
  path: '/fetch_api_key',
  summary: 'Get your API key by password',
  auth: 'public',
  params: { username: Type.String(), password: Password },
  returns: { api_key: Type.String(), email: Type.String(), user_id: Type.Integer() },
  prepare: ({ app, params, caller }) => signIn(app, getSource(caller), params.username, params.password),
  handle({ app, caller, prepared: user }) {
    requireOneStepIsEnough(app, user);
    recordKeySignIn(app, user, getSource(caller));
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
    return signIn(app, { ...getSource(caller), cookies: readCookies(caller) }, params.username, params.password);
  },
  handle({ app, caller, prepared: user }) {
    requireOneStepIsEnough(app, user);
    sendSignInNotice(app, user, caller);
    startSession(app, user, caller);
    return { user_id: user.id };
  },
});

export const logOut = endpoint({
  method: 'POST',
  path: '/accounts/logout/',
  root: true,
  summary: 'End the session. If it began at an identity provider, provider_logout_url ends it there, too.',
  returns: { provider_logout_url: Maybe(Type.String()) },
  async prepare({ app, caller }) {
    const session = app.sessions.byHash(hashText(caller.cookie(SESSION_COOKIE) ?? ''));
    return providerSignOut(app, session, `${caller.origin}/login/`);
  },
  handle({ app, caller, prepared: url }) {
    const token = caller.cookie(SESSION_COOKIE);
    if (token === undefined) throw badRequest('There is no session to end');
    closeSession(app, token);
    caller.setCookie(SESSION_COOKIE, '', { httpOnly: true, maxAge: 0 });
    caller.setCookie(CSRF_COOKIE, '', { maxAge: 0 });
    return url === undefined ? {} : { provider_logout_url: url };
  },
});

const SessionView = Type.Object({
  session_id: Type.String(),
  /** In the form `Firefox on Linux`. */
  device: Type.String(),
  ip_address: Type.String(),
  created: Type.Integer(),
  /** To within ten minutes. */
  last_used: Type.Integer(),
  /** The identity provider of the sign-in. */
  provider: Nullable(Type.String()),
  /** Whether this request uses it. */
  is_current: Type.Boolean(),
});

/** The hash of the session of a request, if it has one. */
const currentSession = (caller: Caller): string | undefined =>
  caller.isBrowser ? hashText(caller.cookie(SESSION_COOKIE) ?? '') : undefined;

export const getSessions = endpoint({
  method: 'GET',
  path: '/users/me/sessions',
  summary: 'Get your sessions: browsers and desktop apps that are signed in. That of this request comes first.',
  auth: 'human',
  returns: { sessions: Type.Array(SessionView) },
  handle({ app, user, caller }) {
    const sessions = actions
      .listSessions(app, user)
      .map((session) => sessionView(app, session, currentSession(caller)));
    return { sessions: sessions.sort((a, b) => Number(b.is_current) - Number(a.is_current)) };
  },
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions/{session_id}',
  summary: 'End one of your sessions',
  auth: 'human',
  params: { session_id: Type.String({ maxLength: 100 }) },
  audit: ({ user }) => ({ kind: 'session_end', user_id: user.id }),
  handle: ({ app, user, params }) => actions.endSession(app, user, params.session_id),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions',
  summary: 'End all your sessions but the one of this request',
  auth: 'human',
  audit: ({ user }) => ({ kind: 'session_end', user_id: user.id }),
  handle: ({ app, user, caller }) => actions.endOtherSessions(app, user, currentSession(caller)),
});

export const signOutEveryone = endpoint({
  method: 'DELETE',
  path: '/sessions',
  summary: 'End the sessions of everybody but the one of this request',
  auth: 'owner',
  params: {
    /** Also replaces the API keys of people, so that their programs have to sign in again. Bots keep theirs. */
    api_keys: Type.Boolean({ default: false }),
  },
  returns: { users: Type.Integer() },
  audit: ({ params }) => ({ kind: 'session_end', details: params.api_keys ? 'everyone, API keys' : 'everyone' }),
  async handleInTurns({ app, params, caller }) {
    return { users: await signOut(app, { apiKeys: params.api_keys, except: currentSession(caller) }) };
  },
});

export const getApiKey = endpoint({
  method: 'POST',
  path: '/users/me/api_key',
  summary: 'Get your API key in a browser, after a sign-in of the last 15 minutes or with your password',
  auth: 'human',
  params: { password: Maybe(Type.String({ maxLength: 100 })) },
  returns: { api_key: Type.String() },
  audit: ({ user }) => ({ kind: 'api_key_read', user_id: user.id }),
  prepare: ({ app, user, caller, params }) => requireFreshSignIn(app, user, caller, params.password),
  handle: ({ user }) => ({ api_key: user.api_key }),
});

// Sign-in without a password. Only a development server (`klatch dev`) has these endpoints, and only for its own
// machine.

export const devFetchApiKey = endpoint({
  method: 'POST',
  path: '/dev_fetch_api_key',
  summary: 'Sign in as any user without a password (development servers only)',
  auth: 'public',
  developmentOnly: true,
  params: { username: Type.String() },
  returns: { api_key: Type.String(), email: Type.String(), user_id: Type.Integer() },
  handle: ({ app, params, caller }) => {
    const user = requireLogin(app, params.username);
    startSession(app, user, caller);
    return { api_key: user.api_key, email: user.email, user_id: user.id };
  },
});

const Login = Type.Object({ email: Type.String(), realm_url: Type.String() });

export const devListUsers = endpoint({
  method: 'GET',
  path: '/dev_list_users',
  summary: 'List the users you can sign in as (development servers only)',
  auth: 'public',
  developmentOnly: true,
  returns: { direct_admins: Type.Array(Login), direct_users: Type.Array(Login) },
  handle: ({ app, caller }) => {
    const people = app.users.all().filter((user) => user.is_active && !user.is_bot);
    const logins = (users: User[]) => users.map(({ email }) => ({ email, realm_url: caller.origin }));
    return {
      direct_admins: logins(people.filter(({ role }) => role <= ROLES.administrator)),
      direct_users: logins(people.filter(({ role }) => role > ROLES.administrator)),
    };
  },
});

function requireLogin(app: App, email: string): User {
  const user = app.users.byEmail(email);
  if (!user || user.is_system) throw wrongPassword();
  if (!user.is_active) throw userDeactivated();
  return user;
}

/** The longest accepted validity of a token in seconds, whatever its `exp` claims. */
const MAX_AGE = 86_400;

export const jwtFetchApiKey = endpoint({
  method: 'POST',
  path: '/jwt/fetch_api_key',
  summary: 'Sign in with a signed token from a trusted program',
  auth: 'public',
  params: { token: Type.String(), include_profile: Type.Boolean({ default: false }) },
  returns: { api_key: Type.String(), email: Type.String(), user: Maybe(UserView) },
  prepare: ({ app, params, caller }) =>
    app.limits.countFailures('jwt_by_ip', caller.ip, () => requireTokenClaims(app, params.token, { maxAge: MAX_AGE })),
  handle({ app, params, caller, prepared: { email, hasSecondFactor } }) {
    const user = proveAddress(app, requireUser(app, email));
    if (!hasSecondFactor) requireOneStepIsEnough(app, user);
    recordKeySignIn(app, user, { address: caller.ip, client: caller.client });
    return {
      api_key: user.api_key,
      email: user.email,
      ...(params.include_profile && {
        user: userView(app, user, user, { clientGravatar: true, profileData: app.profileFields.profiles() }),
      }),
    };
  },
});

/** Returns the account with this address. Throws AUTHENTICATION_FAILED if there is none, and USER_DEACTIVATED. */
function requireUser(app: App, email: string): User {
  const user = app.users.byEmail(email);
  if (!user || user.is_bot) throw wrongPassword();
  if (!user.is_active) throw userDeactivated();
  return user;
}
