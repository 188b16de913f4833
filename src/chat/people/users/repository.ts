import type { Database } from '../../../kernel/db/database.ts';
import type { RowCache } from '../../../kernel/db/row-cache.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import { lruCache } from '../../../kernel/lru-cache.ts';
import { formsOfAddress } from '../../../kernel/mail/address-forms.ts';
import { ROLES } from '../../../shared/roles.ts';
import type { User } from './types.ts';

/** The columns of a `User`, from the table `user`. */
const USER_COLUMNS = `id, email, full_name, role, is_active, is_system, bot_type, bot_owner_id, api_key, password_hash, date_joined,
  can_change_user_emails, timezone, avatar_source, avatar_version, settings, unread_floor, key_limit`;

type UserRow = RowOf<Omit<User, 'is_bot' | 'settings' | 'key_limit'>> & {
  settings: string;
  key_limit: string | null;
};

/** The values of a new row that have no default. */
type NewUser = Omit<
  UserRow,
  'id' | 'is_active' | 'unread_floor' | 'avatar_version' | 'can_change_user_emails' | 'key_limit'
>;

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
    key_limit: row.key_limit === null ? null : JSON.parse(row.key_limit),
  });
}

/** Statements that add and change users. */
const userChanges = (db: Database, cache: UserCache) => ({
  ...additions(db, cache),
  ...propertyChanges(db, cache),
  ...identityChanges(db, cache),
});

const additions = (db: Database, { active }: UserCache) => {
  const insert = db.run<[NewUser & Record<string, unknown>]>(
    `INSERT INTO user (email, full_name, role, is_system, bot_type, bot_owner_id, api_key, password_hash, date_joined, timezone, avatar_source, settings)
     VALUES (@email, @full_name, @role, @is_system, @bot_type, @bot_owner_id, @api_key, @password_hash, @date_joined, @timezone, @avatar_source, @settings)`,
  );
  return {
    /**
     * Adds a user, also to the cached set of active users. Reading it again for each of many new users would be slow.
     */
    add(user: NewUser): { id: number } {
      const added = insert({ ...user });
      if (!user.is_system) (active.get('ids') as Set<number>).add(added.id);
      return added;
    },
  };
};

/** Runs a statement on one user, whose cached values are then out of date. */
const changing =
  ({ byId }: UserCache) =>
  <V>(run: (value: V, id: number) => unknown) =>
  (value: V, id: number): void => {
    run(value, id);
    byId.forget(id);
  };

const propertyChanges = (db: Database, cache: UserCache) => {
  const change = changing(cache);
  return {
    setAvatar: change(
      db.run<[source: string, id: number]>(
        'UPDATE user SET avatar_source = ?, avatar_version = avatar_version + 1 WHERE id = ?',
      ),
    ),
    setName: change(db.run<[name: string, id: number]>('UPDATE user SET full_name = ? WHERE id = ?')),
    setRole: change(db.run<[role: number, id: number]>('UPDATE user SET role = ? WHERE id = ?')),
    setBotOwner: change(db.run<[owner: number, id: number]>('UPDATE user SET bot_owner_id = ? WHERE id = ?')),
    setMayChangeEmails: change(
      db.run<[may: number, id: number]>('UPDATE user SET can_change_user_emails = ? WHERE id = ?'),
    ),
    setTimezone: change(db.run<[timezone: string, id: number]>('UPDATE user SET timezone = ? WHERE id = ?')),
    setSettings: change(db.run<[settings: string, id: number]>('UPDATE user SET settings = ? WHERE id = ?')),
    setUnreadFloor: change(
      db.runUnseen<[messageId: number, id: number]>('UPDATE user SET unread_floor = ? WHERE id = ?'),
    ),
  };
};

/** What decides whether and how a user can sign in. */
const identityChanges = (db: Database, cache: UserCache) => {
  const change = changing(cache);
  const setEmail = change(db.run<[email: string, id: number]>('UPDATE user SET email = ? WHERE id = ?'));
  const setActive = change(db.run<[active: number, id: number]>('UPDATE user SET is_active = ? WHERE id = ?'));
  return {
    setApiKey: change(db.run<[key: string, id: number]>('UPDATE user SET api_key = ? WHERE id = ?')),
    setKeyLimit: change(db.run<[limit: string | null, id: number]>('UPDATE user SET key_limit = ? WHERE id = ?')),
    setPassword: change(db.run<[hash: string | null, id: number]>('UPDATE user SET password_hash = ? WHERE id = ?')),
    setEmail(email: string, id: number): void {
      setEmail(email, id);
      cache.idByEmail.clear();
    },
    setActive(is_active: number, id: number): void {
      setActive(is_active, id);
      // Callers may keep the set: later changes create a new one.
      cache.active.amend('ids', (ids) => {
        const changed = new Set(ids);
        if (is_active) changed.add(id);
        else changed.delete(id);
        return changed;
      });
    },
  };
};

/** Statements on requested addresses that users have not confirmed yet. */
const emailChangeStatements = (db: Database) => ({
  /** Replaces an earlier request for a new address. */
  addEmailChange: db.run<[hash: string, user: number, email: string, created: number]>(
    'INSERT OR REPLACE INTO pending_email_change VALUES (?, ?, ?, ?)',
  ),
  emailChange: db.get<{ user_id: number; new_email: string; created: number }, [hash: string]>(
    'SELECT user_id, new_email, created FROM pending_email_change WHERE key_hash = ?',
  ),
  removeEmailChangesBefore: db.run<[created: number]>('DELETE FROM pending_email_change WHERE created < ?'),
  removeEmailChangeOf: db.run<[user: number]>('DELETE FROM pending_email_change WHERE user_id = ?'),
});

/** Statements that find users. */
const userLookups = (db: Database, { byId, idByEmail, active }: UserCache, toUser: ReturnType<typeof userMapper>) => {
  const idOfKey = db.value<number>('SELECT id FROM user WHERE api_key = ?');
  const allIds = db.column<number>('SELECT id FROM user WHERE is_system = 0 ORDER BY id');
  const one = (id: number | undefined): User | undefined => (id === undefined ? undefined : byId.get(id));

  return {
    byId: (id: number): User | undefined => byId.get(id),
    /**
     * Finds an account by its real address in any spelling, regardless of visibility. Only for sign-in and
     * administration.
     */
    byEmail(email: string): User | undefined {
      for (const form of formsOfAddress(email)) {
        const id = idByEmail.get(form);
        if (id !== undefined) return one(id);
      }
      return undefined;
    },
    byApiKey: (key: string): User | undefined => one(idOfKey(key)),
    /** All accounts except the server's own bots, by id. */
    all: (): User[] => allIds().map((id) => byId.get(id)!),
    systemBots: db.all<User>(`SELECT ${USER_COLUMNS} FROM user WHERE is_system = 1 ORDER BY id`, toUser),
    /** All users with this name, active ones first. */
    named: db.all<User, [name: string]>(
      `SELECT ${USER_COLUMNS} FROM user WHERE full_name = ? COLLATE NOCASE ORDER BY is_active DESC, id`,
      toUser,
    ),
    activeIds: (): ReadonlySet<number> => active.get('ids')!,
    active: (): User[] => [...active.get('ids')!].map((id) => byId.get(id)!),
    activeOwners: db.value<number, []>(
      `SELECT count(*) FROM user WHERE role = ${ROLES.owner} AND is_active = 1 AND bot_type IS NULL`,
    ),
    activePeople: db.value<number, []>(
      'SELECT count(*) FROM user WHERE is_active = 1 AND bot_type IS NULL AND is_system = 0',
    ),
    ...botLookups(db),
  };
};

const botLookups = (db: Database) => {
  const administrators = db.column<number, []>(
    `SELECT id FROM user WHERE role <= ${ROLES.administrator} AND is_active = 1 AND is_system = 0`,
  );
  return {
    listBots: db.column<number, [owner: number]>('SELECT id FROM user WHERE bot_owner_id = ? ORDER BY id'),
    allBots: db.column<number, []>('SELECT id FROM user WHERE bot_type IS NOT NULL AND is_system = 0 ORDER BY id'),
    /** The users who receive events about a bot's settings: its owner and the active administrators. */
    listKeepers: ({ bot_owner_id }: User): number[] => [
      ...new Set([...(bot_owner_id === null ? [] : [bot_owner_id]), ...administrators()]),
    ],
  };
};

/** Statements on the users that a guest with limited visibility can see. */
const userVisibilityStatements = (db: Database) => ({
  /**
   * All users who share a channel or direct-message conversation with this user, including the user if there is any.
   */
  listContacts: db.column<number, [user: number, again: number]>(
    `SELECT other.user_id FROM subscription mine JOIN subscription other ON other.channel_id = mine.channel_id AND other.active = 1
       WHERE mine.user_id = ? AND mine.active = 1
     UNION SELECT other.user_id FROM membership mine JOIN recipient ON recipient.id = mine.recipient_id AND recipient.user_ids IS NOT NULL
       JOIN membership other ON other.recipient_id = mine.recipient_id WHERE mine.user_id = ?`,
  ),
  /** 1 if both users share a channel or direct-message conversation. */
  shares: db.value<number, [one: number, other: number, one2: number, other2: number]>(
    `SELECT EXISTS (SELECT 1 FROM subscription mine JOIN subscription other ON other.channel_id = mine.channel_id AND other.active = 1
         WHERE mine.user_id = ? AND mine.active = 1 AND other.user_id = ?)
       OR EXISTS (SELECT 1 FROM membership mine JOIN recipient ON recipient.id = mine.recipient_id AND recipient.user_ids IS NOT NULL
         JOIN membership other ON other.recipient_id = mine.recipient_id WHERE mine.user_id = ? AND other.user_id = ?)`,
  ),
});

export const userRepository = (db: Database) => {
  const toUser = userMapper();
  const cache = userCache(db, toUser);
  return {
    ...userLookups(db, cache, toUser),
    ...userVisibilityStatements(db),
    ...userChanges(db, cache),
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

/** What is read with every request and therefore stays in memory. */
export interface UserCache {
  byId: RowCache<number, User>;
  idByEmail: RowCache<string, number>;
  /** The ids of all active users. */
  active: RowCache<'ids', ReadonlySet<number>>;
}
