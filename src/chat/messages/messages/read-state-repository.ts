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
    *between(recipient: number, after: number, upTo: number): Generator<Sent> {
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
    copiesOf: db.all<UnreadRow, [user: number]>(
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
    chunksOf: db.all<{ user_id: number; bits: Buffer }, [chunk: number]>(
      'SELECT user_id, bits FROM read_chunk WHERE chunk = ?',
    ),
  };
};
