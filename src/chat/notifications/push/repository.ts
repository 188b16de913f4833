import type { Database } from '../../../kernel/db/database.ts';
import type { DeliveryFailure, DeliveryResult } from '../targets/types.ts';

export type Kind = 'apns' | 'fcm';

/** A phone. */
export interface Token extends DeliveryResult {
  user_id: number;
  kind: Kind;
  token: string;
  app_id: string | null;
}

const COLUMNS = 'user_id, kind, token, app_id, last_success, last_failure, failure';

export const deviceRepository = (db: Database) => ({
  /** How many of a user's phones can be notified; with a token, whether that one can. */
  count: db.value<number, [user: number]>('SELECT count(*) FROM push_token WHERE user_id = ?'),
  has: db.value<number, [user: number, token: string]>(
    'SELECT 1 FROM push_token WHERE user_id = ? AND token = ? LIMIT 1',
  ),
  add: db.run<[user: number, kind: Kind, token: string, app: string | null, created: number]>(
    `INSERT OR REPLACE INTO push_token (user_id, kind, token, app_id, created, registered)
     VALUES (?, ?, ?, ?, ?, 0)`,
  ),
  remove: db.run<[user: number, kind: Kind, token: string]>(
    'DELETE FROM push_token WHERE user_id = ? AND kind = ? AND token = ?',
  ),
  removeOf: db.run<[user: number]>('DELETE FROM push_token WHERE user_id = ?'),
  /** The users of a phone. */
  owners: db.column<number, []>('SELECT DISTINCT user_id FROM push_token'),
  listTokens: db.all<Token, [user: number]>(`SELECT ${COLUMNS} FROM push_token WHERE user_id = ? ORDER BY created`),
  /** Phones that the push service does not know yet. */
  unregistered: db.all<Token, []>(`SELECT ${COLUMNS} FROM push_token WHERE registered = 0 LIMIT 100`),
  setRegistered: db.run<[user: number, kind: Kind, token: string]>(
    'UPDATE push_token SET registered = 1 WHERE user_id = ? AND kind = ? AND token = ?',
  ),
  /** Has all phones register again, since another push service must know them. */
  unregisterAll: db.run<[]>('UPDATE push_token SET registered = 0'),
  countAll: db.value<number, []>('SELECT count(*) FROM push_token'),
  lastSuccess: db.value<number | null, []>('SELECT max(last_success) FROM push_token'),
  /** The last failure of all phones; `failure` is null after a later success. */
  lastFailure: db.get<Pick<Token, 'last_failure' | 'failure'>, []>(
    'SELECT last_failure, failure FROM push_token WHERE last_failure IS NOT NULL ORDER BY last_failure DESC LIMIT 1',
  ),
  setSuccess: db.run<[time: number, user: number, kind: Kind, token: string]>(
    'UPDATE push_token SET last_success = ?, failure = NULL WHERE user_id = ? AND kind = ? AND token = ?',
  ),
  setFailure: db.run<[time: number, failure: DeliveryFailure, user: number, kind: Kind, token: string]>(
    'UPDATE push_token SET last_failure = ?, failure = ? WHERE user_id = ? AND kind = ? AND token = ?',
  ),

  addNotice: db.run<[user: number, message: number, due: number]>('INSERT OR IGNORE INTO push_notice VALUES (?, ?, ?)'),
  duePeople: db.column<number, [now: number]>('SELECT DISTINCT user_id FROM push_notice WHERE due <= ? LIMIT 200'),
  nextDue: db.value<number | null, []>('SELECT min(due) FROM push_notice'),
  waiting: db.column<number, [user: number]>(
    'SELECT message_id FROM push_notice WHERE user_id = ? AND due IS NOT NULL ORDER BY message_id',
  ),
  postpone: db.run<[due: number, user: number]>('UPDATE push_notice SET due = ? WHERE user_id = ? AND due IS NOT NULL'),
  setNotified: db.run<[user: number, message: number]>(
    'UPDATE push_notice SET due = NULL WHERE user_id = ? AND message_id = ?',
  ),
  /** The messages that a user's phones show and that are not read yet, as far as is known. */
  notified: db.column<number, [user: number]>(
    'SELECT message_id FROM push_notice WHERE user_id = ? AND due IS NULL ORDER BY message_id',
  ),
  notifiedUsers: db.column<number, []>('SELECT DISTINCT user_id FROM push_notice WHERE due IS NULL'),
  removeNotice: db.run<[user: number, message: number]>('DELETE FROM push_notice WHERE user_id = ? AND message_id = ?'),
});
