import { Type } from 'typebox';
import { SESSION_COOKIE } from '../../../kernel/http/auth.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { type Caller, endpoint } from '../../declare.ts';
import { hashOf } from './accounts.ts';
import { requireFreshSignIn } from './passwords.ts';
import * as actions from './session-actions.ts';
import { sessionView } from './session-views.ts';
import { signOutEveryone as signOut } from './sign-out-batches.ts';

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
const currentOf = (caller: Caller): string | undefined =>
  caller.isBrowser ? hashOf(caller.cookie(SESSION_COOKIE) ?? '') : undefined;

export const getSessions = endpoint({
  method: 'GET',
  path: '/users/me/sessions',
  summary: 'Get your sessions: browsers and desktop apps that are signed in. That of this request comes first.',
  auth: 'human',
  returns: { sessions: Type.Array(SessionView) },
  handle({ app, user, caller }) {
    const sessions = actions.sessionsOf(app, user).map((session) => sessionView(app, session, currentOf(caller)));
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
  handle: ({ app, user, caller }) => actions.endOtherSessions(app, user, currentOf(caller)),
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
    return { users: await signOut(app, { apiKeys: params.api_keys, except: currentOf(caller) }) };
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
