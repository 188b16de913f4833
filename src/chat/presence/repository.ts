import type { Database } from '../../kernel/db/database.ts';

export interface StoredPresence {
  user_id: number;
  /** Last used the device; null: never. */
  active_timestamp: number | null;
  /** Last was connected; null: never. */
  idle_timestamp: number | null;
  client: string;
  update_id: number;
}

export const presenceRepository = (db: Database) => ({
  of: db.get<StoredPresence, [user: number]>('SELECT * FROM presence WHERE user_id = ?'),
  /** Everybody's that changed after an update and was seen since a time. */
  since: db.all<StoredPresence, [update: number, time: number]>(
    'SELECT * FROM presence WHERE update_id > ? AND max(coalesce(active_timestamp, 0), coalesce(idle_timestamp, 0)) >= ? ORDER BY user_id',
  ),
  newestUpdate: db.value<number, []>('SELECT max(update_id) FROM presence'),
  put: db.run<[StoredPresence & Record<string, unknown>]>(
    `INSERT INTO presence (user_id, active_timestamp, idle_timestamp, client, update_id)
     VALUES (@user_id, @active_timestamp, @idle_timestamp, @client, @update_id)
     ON CONFLICT (user_id) DO UPDATE SET active_timestamp = @active_timestamp, idle_timestamp = @idle_timestamp, client = @client, update_id = @update_id`,
  ),
});
