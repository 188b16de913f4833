import type { Database } from '../../../kernel/db/database.ts';
import type { StoredStatus } from './types.ts';

const COLUMNS = 'user_id, status_text, emoji_name, emoji_code, reaction_type, scheduled_end_time';

export const userStatusRepository = (db: Database) => ({
  of: db.get<StoredStatus, [user: number]>(`SELECT ${COLUMNS} FROM user_status WHERE user_id = ?`),
  all: db.all<StoredStatus, []>(`SELECT ${COLUMNS} FROM user_status`),
  put: db.run<[StoredStatus & Record<string, unknown>]>(
    `INSERT OR REPLACE INTO user_status (${COLUMNS}) VALUES (@user_id, @status_text, @emoji_name, @emoji_code, @reaction_type, @scheduled_end_time)`,
  ),
  ended: db.all<StoredStatus, [now: number, limit: number]>(
    `SELECT ${COLUMNS} FROM user_status WHERE scheduled_end_time <= ? LIMIT ?`,
  ),
  nextEnd: db.value<number | null, []>(
    'SELECT min(scheduled_end_time) FROM user_status WHERE scheduled_end_time IS NOT NULL',
  ),
  remove: db.run<[user: number]>('DELETE FROM user_status WHERE user_id = ?'),
});
