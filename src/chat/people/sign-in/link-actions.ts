import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import { accountDeactivated } from '../../errors.ts';
import { sendMail, withdrawMails } from '../../notifications/mail/actions.ts';
import { mailTexts } from '../../notifications/mail/texts.ts';
import { isOfDirectory } from '../identities/directory-rules.ts';
import { proveAddress } from '../identities/proof-actions.ts';
import { setPassword } from '../users/actions.ts';
import { replaceKey } from '../users/key-actions.ts';
import type { User } from '../users/types.ts';
import { requirePasswordLogin } from './password-checks.ts';
import { hashText, newToken } from './rules.ts';

/** The validity of a link, in seconds: a day. */
const LINK_AGE = 86_400;

/**
 * Mails a reset link to this address if an account has it that may sign in. The reply does not reveal whether one
 * exists.
 */
export function requestReset(app: App, email: string): void {
  requirePasswordLogin(app);
  const user = app.users.byEmail(email.trim());
  if (!user?.is_active || user.is_bot || isOfDirectory(app, user.id)) return;
  const key = newToken();
  app.db.write(() => {
    app.passwordResets.put(hashText(key), user.id, seconds(app.clock));
    withdrawMails(app, user, 'password_reset');
    const url = `${app.config.url}/accounts/password/reset/${key}/`;
    const values = { name: user.full_name, organization: app.realm.get('name'), url };
    sendMail(app, { to: user, kind: 'password_reset', lasts: LINK_AGE }, mailTexts(app, user).passwordReset(values));
  });
}

/**
 * Returns the user whose password a key resets. Throws 404 for unknown, used and expired keys, and for users who may
 * not sign in.
 */
export function requireReset(app: App, key: string): User {
  requirePasswordLogin(app);
  const id = app.passwordResets.findUser(hashText(key), seconds(app.clock) - LINK_AGE);
  const user = id === undefined ? undefined : app.users.byId(id);
  if (!user?.is_active) throw notFound('This link has been used or has expired.');
  return user;
}

/** Sets a new password for the key's owner, once. Ends all sessions, replaces the API key and mails a notice. */
export function resetPassword(app: App, key: string, hash: string): void {
  const user = proveAddress(app, requireReset(app, key));
  app.db.write(() => {
    app.passwordResets.removeOf(user.id);
    withdrawMails(app, user, 'password_reset');
    setPassword(app, user, hash);
    replaceKey(app, user);
    const values = { name: user.full_name, organization: app.realm.get('name') };
    sendMail(app, { to: user, kind: 'password_changed' }, mailTexts(app, user).passwordChanged(values));
  });
}

/** Deletes expired links. */
export function removeExpiredResets(app: App): void {
  app.db.write(() => app.passwordResets.removeBefore(seconds(app.clock) - LINK_AGE));
}

/** Creates a key that signs a user in once within `minutes`. An earlier key becomes invalid. */
export function createLoginLink(app: App, user: User, minutes: number): string {
  if (!user.is_active) throw accountDeactivated();
  if (user.is_bot) throw badRequest('A bot signs in with its API key');
  const key = newToken();
  app.db.write(() => app.loginLinks.put(hashText(key), user.id, seconds(app.clock) + minutes * 60));
  return key;
}

/**
 * Returns the user that a key signs in. Throws 404 for unknown, used and expired keys, and for users who may not sign
 * in.
 */
export function requireLoginLink(app: App, key: string): User {
  const id = app.loginLinks.findUser(hashText(key), seconds(app.clock));
  const user = id === undefined ? undefined : app.users.byId(id);
  if (!user?.is_active)
    throw notFound('This sign-in link has been used or has expired. Ask the administrator for a new one.');
  return user;
}

/** Returns the user that a key signs in, and makes the key invalid. */
export function useLoginLink(app: App, key: string): User {
  const user = requireLoginLink(app, key);
  app.db.write(() => app.loginLinks.removeOf(user.id));
  return user;
}
