import type { Database } from '../../../kernel/db/database.ts';
import { searchRow } from './search-index.ts';
import type { StoredMessage } from './types.ts';

export const MESSAGE_COLUMNS = `m.id, m.recipient_id, m.origin_id, m.sender_id, m.topic_id, m.subject, m.content,
  coalesce(m.rendered_content, '<p>' || m.content || '</p>') AS rendered_content, m.date_sent,
  m.client_id, m.facts, m.last_edit_timestamp, m.last_moved_timestamp, m.edit_history`;

export type NewMessage = Omit<
  StoredMessage,
  'origin_id' | 'last_edit_timestamp' | 'last_moved_timestamp' | 'edit_history'
>;

/** The fields of a message that setting flags needs. */
export type Flaggable = Pick<
  StoredMessage,
  'id' | 'recipient_id' | 'origin_id' | 'sender_id' | 'topic_id' | 'subject' | 'facts'
>;

/** The fields of a message that unread counts need. */
type UnreadRow = Pick<StoredMessage, 'id' | 'recipient_id' | 'origin_id' | 'sender_id' | 'topic_id' | 'facts'>;

type Sent = [id: number, sender: number, topic: number | null, facts: number];

/**
 * When all messages of a conversation are requested, this many are read at once. Reading one by one takes three times
 * as long.
 */
const PIECE = 1000;

/** The maximum number of messages that wait for indexing: a few milliseconds of work. */
const MOST_UNINDEXED = 500;

/**
 * The stored part of the HTML: nothing where it equals the source, as in most messages. This saves a third of the file.
 */
const keptHtml = (html: string, source: string): string | null =>
  html.length === source.length + 7 && html === `<p>${source}</p>` ? null : html;

export const messageRepository = (db: Database) => {
  const newest = db.value<number>('SELECT max(id) FROM message');
  const sequence = db.value<number>('SELECT last_id FROM message_sequence');
  /** The highest id ever used. An undone send leaves a gap. */
  let lastId = Math.max(newest() ?? 0, sequence() ?? 0);
  const clientId = db.value<number>('SELECT id FROM client WHERE name = ?');
  const clientName = db.value<string>('SELECT name FROM client WHERE id = ?');
  const addClient = db.run<[name: string]>('INSERT INTO client (name) VALUES (?)');
  const clients = db.cached((name: string) => clientId(name), 1000);
  const clientNames = db.cached((id: number) => clientName(id), 1000);
  // Values are bound by position: binding ten names would cost a fiftieth of a send.
  const insert = db.run(
    `INSERT INTO message (recipient_id, id, sender_id, topic_id, subject, content, rendered_content, date_sent, client_id, facts)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const index = db.run<[id: number, marks: string, subject: string, content: string]>(
    'INSERT INTO message_search (rowid, marks, subject, content) VALUES (?, ?, ?, ?)',
  );
  const unindex = db.run<[id: number]>('DELETE FROM message_search WHERE rowid = ?');
  const addChunk = db.run<[user: number, chunk: number, bits: Buffer]>('INSERT INTO read_chunk VALUES (?, ?, ?)');
  const setChunk = db.run<[bits: Buffer, user: number, chunk: number]>(
    'UPDATE read_chunk SET bits = ? WHERE user_id = ? AND chunk = ?',
  );
  const remove = db.run<[id: number]>('DELETE FROM message WHERE id = ?');
  const setSequence = db.run<[id: number]>('UPDATE message_sequence SET last_id = max(last_id, ?)');
  const edit = db.run<[Record<string, unknown>]>(
    `UPDATE message SET content = @content, rendered_content = @rendered_content, facts = @facts, last_edit_timestamp = @last_edit_timestamp,
       edit_history = @edit_history WHERE id = @id`,
  );
  const move = db.run<[Record<string, unknown>]>(
    `UPDATE message SET recipient_id = @recipient_id, origin_id = @origin_id, topic_id = @topic_id, subject = @subject,
       last_moved_timestamp = @last_moved_timestamp, edit_history = @edit_history WHERE id = @id`,
  );
  // Words are indexed for many messages at once. One by one they would cost a fifth of a send's time and half of its
  // bytes.
  const progress = db.value<number>('SELECT indexed_to FROM search_progress');
  const setProgress = db.run<[id: number]>('UPDATE search_progress SET indexed_to = ?');
  const indexed = db.cached((_: 'to') => progress());
  const indexedTo = (): number => indexed.get('to')!;
  const piece = db.rows<Sent, [recipient: number, after: number, upTo: number]>(
    `SELECT id, sender_id, topic_id, facts FROM message WHERE recipient_id = ? AND id > ? AND id <= ? AND origin_id IS NULL
     ORDER BY id DESC LIMIT ${PIECE}`,
  );
  const since = db.all<StoredMessage, [id: number]>(
    `SELECT ${MESSAGE_COLUMNS} FROM message m NOT INDEXED WHERE m.id > ? ORDER BY m.id`,
  );
  const put = (message: StoredMessage): void => {
    const { marks, subject, content } = searchRow(message);
    index(message.id, marks, subject, content);
  };
  const catchUp = (): void => {
    since(indexedTo()).forEach(put);
    setProgress(lastId);
    indexed.clear();
  };
  const indexIfMany = (): void => {
    if (lastId - indexedTo() >= MOST_UNINDEXED) catchUp();
  };
  const reindex = (message: StoredMessage): void => {
    if (message.id > indexedTo()) return;
    db.beforeCommit(() => {
      unindex(message.id);
      put(message);
    });
  };
  const conversationId = db.value<number>('SELECT id FROM recipient WHERE user_ids = ?');
  const addConversation = db.run<[userIds: string]>('INSERT INTO recipient (user_ids) VALUES (?)');
  const userIdsOf = db.value<string>('SELECT user_ids FROM recipient WHERE id = ?');
  const conversations = db.cached((key: string) => conversationId(key));
  const people = db.cached((recipient: number): readonly number[] | undefined =>
    userIdsOf(recipient)?.split(',').map(Number),
  );

  return {
    /** The highest id ever used, even of a deleted message. */
    lastId: (): number => lastId,
    /** The approximate number of characters in the submessages of messages, where there are any; ids as a JSON list. */
    submessageLengths: db.all<{ id: number; length: number }, [ids: string]>(
      `SELECT message_id AS id, sum(length(content) + 150) AS length FROM submessage
       WHERE message_id IN (SELECT value FROM json_each(?)) GROUP BY message_id`,
    ),
    /** Inserts a message, which is indexed later. Returns its id, higher than any before. */
    add(message: Omit<NewMessage, 'id'>): number {
      const id = ++lastId;
      const {
        recipient_id,
        sender_id,
        topic_id,
        subject: topic,
        content: source,
        rendered_content,
        date_sent,
        client_id,
        facts,
      } = message;
      insert(
        recipient_id,
        id,
        sender_id,
        topic_id,
        topic,
        source,
        keptHtml(rendered_content, source),
        date_sent,
        client_id,
        facts,
      );
      db.beforeCommit(indexIfMany);
      return id;
    },
    remove(id: number): void {
      if (id === lastId) setSequence(id);
      remove(id);
      if (id <= indexedTo()) db.beforeCommit(() => unindex(id));
    },
    /** Indexes the messages that still wait: before a search, when the server starts or stops, or when it is idle. */
    indexNow(): void {
      if (lastId > indexedTo()) db.write(catchUp);
    },
    /** Replaces a message's content, also in the search index. */
    edit(message: StoredMessage): void {
      edit({ ...message, rendered_content: keptHtml(message.rendered_content, message.content) });
      reindex(message);
    },
    /** Puts a message into another conversation or topic. */
    move(message: StoredMessage): void {
      move({ ...message });
      reindex(message);
    },
    idsInTopic: db.column<number, [topic: number, from: number]>(
      'SELECT id FROM message WHERE topic_id = ? AND id >= ? ORDER BY id',
    ),
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
    newestId: newest,
    /** The oldest messages of a conversation up to an id, at most `limit`. */
    oldest: db.all<StoredMessage, [recipient: number, upTo: number, most: number]>(
      `SELECT ${MESSAGE_COLUMNS} FROM message m WHERE m.recipient_id = ? AND m.id <= ? ORDER BY m.id LIMIT ?`,
    ),
    /** The direct-message conversations that have messages up to an id. */
    oldConversations: db.column<number, [upTo: number]>(
      `SELECT id FROM recipient r WHERE user_ids IS NOT NULL
       AND EXISTS (SELECT 1 FROM message m WHERE m.recipient_id = r.id AND m.id <= ?)`,
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
    /** A user's direct-message conversations that have messages, the newest first. */
    conversationsOf: db.all<{ user_ids: string; max_message_id: number }, [user: number]>(
      `SELECT r.user_ids, (SELECT max(id) FROM message WHERE recipient_id = r.id) AS max_message_id
       FROM membership p JOIN recipient r ON r.id = p.recipient_id
       WHERE p.user_id = ? AND r.user_ids IS NOT NULL AND max_message_id IS NOT NULL ORDER BY max_message_id DESC LIMIT 1000`,
    ),

    /** The id of a sending client's name. */
    client: (name: string): number => clients.get(name) ?? addClient(name).id,
    clientName: (id: number): string => clientNames.get(id) ?? '',

    /** The conversation of exactly these users (ids ascending), if it exists. */
    conversation: (userIds: readonly number[]): number | undefined => conversations.get(userIds.join(',')),
    addConversation: (userIds: readonly number[]): number => addConversation(userIds.join(',')).id,
    /** The users of a direct-message conversation, ascending; undefined for a channel. */
    people: (recipient: number): readonly number[] | undefined => people.get(recipient),

    hasMessages: db.value<number, [recipient: number]>('SELECT 1 FROM message WHERE recipient_id = ? LIMIT 1'),

    sentOnce: db.value<number, [user: number, queue: string, local: string]>(
      'SELECT message_id FROM sent_once WHERE user_id = ? AND queue_id = ? AND local_id = ?',
    ),
    rememberSent: db.run<[user: number, queue: string, local: string, message: number]>(
      'INSERT INTO sent_once VALUES (?, ?, ?, ?)',
    ),
    forgetSentBefore: db.run<[message: number]>('DELETE FROM sent_once WHERE message_id < ?'),

    flagsOf: db.value<number, [user: number, message: number]>(
      'SELECT flags FROM message_flag WHERE user_id = ? AND message_id = ?',
    ),
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
    /** The users with flags on a message, and the flags. */
    flagHolders: db.all<{ user_id: number; flags: number }, [message: number]>(
      'SELECT user_id, flags FROM message_flag WHERE message_id = ?',
    ),
    /** The same for several messages; ids as a JSON list. */
    flagHoldersOf: db.all<{ message_id: number; user_id: number; flags: number }, [ids: string]>(
      'SELECT message_id, user_id, flags FROM message_flag WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY user_id',
    ),
    /** One user's flags of several messages; ids as a JSON list. */
    flagsOfMessages: db.all<{ message_id: number; flags: number }, [user: number, ids: string]>(
      'SELECT message_id, flags FROM message_flag WHERE user_id = ? AND message_id IN (SELECT value FROM json_each(?))',
    ),
    /** The messages on which a user has any of these bits. */
    flagged: db.column<number, [user: number, bits: number]>(
      'SELECT message_id FROM message_flag WHERE user_id = ? AND flags & ? ORDER BY message_id',
    ),
    starred: db.column<number, [user: number]>(
      'SELECT message_id FROM message_flag WHERE user_id = ? AND flags & 1 ORDER BY message_id',
    ),

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
