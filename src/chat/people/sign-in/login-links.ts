import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import { accountDeactivated } from '../../errors.ts';
import type { User } from '../users/types.ts';
import { hashOf, newToken } from './accounts.ts';

/** Creates a key that signs a user in once within `minutes`. An earlier key becomes invalid. */
export function createLoginLink(app: App, user: User, minutes: number): string {
  if (!user.is_active) throw accountDeactivated();
  if (user.is_bot) throw badRequest('A bot signs in with its API key');
  const key = newToken();
  app.db.write(() => app.users.putLoginLink(hashOf(key), user.id, seconds(app.clock) + minutes * 60));
  return key;
}

/**
 * Returns the user that a key signs in. Throws 404 for unknown, used and expired keys, and for users who may not sign
 * in.
 */
export function requireLoginLink(app: App, key: string): User {
  const id = app.users.byLoginLink(hashOf(key), seconds(app.clock));
  const user = id === undefined ? undefined : app.users.byId(id);
  if (!user?.is_active)
    throw notFound('This sign-in link has been used or has expired. Ask the administrator for a new one.');
  return user;
}

/** Returns the user that a key signs in, and makes the key invalid. */
export function useLoginLink(app: App, key: string): User {
  const user = requireLoginLink(app, key);
  app.db.write(() => app.users.removeLoginLinkOf(user.id));
  return user;
}
