import type { Database } from '../../../kernel/db/database.ts';
import type { Pin } from './types.ts';

const COLUMNS = 'p.message_id, p.pinned_by, p.pinned_at';
const NEWEST_FIRST = 'ORDER BY p.pinned_at DESC, p.message_id DESC LIMIT ?';

export const pinRepository = (db: Database) => ({
  byId: db.get<Pin, [message: number]>(`SELECT ${COLUMNS} FROM pin p WHERE p.message_id = ?`),
  /** The pins of a channel or a direct-message conversation, the newest first. */
  ofRecipient: db.all<Pin, [recipient: number, limit: number]>(
    `SELECT ${COLUMNS} FROM pin p WHERE p.recipient_id = ? ${NEWEST_FIRST}`,
  ),
  /** The pins of a topic, the newest first. Channels have few pins, so that reading all of them is cheap. */
  ofTopic: db.all<Pin, [recipient: number, topic: number, limit: number]>(
    `SELECT ${COLUMNS} FROM pin p CROSS JOIN message m ON m.id = p.message_id
     WHERE p.recipient_id = ? AND m.topic_id = ? ${NEWEST_FIRST}`,
  ),
  count: db.value<number, [recipient: number]>('SELECT count(*) FROM pin WHERE recipient_id = ?'),
  add: db.run<[message: number, recipient: number, user: number | null, at: number]>(
    'INSERT INTO pin (message_id, recipient_id, pinned_by, pinned_at) VALUES (?, ?, ?, ?)',
  ),
  remove: db.run<[message: number]>('DELETE FROM pin WHERE message_id = ?'),
});
