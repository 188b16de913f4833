import type { Database } from '../../../kernel/db/database.ts';

export interface StoredPresence {
  user_id: number;
  /** Last used the device; null: never. */
  active_timestamp: number | null;
  /** Last was connected. */
  idle_timestamp: number;
  /** Rises with every change of anybody. */
  update_id: number;
}

const COLUMNS = 'user_id, active_timestamp, idle_timestamp, update_id';

export const presenceRepository = (db: Database) => ({
  of: db.get<StoredPresence, [user: number]>(`SELECT ${COLUMNS} FROM presence WHERE user_id = ?`),
  /** Everybody's that changed after an update and was seen since a time. */
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
