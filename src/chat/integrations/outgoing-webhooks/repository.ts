import type { Database } from '../../../kernel/db/database.ts';
import type { Delivery } from './types.ts';

export const outgoingWebhookRepository = (db: Database) => ({
  due: db.all<Delivery, [now: number]>(
    'SELECT id, bot_id, message_id, trigger_word, attempts FROM webhook_delivery WHERE due <= ? ORDER BY due, id LIMIT 50',
  ),
  nextDue: db.value<number | null, []>('SELECT min(due) FROM webhook_delivery'),
  add: db.run<[bot: number, message: number, trigger: string, due: number]>(
    'INSERT INTO webhook_delivery (bot_id, message_id, trigger_word, due) VALUES (?, ?, ?, ?)',
  ),
  postpone: db.run<[due: number, id: number]>(
    'UPDATE webhook_delivery SET attempts = attempts + 1, due = ? WHERE id = ?',
  ),
  remove: db.run<[id: number]>('DELETE FROM webhook_delivery WHERE id = ?'),
});
