import { Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { CSRF_COOKIE, requireOwnPage, SESSION_COOKIE } from '../../../kernel/http/auth.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { type Caller, endpoint } from '../../declare.ts';
import { type AuditSource, recordKeySignIn } from '../../organization/audit-log/actions.ts';
import { providerSignOut } from '../identities/sign-out-client.ts';
import { requireOneStepIsEnough } from '../second-factors/rules.ts';
import { hashOf } from './accounts.ts';
import { signIn } from './passwords.ts';
import { closeSession, startSession } from './session-actions.ts';
import { sendSignInNotice } from './sign-in-notice.ts';

const Password = Type.String({ maxLength: 100 });

const sourceOf = ({ ip, client }: Caller): AuditSource => ({ address: ip, client });

export const fetchApiKey = endpoint({
  method: 'POST',
  path: '/fetch_api_key',
  summary: 'Get your API key by password',
  auth: 'public',
  params: { username: Type.String(), password: Password },
  returns: { api_key: Type.String(), email: Type.String(), user_id: Type.Integer() },
  prepare: ({ app, params, caller }) => signIn(app, sourceOf(caller), params.username, params.password),
  handle({ app, caller, prepared: user }) {
    requireOneStepIsEnough(app, user);
    recordKeySignIn(app, user, sourceOf(caller));
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
    return signIn(app, sourceOf(caller), params.username, params.password);
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
    const session = app.sessions.byHash(hashOf(caller.cookie(SESSION_COOKIE) ?? ''));
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
