import type { Database } from '../../../kernel/db/database.ts';
import { MESSAGE_COLUMNS } from './columns.ts';
import type { Flaggable, StoredMessage } from './types.ts';

/** Statements that find messages. */
export const messageLookups = (db: Database) => ({
  byId: db.get<StoredMessage, [id: number]>(`SELECT ${MESSAGE_COLUMNS} FROM message m WHERE m.id = ?`),
  /** By id; ids as a JSON list. */
  byIds: db.all<StoredMessage, [ids: string]>(
    `SELECT ${MESSAGE_COLUMNS} FROM message m WHERE m.id IN (SELECT value FROM json_each(?)) ORDER BY m.id`,
  ),
  /** The same with only the fields that flags need. */
  flaggable: db.all<Flaggable, [ids: string]>(
    `SELECT id, recipient_id, origin_id, sender_id, topic_id, subject, facts FROM message
     WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
  ),
  /** The approximate number of characters in the submessages of messages, where there are any; ids as a JSON list. */
  submessageLengths: db.all<{ id: number; length: number }, [ids: string]>(
    `SELECT message_id AS id, sum(length(content) + 150) AS length FROM submessage
     WHERE message_id IN (SELECT value FROM json_each(?)) GROUP BY message_id`,
  ),
  idsInTopic: db.column<number, [topic: number, from: number]>(
    'SELECT id FROM message WHERE topic_id = ? AND id >= ? ORDER BY id',
  ),
  newestId: db.value<number>('SELECT max(id) FROM message'),
  /** The first messages of a conversation, at most `most`. */
  oldest: db.all<StoredMessage, [recipient: number, most: number]>(
    `SELECT ${MESSAGE_COLUMNS} FROM message m WHERE m.recipient_id = ? ORDER BY m.id LIMIT ?`,
  ),
  /** The first messages of a conversation that have these ids and were sent before a time, at most `most`. */
  sentBefore: db.all<StoredMessage, [recipient: number, from: number, upTo: number, time: number, most: number]>(
    `SELECT ${MESSAGE_COLUMNS} FROM message m WHERE m.recipient_id = ? AND m.id BETWEEN ? AND ? AND m.date_sent < ?
     ORDER BY m.id LIMIT ?`,
  ),
  /** 1 if a conversation has messages with these ids. */
  hasBetween: db.value<1, [recipient: number, from: number, upTo: number]>(
    'SELECT 1 FROM message WHERE recipient_id = ? AND id BETWEEN ? AND ? LIMIT 1',
  ),
  subjectOf: db.value<string, [recipient: number, id: number]>(
    'SELECT subject FROM message WHERE recipient_id = ? AND id = ?',
  ),
  /** The newest message that a user received and still has. */
  newestReceived: db.value<number, [user: number]>(
    `SELECT max((SELECT max(id) FROM message WHERE recipient_id = p.recipient_id AND id > p.from_id AND id <= coalesce(p.until_id, 9e15)))
     FROM membership p WHERE user_id = ?`,
  ),
  /** Whether a user received anything in a topic. */
  firstReceived: db.value<number, [user: number, topic: number]>(
    `SELECT m.id FROM message m JOIN membership p ON p.user_id = ? AND p.recipient_id = coalesce(m.origin_id, m.recipient_id) AND p.from_id < m.id
     AND m.id <= coalesce(p.until_id, 9e15) WHERE m.topic_id = ? LIMIT 1`,
  ),
  hasMessages: db.value<number, [recipient: number]>('SELECT 1 FROM message WHERE recipient_id = ? LIMIT 1'),
});
