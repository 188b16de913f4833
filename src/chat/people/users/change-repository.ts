import type { Database } from '../../../kernel/db/database.ts';
import type { UserCache } from './cache.ts';
import type { NewUser } from './row.ts';

/** Statements that add and change users. */
export const userChanges = (db: Database, cache: UserCache) => ({
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
    setUnreadFloor: change(db.run<[messageId: number, id: number]>('UPDATE user SET unread_floor = ? WHERE id = ?')),
  };
};

/** What decides whether and how a user can sign in. */
const identityChanges = (db: Database, cache: UserCache) => {
  const change = changing(cache);
  const setEmail = change(db.run<[email: string, id: number]>('UPDATE user SET email = ? WHERE id = ?'));
  const setActive = change(db.run<[active: number, id: number]>('UPDATE user SET is_active = ? WHERE id = ?'));
  return {
    setApiKey: change(db.run<[key: string, id: number]>('UPDATE user SET api_key = ? WHERE id = ?')),
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
