import type { Database } from '../../../kernel/db/database.ts';
import type { DeliveryFailure } from '../targets/types.ts';
import type { Subscription } from './types.ts';

/** The server's keys are stored beside the organization's settings. */
const KEYS = 'web_push_keys';

const COLUMNS = 'id, user_id, session_hash, endpoint, p256dh, auth, last_success, last_failure, failure';

export const webPushRepository = (db: Database) => {
  const stored = db.value<string>('SELECT value FROM realm_setting WHERE name = ?');
  const store = db.run<[name: string, value: string]>('INSERT OR REPLACE INTO realm_setting VALUES (?, ?)');
  const due = db.all<{ id: number; user_id: number }, [now: number]>(
    `SELECT s.id, s.user_id FROM web_push_notice n JOIN web_push_subscription s ON s.id = n.subscription_id
     WHERE n.due <= ? GROUP BY s.id ORDER BY min(n.due) LIMIT 1000`,
  );
  return {
    keys: (): string | undefined => stored(KEYS),
    setKeys: (keys: string): unknown => store(KEYS, keys),

    /** One row per browser; its user and session can change. */
    add: db.run<
      [user: number, session: string | null, endpoint: string, p256dh: string, auth: string, created: number]
    >(
      `INSERT INTO web_push_subscription (user_id, session_hash, endpoint, p256dh, auth, created) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, session_hash = excluded.session_hash,
         p256dh = excluded.p256dh, auth = excluded.auth, created = excluded.created`,
    ),
    byEndpoint: db.get<Subscription, [endpoint: string]>(
      `SELECT ${COLUMNS} FROM web_push_subscription WHERE endpoint = ?`,
    ),
    ofUser: db.all<Subscription, [user: number]>(
      `SELECT ${COLUMNS} FROM web_push_subscription WHERE user_id = ? ORDER BY created DESC, id DESC`,
    ),
    byId: db.get<Subscription, [id: number]>(`SELECT ${COLUMNS} FROM web_push_subscription WHERE id = ?`),
    owners: db.column<number, []>('SELECT DISTINCT user_id FROM web_push_subscription'),
    setSuccess: db.run<[time: number, id: number]>(
      'UPDATE web_push_subscription SET last_success = ?, failure = NULL WHERE id = ?',
    ),
    setFailure: db.run<[time: number, failure: DeliveryFailure, id: number]>(
      'UPDATE web_push_subscription SET last_failure = ?, failure = ? WHERE id = ?',
    ),
    remove: db.run<[id: number]>('DELETE FROM web_push_subscription WHERE id = ?'),

    removeNotices: db.run<[subscription: number]>('DELETE FROM web_push_notice WHERE subscription_id = ?'),
    addNotice: db.run<[subscription: number, message: number, due: number]>(
      'INSERT OR IGNORE INTO web_push_notice VALUES (?, ?, ?)',
    ),
    /** The users to notify, longest waiting first, with their browsers. */
    due: (now: number): Map<number, number[]> => {
      const browsers = Map.groupBy(due(now), ({ user_id }) => user_id);
      return new Map([...browsers].map(([user, rows]) => [user, rows.map(({ id }) => id)]));
    },
    nextDue: db.value<number | null, []>('SELECT min(due) FROM web_push_notice'),
    waiting: db.column<number, [subscription: number, now: number]>(
      'SELECT message_id FROM web_push_notice WHERE subscription_id = ? AND due <= ? ORDER BY message_id',
    ),
    postpone: db.run<[due: number, subscription: number]>(
      'UPDATE web_push_notice SET due = ? WHERE subscription_id = ?',
    ),
    removeNotice: db.run<[subscription: number, message: number]>(
      'DELETE FROM web_push_notice WHERE subscription_id = ? AND message_id = ?',
    ),
  };
};
