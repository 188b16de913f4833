import type { RowOf } from '../../../kernel/db/statements.ts';
import { lruCache } from '../../../kernel/lru-cache.ts';
import type { User } from './types.ts';

/** The columns of a `User`, from the table `user`. */
export const USER_COLUMNS = `id, email, full_name, role, is_active, is_system, bot_type, bot_owner_id, api_key, password_hash, date_joined,
  can_change_user_emails, timezone, avatar_source, avatar_version, settings, unread_floor`;

type UserRow = RowOf<Omit<User, 'is_bot' | 'settings'>> & { settings: string };

/** The values of a new row that have no default. */
export type NewUser = Omit<UserRow, 'id' | 'is_active' | 'unread_floor' | 'avatar_version' | 'can_change_user_emails'>;

/** Makes the function that turns a row into a `User`. Many users have the same settings, and share one object. */
export function userMapper(): (row: UserRow) => User {
  const settings = lruCache<string, User['settings']>(1000, {
    memoMethod: (text) => Object.freeze(JSON.parse(text)),
  });
  return (row) => ({
    ...row,
    is_active: row.is_active === 1,
    is_system: row.is_system === 1,
    can_change_user_emails: row.can_change_user_emails === 1,
    is_bot: row.bot_type !== null,
    settings: settings.memo(row.settings),
  });
}
