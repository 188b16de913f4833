import type { Database } from '../../../kernel/db/database.ts';
import type { Delivery } from './types.ts';

export const outgoingWebhookRepository = (db: Database) => ({
  /** Of each bot the three that are due longest, so that a webhook which does not answer delays those of no other. */
  due: db.all<Delivery, [now: number]>(
    `SELECT id, bot_id, message_id, trigger_word, attempts FROM (
       SELECT *, row_number() OVER (PARTITION BY bot_id ORDER BY due, id) AS place FROM webhook_delivery WHERE due <= ?
     ) WHERE place <= 3 ORDER BY due, id LIMIT 50`,
  ),
  nextDue: db.value<number | null, []>('SELECT min(due) FROM webhook_delivery'),
  waiting: db.value<number, [bot_id: number]>('SELECT count(*) FROM webhook_delivery WHERE bot_id = ?'),
  add: db.run<[bot: number, message: number, trigger: string, due: number]>(
    'INSERT INTO webhook_delivery (bot_id, message_id, trigger_word, due) VALUES (?, ?, ?, ?)',
  ),
  postpone: db.run<[due: number, id: number]>(
    'UPDATE webhook_delivery SET attempts = attempts + 1, due = ? WHERE id = ?',
  ),
  /** Removes all but the newest of a bot. */
  trim: db.run<[{ bot_id: number; most: number }]>(
    `DELETE FROM webhook_delivery WHERE bot_id = @bot_id AND id IN
       (SELECT id FROM webhook_delivery WHERE bot_id = @bot_id ORDER BY id DESC LIMIT -1 OFFSET @most)`,
  ),
  remove: db.run<[id: number]>('DELETE FROM webhook_delivery WHERE id = ?'),
});
