import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { User } from '../users/types.ts';
import { csrfTokenOf, hashOf, newToken } from './accounts.ts';

/**
 * Opens a session. Returns the cookie's token and the CSRF token of changing requests. Only their hashes are stored.
 */
export function openSession(app: App, user: User): { token: string; csrf: string } {
  const token = newToken();
  const csrf = csrfTokenOf(token);
  app.db.write(() => app.users.addSession(hashOf(token), user.id, hashOf(csrf), seconds(app.clock)));
  return { token, csrf };
}

/** Ends the session with this token. */
export function closeSession(app: App, token: string): void {
  const session = app.users.sessionByHash(hashOf(token));
  if (!session) return;
  app.db.write(() => {
    app.users.removeSession(hashOf(token));
    app.db.afterCommit(() => app.queues.endPolls(session.user_id, (held) => held === token));
  });
}
