import type { Database } from '../../../kernel/db/database.ts';

/** Statements on sessions. */
export const sessionStatements = (db: Database) => ({
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
});

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
