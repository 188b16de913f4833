import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { CSRF_COOKIE, type Device, deviceOf, SESSION_COOKIE } from '../../../kernel/http/auth.ts';
import type { Caller } from '../../declare.ts';
import type { User } from '../users/types.ts';
import { csrfTokenOf, hashOf, newToken } from './accounts.ts';
import type { Session } from './session-repository.ts';

/** How somebody signed in; unknown parts are empty in the list of sessions. */
export interface SessionOrigin extends Partial<Device> {
  /** The name of the identity provider, and the token that its sign-out asks for. */
  provider?: string | undefined;
  idToken?: string | undefined;
}

/**
 * Opens a session. Returns the cookie's token and the CSRF token of changing requests. Only their hashes are stored.
 */
export function openSession(app: App, user: User, from: SessionOrigin = {}): { token: string; csrf: string } {
  const token = newToken();
  const csrf = csrfTokenOf(token);
  const now = seconds(app.clock);
  const { device = '', address = '', provider = null, idToken: id_token = null } = from;
  app.db.write(() =>
    app.sessions.add({
      token_hash: hashOf(token),
      user_id: user.id,
      csrf_hash: hashOf(csrf),
      created: now,
      last_used: now,
      device,
      address,
      provider,
      id_token,
    }),
  );
  return { token, csrf };
}

/** Opens a session for the browser of this request, and sets its cookies. */
export function startSession(app: App, user: User, caller: Pick<Caller, 'raw' | 'setCookie'>): void {
  const { token, csrf } = openSession(app, user, deviceOf(app.config, caller.raw));
  const maxAge = app.config.choices.sessionLifetime;
  caller.setCookie(SESSION_COOKIE, token, { httpOnly: true, maxAge });
  caller.setCookie(CSRF_COOKIE, csrf, { maxAge });
}

/** Ends the session with this token. Returns it, or undefined if there is none. */
export function closeSession(app: App, token: string): Session | undefined {
  const session = app.sessions.byHash(hashOf(token));
  if (!session) return undefined;
  app.db.write(() => {
    app.sessions.remove(hashOf(token));
    app.db.afterCommit(() => app.queues.endPolls(session.user_id, (held) => held === token));
  });
  return session;
}
