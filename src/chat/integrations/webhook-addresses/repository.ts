import type { Database } from '../../../kernel/db/database.ts';
import type { WebhookAddress } from './types.ts';

const COLUMNS = 'id, bot_id, service, channel_id, topic, secret, created';

export const webhookAddressRepository = (db: Database) => ({
  byHash: db.get<WebhookAddress, [token_hash: string]>(`SELECT ${COLUMNS} FROM webhook_address WHERE token_hash = ?`),
  byId: db.get<WebhookAddress, [id: number]>(`SELECT ${COLUMNS} FROM webhook_address WHERE id = ?`),
  list: db.all<WebhookAddress, []>(`SELECT ${COLUMNS} FROM webhook_address ORDER BY id`),
  ofBot: db.all<WebhookAddress, [bot_id: number]>(
    `SELECT ${COLUMNS} FROM webhook_address WHERE bot_id = ? ORDER BY id`,
  ),
  ofOwner: db.all<WebhookAddress, [owner_id: number]>(
    `SELECT ${COLUMNS} FROM webhook_address
     WHERE bot_id IN (SELECT id FROM user WHERE bot_owner_id = ?) ORDER BY id`,
  ),
  insert: db.run<[Omit<WebhookAddress, 'id'> & { token_hash: string }]>(
    `INSERT INTO webhook_address (token_hash, bot_id, service, channel_id, topic, secret, created)
     VALUES (@token_hash, @bot_id, @service, @channel_id, @topic, @secret, @created)`,
  ),
  removeOfService: db.run<[service: string]>('DELETE FROM webhook_address WHERE service = ?'),
  remove: db.run<[id: number]>('DELETE FROM webhook_address WHERE id = ?'),
});
