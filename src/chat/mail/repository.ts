import type { Database } from '../../kernel/db/database.ts';

export interface Mail {
  id: number;
  /** An address. */
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  created: number;
}

export const mailRepository = (db: Database) => ({
  add: db.run<[recipient: string, subject: string, body: string, created: number]>(
    'INSERT INTO outbox (recipient, subject, body, created) VALUES (?, ?, ?, ?)',
  ),
  /** All that wait, oldest first. */
  waiting: db.all<Mail, []>('SELECT id, recipient, subject, body, created FROM outbox ORDER BY id'),
  remove: db.run<[id: number]>('DELETE FROM outbox WHERE id = ?'),
});
