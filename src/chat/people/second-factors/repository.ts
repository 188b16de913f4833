import type { Database } from '../../../kernel/db/database.ts';
import type { Authenticator, Passkey, SignInAttempt } from './types.ts';

export const secondFactorRepository = (db: Database) => ({
  ...authenticatorStatements(db),
  ...passkeyStatements(db),
  ...attemptStatements(db),
  /** Whether an account has a second factor. */
  protects: db.value<number, [user: number, again: number]>(
    'SELECT EXISTS (SELECT 1 FROM totp WHERE user_id = ?) OR EXISTS (SELECT 1 FROM passkey WHERE user_id = ?)',
  ),
  /** Whether any account has a passkey. */
  hasPasskeys: db.value<number, []>('SELECT EXISTS (SELECT 1 FROM passkey)'),
  /** Whether any account has a second factor. */
  inUse: db.value<number, []>('SELECT EXISTS (SELECT 1 FROM totp) OR EXISTS (SELECT 1 FROM passkey)'),
});

const authenticatorStatements = (db: Database) => ({
  authenticator: db.get<Authenticator, [user: number]>('SELECT * FROM totp WHERE user_id = ?'),
  setAuthenticator: db.run<[user: number, secret: string, created: number, step: number]>(
    'INSERT OR REPLACE INTO totp VALUES (?, ?, ?, ?)',
  ),
  setLastStep: db.run<[step: number, user: number]>('UPDATE totp SET last_step = ? WHERE user_id = ?'),
  removeAuthenticator: db.run<[user: number]>('DELETE FROM totp WHERE user_id = ?'),

  recoveryCodes: db.value<number, [user: number]>('SELECT count(*) FROM recovery_code WHERE user_id = ?'),
  hasRecoveryCode: db.value<number, [user: number, hash: string]>(
    'SELECT 1 FROM recovery_code WHERE user_id = ? AND code_hash = ?',
  ),
  addRecoveryCode: db.run<[user: number, hash: string]>('INSERT INTO recovery_code VALUES (?, ?)'),
  removeRecoveryCode: db.run<[user: number, hash: string]>(
    'DELETE FROM recovery_code WHERE user_id = ? AND code_hash = ?',
  ),
  removeRecoveryCodes: db.run<[user: number]>('DELETE FROM recovery_code WHERE user_id = ?'),
});

const passkey = (row: Omit<Passkey, 'transports'> & { transports: string }): Passkey => ({
  ...row,
  transports: JSON.parse(row.transports),
});

const passkeyStatements = (db: Database) => ({
  passkey: db.get<Passkey, [id: string]>('SELECT * FROM passkey WHERE id = ?', passkey as never),
  listPasskeys: db.all<Passkey, [user: number]>(
    'SELECT * FROM passkey WHERE user_id = ? ORDER BY created, id',
    passkey as never,
  ),
  addPasskey: db.run<[Omit<Passkey, 'transports'> & Record<string, unknown>]>(
    `INSERT INTO passkey (id, user_id, name, public_key, counter, transports, created, verifies_user)
     VALUES (@id, @user_id, @name, @public_key, @counter, @transports, @created, @verifies_user)`,
  ),
  setPasskeyUse: db.run<[counter: number, time: number, verifies: number, id: string]>(
    'UPDATE passkey SET counter = ?, last_used = ?, verifies_user = ? WHERE id = ?',
  ),
  renamePasskey: db.run<[name: string, id: string]>('UPDATE passkey SET name = ? WHERE id = ?'),
  removePasskey: db.run<[id: string]>('DELETE FROM passkey WHERE id = ?'),
  removePasskeysOf: db.run<[user: number]>('DELETE FROM passkey WHERE user_id = ?'),

  addUsedChallenge: db.run<[challenge: string, user: number, expires: number]>(
    'INSERT OR IGNORE INTO passkey_challenge VALUES (?, ?, ?)',
  ),
  isChallengeUsed: db.value<number, [challenge: string]>('SELECT 1 FROM passkey_challenge WHERE challenge = ?'),
  removeChallengesBefore: db.run<[now: number]>('DELETE FROM passkey_challenge WHERE expires <= ?'),
});

const attempt = (row: Omit<SignInAttempt, 'destination'> & { destination: string }): SignInAttempt => ({
  ...row,
  destination: JSON.parse(row.destination),
});

const attemptStatements = (db: Database) => ({
  addAttempt: db.run<[Omit<SignInAttempt, 'destination' | 'failures'> & Record<string, unknown>]>(
    `INSERT INTO sign_in_attempt (token_hash, user_id, destination, account_state, created, provider, id_token)
     VALUES (@token_hash, @user_id, @destination, @account_state, @created, @provider, @id_token)`,
  ),
  keepNewestAttempts: db.run<[user: number, most: number]>(
    `DELETE FROM sign_in_attempt WHERE token_hash IN
       (SELECT token_hash FROM sign_in_attempt WHERE user_id = ? ORDER BY created DESC LIMIT -1 OFFSET ?)`,
  ),
  attempt: db.get<SignInAttempt, [hash: string, since: number]>(
    `SELECT user_id, destination, account_state, failures, created, provider, id_token FROM sign_in_attempt
       WHERE token_hash = ? AND created > ?`,
    attempt as never,
  ),
  failAttempt: db.run<[hash: string]>('UPDATE sign_in_attempt SET failures = failures + 1 WHERE token_hash = ?'),
  removeAttempt: db.run<[hash: string]>('DELETE FROM sign_in_attempt WHERE token_hash = ?'),
  removeAttemptsBefore: db.run<[created: number]>('DELETE FROM sign_in_attempt WHERE created <= ?'),
});
