import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { LINK_AGE } from '../users/email.ts';
import { SESSION_AGE } from './accounts.ts';

/** Deletes expired sessions, sign-in links and links to new addresses. */
export function removeExpiredTokens(app: App): void {
  const now = seconds(app.clock);
  app.db.write(() => {
    app.users.removeSessionsBefore(now - SESSION_AGE);
    app.users.removeEmailChangesBefore(now - LINK_AGE);
    app.users.removeLoginLinksBefore(now);
  });
}
