import type { Database } from '../../kernel/db/database.ts';

export type Kind = 'apns' | 'fcm';

export const deviceRepository = (db: Database) => ({
  /** How many phones of someone can be woken; with a token, whether that one can. */
  count: db.value<number, [user: number]>('SELECT count(*) FROM push_token WHERE user_id = ?'),
  has: db.value<number, [user: number, token: string]>('SELECT 1 FROM push_token WHERE user_id = ? AND token = ? LIMIT 1'),
  add: db.run<[user: number, kind: Kind, token: string, app: string | null, created: number]>(
    'INSERT OR REPLACE INTO push_token VALUES (?, ?, ?, ?, ?)',
  ),
  remove: db.run<[user: number, kind: Kind, token: string]>('DELETE FROM push_token WHERE user_id = ? AND kind = ? AND token = ?'),
});
