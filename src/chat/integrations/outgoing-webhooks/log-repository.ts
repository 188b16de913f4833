import type { Database } from '../../../kernel/db/database.ts';
import type { SentDelivery } from './types.ts';

export const sentDeliveryRepository = (db: Database) => ({
  ofBot: db.all<SentDelivery, [bot_id: number]>(
    'SELECT id, bot_id, message_id, command, sent, status, error FROM sent_delivery WHERE bot_id = ? ORDER BY id DESC',
  ),
  insert: db.run<[Omit<SentDelivery, 'id'>]>(
    `INSERT INTO sent_delivery (bot_id, message_id, command, sent, status, error)
     VALUES (@bot_id, @message_id, @command, @sent, @status, @error)`,
  ),
  /** Removes all but the newest. */
  trim: db.run<[{ bot_id: number; most: number }]>(
    `DELETE FROM sent_delivery WHERE bot_id = @bot_id AND id NOT IN
       (SELECT id FROM sent_delivery WHERE bot_id = @bot_id ORDER BY id DESC LIMIT @most)`,
  ),
  removeBefore: db.run<[time: number]>('DELETE FROM sent_delivery WHERE sent < ?'),
});
