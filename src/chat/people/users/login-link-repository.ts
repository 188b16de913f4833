import type { Database } from '../../../kernel/db/database.ts';

/** Statements on one-time links that sign a user in. */
export const loginLinkStatements = (db: Database) => ({
  /** Replaces an earlier key. */
  putLoginLink: db.run<[hash: string, user: number, expires: number]>(
    'INSERT OR REPLACE INTO login_link VALUES (?, ?, ?)',
  ),
  byLoginLink: db.value<number, [hash: string, now: number]>(
    'SELECT user_id FROM login_link WHERE key_hash = ? AND expires > ?',
  ),
  removeLoginLinkOf: db.run<[user: number]>('DELETE FROM login_link WHERE user_id = ?'),
  removeLoginLinksBefore: db.run<[now: number]>('DELETE FROM login_link WHERE expires <= ?'),
});
