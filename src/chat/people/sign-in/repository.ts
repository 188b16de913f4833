import type { Database } from '../../../kernel/db/database.ts';

export interface Session {
  token_hash: string;
  user_id: number;
  csrf_hash: string;
  created: number;
  /** To within ten minutes. */
  last_used: number;
  /** The User-Agent header of the last use. */
  device: string;
  /** The IP address of the last use. */
  address: string;
  /** The name of the identity provider of the sign-in; null: another method. */
  provider: string | null;
  /** The provider's token that its sign-out asks for. */
  id_token: string | null;
}

export const sessionRepository = (db: Database) => ({
  byHash: db.get<Session, [hash: string]>('SELECT * FROM session WHERE token_hash = ?'),
  ofUser: db.all<Session, [user: number]>(
    'SELECT * FROM session WHERE user_id = ? ORDER BY last_used DESC, token_hash',
  ),
  add: db.run<[Session & Record<string, unknown>]>(
    `INSERT INTO session (token_hash, user_id, csrf_hash, created, last_used, device, address, provider, id_token)
     VALUES (@token_hash, @user_id, @csrf_hash, @created, @last_used, @device, @address, @provider, @id_token)`,
  ),
  setUse: db.run<[last: number, device: string, address: string, hash: string]>(
    'UPDATE session SET last_used = ?, device = ?, address = ? WHERE token_hash = ?',
  ),
  remove: db.run<[hash: string]>('DELETE FROM session WHERE token_hash = ?'),
  removeOf: db.run<[user: number]>('DELETE FROM session WHERE user_id = ?'),
  /** Ends all sessions except one. */
  removeOthersOf: db.run<[user: number, hash: string]>('DELETE FROM session WHERE user_id = ? AND token_hash <> ?'),
  /** The least recently used sessions of a user beyond a number of them. */
  beyond: db.column<string, [user: number, most: number]>(
    'SELECT token_hash FROM session WHERE user_id = ? ORDER BY last_used DESC, created DESC LIMIT -1 OFFSET ?',
  ),
  removeAllBut: db.run<[hash: string]>('DELETE FROM session WHERE token_hash <> ?'),
  removeAll: db.run<[]>('DELETE FROM session'),
  removeBefore: db.run<[created: number]>('DELETE FROM session WHERE created < ?'),
});

export const passwordResetRepository = (db: Database) => ({
  /** Replaces an earlier link. */
  put: db.run<[hash: string, user: number, created: number]>('INSERT OR REPLACE INTO password_reset VALUES (?, ?, ?)'),
  findUser: db.value<number, [hash: string, since: number]>(
    'SELECT user_id FROM password_reset WHERE key_hash = ? AND created > ?',
  ),
  removeOf: db.run<[user: number]>('DELETE FROM password_reset WHERE user_id = ?'),
  removeBefore: db.run<[created: number]>('DELETE FROM password_reset WHERE created < ?'),
});

/** One-time links that sign a user in. */
export const loginLinkRepository = (db: Database) => ({
  /** Replaces an earlier key. */
  put: db.run<[hash: string, user: number, expires: number]>('INSERT OR REPLACE INTO login_link VALUES (?, ?, ?)'),
  findUser: db.value<number, [hash: string, now: number]>(
    'SELECT user_id FROM login_link WHERE key_hash = ? AND expires > ?',
  ),
  removeOf: db.run<[user: number]>('DELETE FROM login_link WHERE user_id = ?'),
  removeBefore: db.run<[now: number]>('DELETE FROM login_link WHERE expires <= ?'),
});
