import type { Database } from '../../../kernel/db/database.ts';
import type { Submessage } from './events.ts';

/** The total size of a message's submessages. */
export interface Usage {
  count: number;
  length: number;
  own_count: number;
  own_length: number;
}

const COLUMNS = 'id, message_id, sender_id, msg_type, content';

export const submessageRepository = (db: Database) => ({
  ofMessage: db.all<Submessage, [message: number]>(
    `SELECT ${COLUMNS} FROM submessage WHERE message_id = ? ORDER BY id`,
  ),
  /** Of several messages at once; ids as a JSON list. */
  ofMessages: db.all<Submessage, [ids: string]>(
    `SELECT ${COLUMNS} FROM submessage WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
  ),
  /** The number and length of a message's submessages, in total and by one user. Lengths are in characters. */
  usage: db.get<Usage, [user: number, user: number, message: number]>(
    `SELECT count(*) AS count, ifnull(sum(length(content)), 0) AS length,
       count(CASE WHEN sender_id = ? THEN 1 END) AS own_count,
       ifnull(sum(CASE WHEN sender_id = ? THEN length(content) END), 0) AS own_length
     FROM submessage WHERE message_id = ?`,
  ),
  add: db.run<[message: number, sender: number, type: string, content: string]>(
    'INSERT INTO submessage (message_id, sender_id, msg_type, content) VALUES (?, ?, ?, ?)',
  ),
});
