import type { Database } from '../../../kernel/db/database.ts';
import type { KeptDelivery } from './types.ts';

const COLUMNS = 'id, address_id, received, repeats, content, error, message_id';

export const receivedDeliveryRepository = (db: Database) => ({
  byId: db.get<KeptDelivery, [id: number]>(`SELECT ${COLUMNS} FROM received_delivery WHERE id = ?`),
  list: db.all<KeptDelivery, [address_id: number]>(
    `SELECT ${COLUMNS} FROM received_delivery WHERE address_id = ? ORDER BY id DESC`,
  ),
  insert: db.run<[Omit<KeptDelivery, 'id' | 'repeats'>]>(
    `INSERT INTO received_delivery (address_id, received, content, error, message_id)
     VALUES (@address_id, @received, @content, @error, @message_id)`,
  ),
  countRepeat: db.run<[received: number, address_id: number, message_id: number]>(
    'UPDATE received_delivery SET repeats = repeats + 1, received = ? WHERE address_id = ? AND message_id = ?',
  ),
  /** Removes all but the newest. */
  trim: db.run<[{ address_id: number; most: number }]>(
    `DELETE FROM received_delivery WHERE address_id = @address_id AND id NOT IN
       (SELECT id FROM received_delivery WHERE address_id = @address_id ORDER BY id DESC LIMIT @most)`,
  ),
  /** Keeps the newest deliveries to a bot and to its owner's other bots, as many as have at most so many bytes. */
  trimAccount: db.run<[{ bot_id: number; most: number }]>(
    `DELETE FROM received_delivery WHERE id IN (SELECT id FROM (
       SELECT d.id, sum(octet_length(d.content)) OVER (ORDER BY d.id DESC) AS bytes
       FROM received_delivery d JOIN webhook_address a ON a.id = d.address_id
       WHERE a.bot_id = @bot_id OR a.bot_id IN (
         SELECT id FROM user WHERE bot_owner_id = (SELECT bot_owner_id FROM user WHERE id = @bot_id)))
     WHERE bytes > @most)`,
  ),
  removeOfOwner: db.run<[owner_id: number]>(
    `DELETE FROM received_delivery WHERE address_id IN (
       SELECT id FROM webhook_address WHERE bot_id IN (SELECT id FROM user WHERE bot_owner_id = ?))`,
  ),
  removeBefore: db.run<[time: number]>('DELETE FROM received_delivery WHERE received < ?'),
});
