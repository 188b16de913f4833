import type { Database } from '../../../kernel/db/database.ts';
import type { StoredMessage } from './types.ts';

/** The fields of a message that unread counts need. */
type UnreadRow = Pick<StoredMessage, 'id' | 'recipient_id' | 'origin_id' | 'sender_id' | 'topic_id' | 'facts'>;

type Sent = [id: number, sender: number, topic: number | null, facts: number];

/**
 * When all messages of a conversation are requested, this many are read at once. Reading one by one takes three times
 * as long.
 */
const PIECE = 1000;

/** Statements on the messages that a user read, and on those that count as unread. */
export const readStateStatements = (db: Database) => {
  const addChunk = db.run<[user: number, chunk: number, bits: Buffer]>('INSERT INTO read_chunk VALUES (?, ?, ?)');
  const setChunk = db.run<[bits: Buffer, user: number, chunk: number]>(
    'UPDATE read_chunk SET bits = ? WHERE user_id = ? AND chunk = ?',
  );
  const piece = db.rows<Sent, [recipient: number, after: number, upTo: number]>(
    `SELECT id, sender_id, topic_id, facts FROM message WHERE recipient_id = ? AND id > ? AND id <= ? AND origin_id IS NULL
     ORDER BY id DESC LIMIT ${PIECE}`,
  );

  return {
    /**
     * The messages sent to a conversation in a range of ids, newest first, without those moved there. There may be
     * many.
     */
    *listBetween(recipient: number, after: number, upTo: number): Generator<Sent> {
      let rows: Sent[];
      do {
        yield* (rows = piece(recipient, after, upTo));
        upTo = (rows.at(-1)?.[0] ?? 0) - 1;
      } while (rows.length === PIECE);
    },
    /** The messages moved into a conversation, after an id. */
    movedInto: db.all<UnreadRow, [recipient: number, after: number]>(
      `SELECT id, recipient_id, origin_id, sender_id, topic_id, facts FROM message INDEXED BY message_moved
       WHERE recipient_id = ? AND id > ? AND origin_id IS NOT NULL`,
    ),
    /** The messages that a user made their own without having received them. */
    listCopies: db.all<UnreadRow, [user: number]>(
      `SELECT m.id, m.recipient_id, m.origin_id, m.sender_id, m.topic_id, m.facts FROM message_flag f JOIN message m ON m.id = f.message_id
       WHERE f.user_id = ? AND f.flags & 32`,
    ),
    chunk: db.value<Buffer, [user: number, chunk: number]>(
      'SELECT bits FROM read_chunk WHERE user_id = ? AND chunk = ?',
    ),
    /**
     * Two statements instead of one upsert: SQLite's upserts get slower the more was written before in the same
     * transaction.
     */
    putChunk(user: number, chunk: number, bits: Buffer): void {
      if (setChunk(bits, user, chunk).changes === 0) addChunk(user, chunk, bits);
    },
    /** All users' bits of one chunk. */
    listChunks: db.all<{ user_id: number; bits: Buffer }, [chunk: number]>(
      'SELECT user_id, bits FROM read_chunk WHERE chunk = ?',
    ),
  };
};

/** Statements on users' flags of messages, except `read`. */
export const flagStatements = (db: Database) => ({ ...flagReads(db), ...flagWrites(db) });

const flagReads = (db: Database) => ({
  getFlags: db.value<number, [user: number, message: number]>(
    'SELECT flags FROM message_flag WHERE user_id = ? AND message_id = ?',
  ),
  /** One user's flags of several messages; ids as a JSON list. */
  flagsOfMessages: db.all<{ message_id: number; flags: number }, [user: number, ids: string]>(
    'SELECT message_id, flags FROM message_flag WHERE user_id = ? AND message_id IN (SELECT value FROM json_each(?))',
  ),
  /** The users with flags on a message, and the flags. */
  flagHolders: db.all<{ user_id: number; flags: number }, [message: number]>(
    'SELECT user_id, flags FROM message_flag WHERE message_id = ?',
  ),
  /** The same for several messages; ids as a JSON list. */
  listFlagHolders: db.all<{ message_id: number; user_id: number; flags: number }, [ids: string]>(
    'SELECT message_id, user_id, flags FROM message_flag WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY user_id',
  ),
  /** The messages on which a user has any of these bits. */
  flagged: db.column<number, [user: number, bits: number]>(
    'SELECT message_id FROM message_flag WHERE user_id = ? AND flags & ? ORDER BY message_id',
  ),
  starred: db.column<number, [user: number]>(
    'SELECT message_id FROM message_flag WHERE user_id = ? AND flags & 1 ORDER BY message_id',
  ),
});

const flagWrites = (db: Database) => ({
  /** Adds bits to the existing ones. */
  addFlags: db.run<[user: number, message: number, bits: number]>(
    `INSERT INTO message_flag VALUES (?, ?, ?) ON CONFLICT (user_id, message_id) DO UPDATE SET flags = flags | excluded.flags`,
  ),
  /** Both for many messages of one user; ids as a JSON list. */
  addFlagsToMany: db.run<[user: number, bits: number, messages: string]>(
    `INSERT INTO message_flag SELECT ?, value, ? FROM json_each(?) WHERE true
     ON CONFLICT (user_id, message_id) DO UPDATE SET flags = flags | excluded.flags`,
  ),
  removeFlags: db.run<[bits: number, user: number, messages: string]>(
    'UPDATE message_flag SET flags = flags & ~? WHERE user_id = ? AND message_id IN (SELECT value FROM json_each(?))',
  ),
  /** The same for many users and messages; both as JSON lists of ids. */
  removeFlagsOfMany: db.run<[bits: number, users: string, messages: string]>(
    `UPDATE message_flag SET flags = flags & ~? WHERE +user_id IN (SELECT value FROM json_each(?))
     AND message_id IN (SELECT value FROM json_each(?))`,
  ),
  /** Makes messages the own of those of these users who did not receive them; both as JSON lists of ids. */
  addCopies: db.run<[users: string, messages: string]>(
    `INSERT INTO message_flag SELECT u.value, m.id, 32 FROM json_each(?) u JOIN message m ON m.id IN (SELECT value FROM json_each(?))
     WHERE NOT EXISTS (SELECT 1 FROM membership p WHERE p.user_id = u.value AND p.recipient_id = ifnull(m.origin_id, m.recipient_id)
       AND p.from_id < m.id AND (p.until_id IS NULL OR p.until_id >= m.id))
     ON CONFLICT (user_id, message_id) DO UPDATE SET flags = flags | 32`,
  ),
  removeFlagsOfMessage: db.run<[message: number]>('DELETE FROM message_flag WHERE message_id = ?'),
});
