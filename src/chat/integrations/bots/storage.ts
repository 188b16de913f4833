import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import { requireStorageQuota } from './rules.ts';

/**
 * The texts that a bot or user stored under these keys, by default under all. Throws BAD_REQUEST for an unknown key.
 */
export function readStorage(app: App, user: User, keys?: readonly string[]): Record<string, string> {
  if (!keys) return Object.fromEntries(app.bots.storage(user.id).map(({ key, value }) => [key, value]));
  return Object.fromEntries(keys.map((key) => [key, requireStored(app, user, key)]));
}

/** Stores texts by key. Reads what is stored once: to sum it up for each key would take seconds. */
export function writeStorage(app: App, user: User, storage: Record<string, string>): void {
  app.db.write(() => {
    const before = app.bots.storedSize(user.id)!;
    for (const [key, value] of Object.entries(storage)) app.bots.store(user.id, key, value);
    requireStorageQuota(app, user, before);
  });
}

/** Deletes the texts with these keys; without keys, all of them. */
export function clearStorage(app: App, user: User, keys?: readonly string[]): void {
  app.db.write(() => {
    if (!keys) app.bots.unstoreAll(user.id);
    for (const key of new Set(keys)) {
      requireStored(app, user, key);
      app.bots.unstore(user.id, key);
    }
  });
}

function requireStored(app: App, user: User, key: string): string {
  const value = app.bots.stored(user.id, key);
  if (value === undefined) throw badRequest('Key does not exist.');
  return value;
}
