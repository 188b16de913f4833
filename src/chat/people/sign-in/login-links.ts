import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import type { User } from '../users/types.ts';
import { hashOf, newToken } from './accounts.ts';

/** A key that signs someone in once, within so many minutes; one made before is of no use any more. */
export function createLoginLink(app: App, user: User, minutes: number): string {
  if (!user.is_active) throw badRequest('Account is deactivated');
  if (user.is_bot) throw badRequest('A bot signs in with its API key');
  const key = newToken();
  app.db.write(() => app.users.putLoginLink(hashOf(key), user.id, seconds(app.clock) + minutes * 60));
  return key;
}

/** Whom a key would sign in. One that was used, has expired or never was is refused (404), and so is that of somebody who may not come in. */
export function requireLoginLink(app: App, key: string): User {
  const id = app.users.byLoginLink(hashOf(key), seconds(app.clock));
  const user = id === undefined ? undefined : app.users.byId(id);
  if (!user?.is_active)
    throw notFound('This sign-in link has been used or has expired. The administrator can make another.');
  return user;
}

/** Whom the key signs in; it does so once. */
export function useLoginLink(app: App, key: string): User {
  const user = requireLoginLink(app, key);
  app.db.write(() => app.users.removeLoginLinkOf(user.id));
  return user;
}
