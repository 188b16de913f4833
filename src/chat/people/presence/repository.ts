import type { Database } from '../../../kernel/db/database.ts';

export interface StoredPresence {
  user_id: number;
  /** When the user last used a client; null: never. */
  active_timestamp: number | null;
  /** When a client was last connected. */
  idle_timestamp: number;
  /** Rises with every change of any user's presence. */
  update_id: number;
}

const COLUMNS = 'user_id, active_timestamp, idle_timestamp, update_id';

export const presenceRepository = (db: Database) => ({
  of: db.get<StoredPresence, [user: number]>(`SELECT ${COLUMNS} FROM presence WHERE user_id = ?`),
  /** All presence that changed after an update and was reported since a time. */
  since: db.all<StoredPresence, [update: number, time: number]>(
    `SELECT ${COLUMNS} FROM presence WHERE update_id > ? AND idle_timestamp >= ? ORDER BY user_id`,
  ),
  /** Gives the row the next update id. */
  put: db.run<[Omit<StoredPresence, 'update_id'> & Record<string, unknown>]>(
    `INSERT INTO presence (user_id, active_timestamp, idle_timestamp, update_id)
     VALUES (@user_id, @active_timestamp, @idle_timestamp, (SELECT coalesce(max(update_id), 0) + 1 FROM presence))
     ON CONFLICT (user_id) DO UPDATE SET active_timestamp = excluded.active_timestamp, idle_timestamp = excluded.idle_timestamp,
       update_id = excluded.update_id`,
  ),
});
