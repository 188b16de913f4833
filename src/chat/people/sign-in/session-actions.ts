import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { Device } from '../../../kernel/http/accounts.ts';
import { CSRF_COOKIE, describeDevice, SESSION_COOKIE } from '../../../kernel/http/auth.ts';
import { LIMITS } from '../../../limits.ts';
import type { Caller } from '../../declare.ts';
import { recordAction } from '../../organization/audit-log/actions.ts';
import { removeExpiredAppTokens } from '../identities/app-actions.ts';
import { removeExpiredEmailChanges } from '../users/email-actions.ts';
import type { User } from '../users/types.ts';
import type { Session } from './repository.ts';
import { hashText, makeCsrfToken, newToken } from './rules.ts';
import { deviceName, sessionId } from './session-views.ts';
import { endSessions } from './sign-out-batches.ts';

/** How somebody signed in; unknown parts are empty in the list of sessions. */
export interface SessionOrigin extends Partial<Device> {
  /** The name of the identity provider, and the token that its sign-out asks for. */
  provider?: string | null | undefined;
  idToken?: string | null | undefined;
}

/**
 * Opens a session. Returns the cookie's token and the CSRF token of changing requests. Only their hashes are stored.
 */
export function openSession(app: App, user: User, from: SessionOrigin = {}): { token: string; csrf: string } {
  const token = newToken();
  const csrf = makeCsrfToken(token);
  const now = seconds(app.clock);
  const { device = '', address = '', provider = null, idToken: id_token = null } = from;
  app.db.write(() => {
    app.sessions.add({
      token_hash: hashText(token),
      user_id: user.id,
      csrf_hash: hashText(csrf),
      created: now,
      last_used: now,
      device,
      address,
      provider,
      id_token,
    });
    for (const hash of app.sessions.beyond(user.id, LIMITS.sessions_of_user)) removeSession(app, user, hash);
    const action = { kind: 'sign_in', user_id: user.id, details: provider ?? '' } as const;
    recordAction(app, action, { actor: user, address, client: device && deviceName(device) });
  });
  return { token, csrf };
}

/** Opens a session for the browser of this request, and sets its cookies. */
export function startSession(app: App, user: User, caller: Pick<Caller, 'raw' | 'setCookie'>): void {
  const { token, csrf } = openSession(app, user, describeDevice(app.config, caller.raw));
  const maxAge = app.config.choices.sessionLifetime;
  caller.setCookie(SESSION_COOKIE, token, { httpOnly: true, maxAge });
  caller.setCookie(CSRF_COOKIE, csrf, { maxAge });
}

/** Ends the session with this token. Returns it, or undefined if there is none. */
export function closeSession(app: App, token: string): Session | undefined {
  const session = app.sessions.byHash(hashText(token));
  if (!session) return undefined;
  app.db.write(() => {
    app.sessions.remove(hashText(token));
    const { user_id, address, device } = session;
    const origin = { actor: { id: user_id }, address, client: device && deviceName(device) };
    recordAction(app, { kind: 'sign_out', user_id }, origin);
    app.events.changeQueues({ kind: 'end polls', users: [user_id], by: 'session', only: session.token_hash });
  });
  return session;
}

/** The sessions of a user that have not expired, the last used first. */
export const listSessions = (app: App, { id }: User): Session[] =>
  app.sessions.ofUser(id).filter(({ created }) => created >= seconds(app.clock) - app.config.choices.sessionLifetime);

/** Ends one session of a user, by its public ID. Throws if the user has no such session. */
export function endSession(app: App, user: User, id: string): void {
  const session = listSessions(app, user).find((one) => sessionId(one) === id);
  if (!session) throw badRequest('No such session');
  app.db.write(() => removeSession(app, user, session.token_hash));
}

function removeSession(app: App, { id }: User, hash: string): void {
  app.sessions.remove(hash);
  app.events.changeQueues({ kind: 'end polls', users: [id], by: 'session', only: hash });
}

/** Ends all sessions of a user except the one with this hash. */
export function endOtherSessions(app: App, user: User, current: string | undefined): void {
  app.db.write(() => {
    endSessions(app, user, current ?? '');
  });
}

/** Deletes expired sessions, sign-in links, tokens of desktop apps and links to new addresses. */
export function removeExpiredTokens(app: App): void {
  const now = seconds(app.clock);
  app.db.write(() => {
    app.sessions.removeBefore(now - app.config.choices.sessionLifetime);
    app.loginLinks.removeBefore(now);
    removeExpiredEmailChanges(app);
    removeExpiredAppTokens(app);
  });
}
