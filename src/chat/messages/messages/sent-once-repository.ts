import type { Database } from '../../../kernel/db/database.ts';

/** Statements on the `local_id`s of sent messages, which make a repeated send idempotent. */
export const sentOnceStatements = (db: Database) => ({
  sentOnce: db.value<number, [user: number, queue: string, local: string]>(
    'SELECT message_id FROM sent_once WHERE user_id = ? AND queue_id = ? AND local_id = ?',
  ),
  rememberSent: db.run<[user: number, queue: string, local: string, message: number]>(
    'INSERT INTO sent_once VALUES (?, ?, ?, ?)',
  ),
  forgetSentBefore: db.run<[message: number]>('DELETE FROM sent_once WHERE message_id < ?'),
});
