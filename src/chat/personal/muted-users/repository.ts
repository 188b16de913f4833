import type { Database } from '../../../kernel/db/database.ts';

export const mutedUserRepository = (db: Database) => {
  const listMuters = db.column<number, [muted: number]>('SELECT user_id FROM muted_user WHERE muted_user_id = ?');
  const muters = db.cached(['muted_user'], (muted: number) => new Set(listMuters(muted)) as ReadonlySet<number>);
  const add = db.run<[user: number, muted: number, date: number]>('INSERT INTO muted_user VALUES (?, ?, ?)');
  const remove = db.run<[user: number, muted: number]>(
    'DELETE FROM muted_user WHERE user_id = ? AND muted_user_id = ?',
  );
  return {
    /** `timestamp`: since when, in seconds. */
    ofUser: db.all<{ id: number; timestamp: number }, [user: number]>(
      'SELECT muted_user_id AS id, date_muted AS timestamp FROM muted_user WHERE user_id = ? ORDER BY muted_user_id',
    ),
    /** Everyone who has muted this user. */
    listMuters: (muted: number): ReadonlySet<number> => muters.get(muted)!,
    add(user: number, muted: number, date: number): void {
      add(user, muted, date);
      muters.forget(muted);
    },
    remove(user: number, muted: number): void {
      remove(user, muted);
      muters.forget(muted);
    },
  };
};
