import type { App } from '../../app.ts';
import { badRequest } from '../../kernel/errors.ts';
import type { User } from '../users/types.ts';
import { requireBot, requireRoom } from './rules.ts';

/** What a bot keeps under these names; without names, all of it. Refuses names under which nothing is kept. */
export function stored(app: App, bot: User, keys?: readonly string[]): Record<string, string> {
  requireBot(bot);
  if (!keys) return Object.fromEntries(app.bots.storage(bot.id).map(({ key, value }) => [key, value]));
  return Object.fromEntries(keys.map((key) => [key, requireStored(app, bot, key)]));
}

/** Keeps texts under names. */
export function store(app: App, bot: User, storage: Record<string, string>): void {
  requireBot(bot);
  app.db.write(() => {
    for (const [key, value] of Object.entries(storage)) {
      const standing = app.bots.stored(bot.id, key);
      requireRoom(app, bot, value.length - (standing === undefined ? -key.length : standing.length));
      app.bots.store(bot.id, key, value);
    }
  });
}

/** Forgets what is kept under these names; without names, all of it. */
export function unstore(app: App, bot: User, keys?: readonly string[]): void {
  requireBot(bot);
  app.db.write(() => {
    if (!keys) app.bots.unstoreAll(bot.id);
    for (const key of new Set(keys)) {
      requireStored(app, bot, key);
      app.bots.unstore(bot.id, key);
    }
  });
}

function requireStored(app: App, bot: User, key: string): string {
  const value = app.bots.stored(bot.id, key);
  if (value === undefined) throw badRequest('Key does not exist.');
  return value;
}
