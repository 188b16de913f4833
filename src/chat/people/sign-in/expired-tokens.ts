import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { LINK_AGE } from '../users/email.ts';

/** Deletes expired sessions, sign-in links, tokens of desktop apps and links to new addresses. */
export function removeExpiredTokens(app: App): void {
  const now = seconds(app.clock);
  app.db.write(() => {
    app.sessions.removeBefore(now - app.config.choices.sessionLifetime);
    app.users.removeEmailChangesBefore(now - LINK_AGE);
    app.users.removeLoginLinksBefore(now);
    app.identities.removeAppTokensBefore(now);
  });
}
