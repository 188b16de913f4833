import type { Database } from '../../../kernel/db/database.ts';
import type { StoredDataExport } from './types.ts';

const COLUMNS = 'user_id, requested, finished, has_failed, file_key, size';

export const dataExportRepository = (db: Database) => ({
  of: db.get<StoredDataExport, [user: number]>(`SELECT ${COLUMNS} FROM data_export WHERE user_id = ?`),
  /** The oldest request that no file was made for. */
  pending: db.get<StoredDataExport, []>(
    `SELECT ${COLUMNS} FROM data_export WHERE finished IS NULL ORDER BY requested, user_id LIMIT 1`,
  ),
  /** Those with a file that were finished before a time. */
  finishedBefore: db.all<StoredDataExport, [time: number]>(
    `SELECT ${COLUMNS} FROM data_export WHERE file_key IS NOT NULL AND finished < ?`,
  ),
  /** Replaces the user's earlier export. */
  request: db.run<[user: number, time: number]>(
    `INSERT INTO data_export (user_id, requested) VALUES (?, ?)
     ON CONFLICT (user_id) DO UPDATE SET requested = excluded.requested, finished = NULL, has_failed = 0,
       file_key = NULL, size = NULL`,
  ),
  /** Changes no row if the user was erased or has made another request meanwhile. */
  finish: db.run<[Pick<StoredDataExport, 'user_id' | 'requested' | 'file_key' | 'size'> & { time: number }]>(
    `UPDATE data_export SET finished = @time, file_key = @file_key, size = @size
     WHERE user_id = @user_id AND requested = @requested AND finished IS NULL`,
  ),
  fail: db.run<[time: number, user: number]>(
    'UPDATE data_export SET finished = ?, has_failed = 1 WHERE user_id = ? AND finished IS NULL',
  ),
  forgetFile: db.run<[user: number]>('UPDATE data_export SET file_key = NULL, size = NULL WHERE user_id = ?'),
  /** 1 if a file on disk is such an export. */
  isKept: db.value<number, [key: string]>('SELECT 1 FROM data_export WHERE file_key = ?'),
});
