import { LRUCache } from 'lru-cache';
import type { Database } from '../../../kernel/db/database.ts';
import type { User } from './types.ts';

const COLUMNS = `id, email, full_name, role, is_active, is_system, bot_type, bot_owner_id, api_key, password_hash, date_joined,
  can_change_user_emails, timezone, avatar_source, avatar_version, settings, unread_floor`;

/** Many users have the same settings, and share one object. */
const settings = new LRUCache<string, User['settings']>({
  max: 1000,
  memoMethod: (text) => Object.freeze(JSON.parse(text)),
});

const user = (row: any): User => ({
  ...row,
  is_active: row.is_active === 1,
  is_system: row.is_system === 1,
  can_change_user_emails: row.can_change_user_emails === 1,
  is_bot: row.bot_type !== null,
  settings: settings.memo(row.settings),
});

export type NewUser = Omit<
  User,
  | 'id'
  | 'is_active'
  | 'is_bot'
  | 'is_system'
  | 'settings'
  | 'unread_floor'
  | 'avatar_version'
  | 'can_change_user_emails'
> & {
  is_system: number;
  settings: string;
};

/**
 * Visibility checks and events read all users. With a smaller cache, each of them would be read from the database
 * again.
 */
const EVERYBODY = 200_000;

export const userRepository = (db: Database) => {
  const row = db.get<User>(`SELECT ${COLUMNS} FROM user WHERE id = ?`, user);
  const idOfEmail = db.value<number>('SELECT id FROM user WHERE email = ?');
  const idOfKey = db.value<number>('SELECT id FROM user WHERE api_key = ?');
  // Read with every request.
  const idByEmail = db.cached((email: string) => idOfEmail(email));
  const activeIds = db.column<number>('SELECT id FROM user WHERE is_active = 1 AND is_system = 0');
  const byId = db.cached((id: number) => row(id), EVERYBODY);
  const allIds = db.column<number>('SELECT id FROM user WHERE is_system = 0 ORDER BY id');
  const administrators = db.column<number, []>(
    'SELECT id FROM user WHERE role <= 200 AND is_active = 1 AND is_system = 0',
  );
  const active = db.cached((_: 'ids') => new Set(activeIds()) as ReadonlySet<number>);
  const one = (id: number | undefined): User | undefined => (id === undefined ? undefined : byId.get(id));

  return {
    byId: (id: number): User | undefined => byId.get(id),
    /** Finds an account by its real address, regardless of visibility. Only for sign-in and administration. */
    byEmail: (email: string): User | undefined => one(idByEmail.get(email)),
    /** All accounts except the server's own bots, by id. */
    all: (): User[] => allIds().map((id) => byId.get(id)!),
    systemBots: db.all<User>(`SELECT ${COLUMNS} FROM user WHERE is_system = 1 ORDER BY id`, user),
    /** All users with this name, active ones first. */
    named: db.all<User, [name: string]>(
      `SELECT ${COLUMNS} FROM user WHERE full_name = ? COLLATE NOCASE ORDER BY is_active DESC, id`,
      user,
    ),
    byApiKey: (key: string): User | undefined => one(idOfKey(key)),
    activeIds: (): ReadonlySet<number> => active.get('ids')!,
    active: (): User[] => [...active.get('ids')!].map((id) => byId.get(id)!),
    botsOf: db.column<number, [owner: number]>('SELECT id FROM user WHERE bot_owner_id = ? ORDER BY id'),
    allBots: db.column<number, []>('SELECT id FROM user WHERE bot_type IS NOT NULL AND is_system = 0 ORDER BY id'),
    /** The users who receive events about a bot's settings: its owner and the active administrators. */
    keepersOf: ({ bot_owner_id }: User): number[] => [
      ...new Set([...(bot_owner_id === null ? [] : [bot_owner_id]), ...administrators()]),
    ],
    activeOwners: db.value<number, []>(
      'SELECT count(*) FROM user WHERE role = 100 AND is_active = 1 AND bot_type IS NULL',
    ),

    /**
     * All users who share a channel or direct-message conversation with this user, including the user if there is any.
     */
    acquaintances: db.column<number, [user: number, again: number]>(
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

    add: joining(
      db.run<[NewUser & Record<string, unknown>]>(
        `INSERT INTO user (email, full_name, role, is_system, bot_type, bot_owner_id, api_key, password_hash, date_joined, timezone, avatar_source, settings)
         VALUES (@email, @full_name, @role, @is_system, @bot_type, @bot_owner_id, @api_key, @password_hash, @date_joined, @timezone, @avatar_source, @settings)`,
      ),
    ),
    setAvatar: changing(
      db.run<[source: string, id: number]>(
        'UPDATE user SET avatar_source = ?, avatar_version = avatar_version + 1 WHERE id = ?',
      ),
    ),
    setName: changing(db.run<[name: string, id: number]>('UPDATE user SET full_name = ? WHERE id = ?')),
    setEmail: (() => {
      const set = changing(db.run<[email: string, id: number]>('UPDATE user SET email = ? WHERE id = ?'));
      return (email: string, id: number): void => {
        set(email, id);
        idByEmail.clear();
      };
    })(),
    setRole: changing(db.run<[role: number, id: number]>('UPDATE user SET role = ? WHERE id = ?')),
    setActive: (() => {
      const set = changing(db.run<[active: number, id: number]>('UPDATE user SET is_active = ? WHERE id = ?'));
      return (is_active: number, id: number): void => {
        set(is_active, id);
        // Callers may keep the set: later changes create a new one.
        active.amend('ids', (ids) => {
          const changed = new Set(ids);
          if (is_active) changed.add(id);
          else changed.delete(id);
          return changed;
        });
      };
    })(),
    setBotOwner: changing(db.run<[owner: number, id: number]>('UPDATE user SET bot_owner_id = ? WHERE id = ?')),
    setApiKey: changing(db.run<[key: string, id: number]>('UPDATE user SET api_key = ? WHERE id = ?')),
    setPassword: changing(db.run<[hash: string, id: number]>('UPDATE user SET password_hash = ? WHERE id = ?')),
    setMayChangeEmails: changing(
      db.run<[may: number, id: number]>('UPDATE user SET can_change_user_emails = ? WHERE id = ?'),
    ),
    setTimezone: changing(db.run<[timezone: string, id: number]>('UPDATE user SET timezone = ? WHERE id = ?')),
    setSettings: changing(db.run<[settings: string, id: number]>('UPDATE user SET settings = ? WHERE id = ?')),
    setUnreadFloor: changing(db.run<[messageId: number, id: number]>('UPDATE user SET unread_floor = ? WHERE id = ?')),

    sessionByHash: db.get<{ user_id: number; csrf_hash: string; created: number }, [hash: string]>(
      'SELECT user_id, csrf_hash, created FROM session WHERE token_hash = ?',
    ),
    addSession: db.run<[hash: string, user: number, csrfHash: string, created: number]>(
      'INSERT INTO session VALUES (?, ?, ?, ?)',
    ),
    removeSession: db.run<[hash: string]>('DELETE FROM session WHERE token_hash = ?'),
    removeSessionsOf: db.run<[user: number]>('DELETE FROM session WHERE user_id = ?'),
    /** Ends all sessions except one. */
    removeOtherSessionsOf: db.run<[user: number, hash: string]>(
      'DELETE FROM session WHERE user_id = ? AND token_hash <> ?',
    ),
    removeAllSessions: db.run<[]>('DELETE FROM session'),
    removeSessionsBefore: db.run<[created: number]>('DELETE FROM session WHERE created < ?'),

    /** Replaces an earlier key. */
    putLoginLink: db.run<[hash: string, user: number, expires: number]>(
      'INSERT OR REPLACE INTO login_link VALUES (?, ?, ?)',
    ),
    byLoginLink: db.value<number, [hash: string, now: number]>(
      'SELECT user_id FROM login_link WHERE key_hash = ? AND expires > ?',
    ),
    removeLoginLinkOf: db.run<[user: number]>('DELETE FROM login_link WHERE user_id = ?'),
    removeLoginLinksBefore: db.run<[now: number]>('DELETE FROM login_link WHERE expires <= ?'),

    /** Replaces an earlier request for a new address. */
    addEmailChange: db.run<[hash: string, user: number, email: string, created: number]>(
      'INSERT OR REPLACE INTO pending_email_change VALUES (?, ?, ?, ?)',
    ),
    emailChange: db.get<{ user_id: number; new_email: string; created: number }, [hash: string]>(
      'SELECT user_id, new_email, created FROM pending_email_change WHERE key_hash = ?',
    ),
    removeEmailChangesBefore: db.run<[created: number]>('DELETE FROM pending_email_change WHERE created < ?'),
    removeEmailChangeOf: db.run<[user: number]>('DELETE FROM pending_email_change WHERE user_id = ?'),
  };

  function changing<V>(run: (value: V, id: number) => unknown): (value: V, id: number) => void {
    return (value, id) => {
      run(value, id);
      byId.forget(id);
    };
  }
  /**
   * A new user is added to the cached set of active users. Reading it again for each of many new users would be slow.
   */
  function joining(
    run: (user: NewUser & Record<string, unknown>) => { id: number },
  ): (user: NewUser) => { id: number } {
    return (user) => {
      const added = run({ ...user });
      if (!user.is_system) (active.get('ids') as Set<number>).add(added.id);
      return added;
    };
  }
};
