import type { Database } from '../../../kernel/db/database.ts';
import type { StoredIdentity } from './types.ts';

export interface AppToken {
  user_id: number;
  provider: string | null;
  id_token: string | null;
}

export const identityRepository = (db: Database) => ({
  byId: db.get<StoredIdentity, [issuer: string, subject: string]>(
    'SELECT * FROM external_identity WHERE issuer = ? AND subject = ?',
  ),
  ofUser: db.all<StoredIdentity, [user: number]>('SELECT * FROM external_identity WHERE user_id = ? ORDER BY issuer'),
  ofUserAt: db.get<StoredIdentity, [user: number, issuer: string]>(
    'SELECT * FROM external_identity WHERE user_id = ? AND issuer = ?',
  ),
  ofIssuer: db.all<StoredIdentity, [issuer: string]>(
    'SELECT * FROM external_identity WHERE issuer = ? ORDER BY user_id',
  ),
  add: db.run<[Omit<StoredIdentity, 'picture'> & Record<string, unknown>]>(
    `INSERT INTO external_identity (issuer, subject, user_id, created, last_used, account_name)
     VALUES (@issuer, @subject, @user_id, @created, @last_used, @account_name)`,
  ),
  setUse: db.run<[time: number, name: string | null, issuer: string, subject: string]>(
    'UPDATE external_identity SET last_used = ?, account_name = ? WHERE issuer = ? AND subject = ?',
  ),
  remove: db.run<[issuer: string, subject: string]>('DELETE FROM external_identity WHERE issuer = ? AND subject = ?'),
  setPicture: db.run<[picture: string, issuer: string, subject: string]>(
    'UPDATE external_identity SET picture = ? WHERE issuer = ? AND subject = ?',
  ),
  removeOf: db.run<[user: number]>('DELETE FROM external_identity WHERE user_id = ?'),

  /** Accounts whose users never showed that the address is theirs. */
  addUnproven: db.run<[user: number]>('INSERT INTO unproven_address VALUES (?)'),
  isUnproven: db.value<number, [user: number]>('SELECT 1 FROM unproven_address WHERE user_id = ?'),
  removeUnproven: db.run<[user: number]>('DELETE FROM unproven_address WHERE user_id = ?'),

  addAppToken: db.run<[hash: string, user: number, expires: number, provider: string | null, idToken: string | null]>(
    'INSERT INTO app_token VALUES (?, ?, ?, ?, ?)',
  ),
  keepNewestAppTokens: db.run<[user: number, most: number]>(
    `DELETE FROM app_token WHERE token_hash IN
       (SELECT token_hash FROM app_token WHERE user_id = ? ORDER BY expires DESC LIMIT -1 OFFSET ?)`,
  ),
  appToken: db.get<AppToken, [hash: string, now: number]>(
    'SELECT user_id, provider, id_token FROM app_token WHERE token_hash = ? AND expires > ?',
  ),
  removeAppToken: db.run<[hash: string]>('DELETE FROM app_token WHERE token_hash = ?'),
  removeAppTokensOf: db.run<[user: number]>('DELETE FROM app_token WHERE user_id = ?'),
  removeAppTokensBefore: db.run<[now: number]>('DELETE FROM app_token WHERE expires <= ?'),
});
