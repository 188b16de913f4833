import type { Database } from '../../kernel/db/database.ts';
import type { Submessage } from './types.ts';

const COLUMNS = 'id, message_id, sender_id, msg_type, content';

export const submessageRepository = (db: Database) => ({
  ofMessage: db.all<Submessage, [message: number]>(
    `SELECT ${COLUMNS} FROM submessage WHERE message_id = ? ORDER BY id`,
  ),
  /** Of several messages at once; ids as a JSON list. */
  ofMessages: db.all<Submessage, [ids: string]>(
    `SELECT ${COLUMNS} FROM submessage WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
  ),
  add: db.run<[message: number, sender: number, type: string, content: string]>(
    'INSERT INTO submessage (message_id, sender_id, msg_type, content) VALUES (?, ?, ?, ?)',
  ),
});
