import type { Database } from '../../../kernel/db/database.ts';

export const passwordResetRepository = (db: Database) => ({
  /** Replaces an earlier link. */
  put: db.run<[hash: string, user: number, created: number]>('INSERT OR REPLACE INTO password_reset VALUES (?, ?, ?)'),
  userOf: db.value<number, [hash: string, since: number]>(
    'SELECT user_id FROM password_reset WHERE key_hash = ? AND created > ?',
  ),
  removeOf: db.run<[user: number]>('DELETE FROM password_reset WHERE user_id = ?'),
  removeBefore: db.run<[created: number]>('DELETE FROM password_reset WHERE created < ?'),
});
