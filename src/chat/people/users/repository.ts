import type { Database } from '../../../kernel/db/database.ts';
import type { UserCache } from './cache.ts';
import { userChanges } from './change-repository.ts';
import { emailChangeStatements } from './email-change-repository.ts';
import { loginLinkStatements } from './login-link-repository.ts';
import { userLookups } from './lookup-repository.ts';
import { USER_COLUMNS, userMapper } from './row.ts';
import type { User } from './types.ts';
import { userVisibilityStatements } from './visibility-repository.ts';

export const userRepository = (db: Database) => {
  const toUser = userMapper();
  const cache = userCache(db, toUser);
  return {
    ...userLookups(db, cache, toUser),
    ...userVisibilityStatements(db),
    ...userChanges(db, cache),
    ...loginLinkStatements(db),
    ...emailChangeStatements(db),
  };
};

/**
 * Visibility checks and events read all users. With a smaller cache, each of them would be read from the database
 * again.
 */
const MOST_CACHED = 200_000;

/** Prepares what stays in memory. */
function userCache(db: Database, toUser: ReturnType<typeof userMapper>): UserCache {
  const row = db.get<User>(`SELECT ${USER_COLUMNS} FROM user WHERE id = ?`, toUser);
  const idOfEmail = db.value<number>('SELECT id FROM user WHERE email = ?');
  const activeIds = db.column<number>('SELECT id FROM user WHERE is_active = 1 AND is_system = 0');
  return {
    byId: db.cached(['user'], (id: number) => row(id), MOST_CACHED),
    idByEmail: db.cached(['user'], (email: string) => idOfEmail(email)),
    active: db.cached(['user'], (_: 'ids') => new Set(activeIds()) as ReadonlySet<number>),
  };
}
