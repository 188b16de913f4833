import type { Database } from '../../../kernel/db/database.ts';
import type { WebhookTemplate } from './types.ts';

export const webhookTemplateRepository = (db: Database) => ({
  names: db.all<Omit<WebhookTemplate, 'text'>, []>('SELECT id, name FROM webhook_template ORDER BY id'),
  byId: db.get<WebhookTemplate, [id: number]>('SELECT id, name, text FROM webhook_template WHERE id = ?'),
  add: db.run<[name: string, text: string]>('INSERT INTO webhook_template (name, text) VALUES (?, ?)'),
  change: db.run<[name: string, text: string, id: number]>(
    'UPDATE webhook_template SET name = ?, text = ? WHERE id = ?',
  ),
  remove: db.run<[id: number]>('DELETE FROM webhook_template WHERE id = ?'),
});
