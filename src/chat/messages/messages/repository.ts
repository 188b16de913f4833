import type { Database } from '../../../kernel/db/database.ts';
import { flagStatements, readStateStatements } from './read-state-repository.ts';
import { searchIndex } from './search-index-repository.ts';
import type { Flaggable, StoredMessage } from './types.ts';

/** Statements on the names of the programs that send messages. */
const clientStatements = (db: Database) => {
  const clientId = db.value<number>('SELECT id FROM client WHERE name = ?');
  const clientName = db.value<string>('SELECT name FROM client WHERE id = ?');
  const addClient = db.run<[name: string]>('INSERT INTO client (name) VALUES (?)');
  const clients = db.cached(['client'], (name: string) => clientId(name), 1000);
  const clientNames = db.cached(['client'], (id: number) => clientName(id), 1000);

  return {
    /** The id of a sending client's name. */
    client: (name: string): number => clients.get(name) ?? addClient(name).id,
    clientName: (id: number): string => clientNames.get(id) ?? '',
  };
};

/** Statements on direct-message conversations. */
const conversationStatements = (db: Database) => {
  const conversationId = db.value<number>('SELECT id FROM recipient WHERE user_ids = ?');
  const addConversation = db.run<[userIds: string]>('INSERT INTO recipient (user_ids) VALUES (?)');
  const getUserIds = db.value<string>('SELECT user_ids FROM recipient WHERE id = ?');
  const conversations = db.cached(['recipient'], (key: string) => conversationId(key));
  const people = db.cached(['recipient'], (recipient: number): readonly number[] | undefined =>
    getUserIds(recipient)?.split(',').map(Number),
  );

  return {
    /** The conversation of exactly these users (ids ascending), if it exists. */
    conversation: (userIds: readonly number[]): number | undefined => conversations.get(userIds.join(',')),
    addConversation: (userIds: readonly number[]): number => addConversation(userIds.join(',')).id,
    /** The users of a direct-message conversation, ascending; undefined for a channel. */
    people: (recipient: number): readonly number[] | undefined => people.get(recipient),
    /** The direct-message conversations that have messages with these ids. */
    conversationsBetween: db.column<number, [from: number, upTo: number]>(
      `SELECT id FROM recipient r WHERE user_ids IS NOT NULL
       AND EXISTS (SELECT 1 FROM message m WHERE m.recipient_id = r.id AND m.id BETWEEN ? AND ?)`,
    ),
    /** A user's direct-message conversations that have messages, the newest first. */
    listConversations: db.all<{ user_ids: string; max_message_id: number }, [user: number]>(
      `SELECT r.user_ids, (SELECT max(id) FROM message WHERE recipient_id = r.id) AS max_message_id
       FROM membership p JOIN recipient r ON r.id = p.recipient_id
       WHERE p.user_id = ? AND r.user_ids IS NOT NULL AND max_message_id IS NOT NULL ORDER BY max_message_id DESC LIMIT 1000`,
    ),
  };
};

/** Statements that find messages. */
const messageLookups = (db: Database) => ({
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
  getSubject: db.value<string, [recipient: number, id: number]>(
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

/** Statements on the `local_id`s of sent messages, which make a repeated send idempotent. */
const sentOnceStatements = (db: Database) => ({
  sentOnce: db.value<number, [user: number, queue: string, local: string]>(
    'SELECT message_id FROM sent_once WHERE user_id = ? AND queue_id = ? AND local_id = ?',
  ),
  rememberSent: db.run<[user: number, queue: string, local: string, message: number]>(
    'INSERT INTO sent_once VALUES (?, ?, ?, ?)',
  ),
  forgetSentBefore: db.run<[message: number]>('DELETE FROM sent_once WHERE message_id < ?'),
});

type NewMessage = Omit<StoredMessage, 'origin_id' | 'last_edit_timestamp' | 'last_moved_timestamp' | 'edit_history'>;

/**
 * The stored part of the HTML: nothing where it equals the source, as in most messages. This saves a third of the file.
 */
const keptHtml = (html: string, source: string): string | null =>
  html.length === source.length + 7 && html === `<p>${source}</p>` ? null : html;

const writeStatements = (db: Database) => ({
  // Values are bound by position: binding ten names would cost a fiftieth of a send.
  insert: db.run(
    `INSERT INTO message (recipient_id, id, sender_id, topic_id, subject, content, rendered_content, date_sent, client_id, facts)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  remove: db.run<[id: number]>('DELETE FROM message WHERE id = ?'),
  setSequence: db.run<[id: number]>('UPDATE message_sequence SET last_id = max(last_id, ?)'),
  edit: db.run<[Record<string, unknown>]>(
    `UPDATE message SET content = @content, rendered_content = @rendered_content, facts = @facts, last_edit_timestamp = @last_edit_timestamp,
       edit_history = @edit_history WHERE id = @id`,
  ),
  move: db.run<[Record<string, unknown>]>(
    `UPDATE message SET recipient_id = @recipient_id, origin_id = @origin_id, topic_id = @topic_id, subject = @subject,
       last_moved_timestamp = @last_moved_timestamp, edit_history = @edit_history WHERE id = @id`,
  ),
  movePin: db.run<[recipient: number, id: number]>('UPDATE pin SET recipient_id = ? WHERE message_id = ?'),
});

/** Statements that add, change and remove messages. `newestId`: the highest id of a message. */
const messageWrites = (db: Database, newestId: () => number | undefined) => {
  const sequence = db.value<number>('SELECT last_id FROM message_sequence');
  let lastId = Math.max(newestId() ?? 0, sequence() ?? 0);
  db.onForeignChange(() => (lastId = Math.max(lastId, newestId() ?? 0, sequence() ?? 0)));
  const index = searchIndex(db, () => lastId);
  const { insert, remove, setSequence, edit, move, movePin } = writeStatements(db);

  return {
    /** The highest id ever used, even of a deleted message. An undone send leaves a gap. */
    lastId: (): number => lastId,
    /** Inserts a message, which is indexed later. Returns its id, higher than any before. */
    add(message: Omit<NewMessage, 'id'>): number {
      const id = ++lastId;
      const { recipient_id, sender_id, topic_id, subject, content, date_sent, client_id, facts } = message;
      const html = keptHtml(message.rendered_content, content);
      insert(recipient_id, id, sender_id, topic_id, subject, content, html, date_sent, client_id, facts);
      db.beforeCommit(index.indexIfMany);
      return id;
    },
    remove(id: number): void {
      if (id === lastId) setSequence(id);
      remove(id);
      index.remove(id);
    },
    /** Indexes the messages that still wait, all at once: when the server starts or stops. */
    indexNow: index.indexNow,
    /** Indexes some of the messages that still wait: before a search, and each second. Returns whether more wait. */
    indexSome: index.indexSome,
    /** Indexes some messages, or merges the index a little. Returns whether there may be more to do. */
    doIndexStep: index.doStep,
    /** Merges the segments of the search index a little, which drops deleted words. Negative: begins with all. */
    mergeIndex: index.merge,
    /** Indexes what other processes write, in a copy of their database. */
    followIndex: index.follow,
    /** Indexes a message again whose row was written elsewhere. */
    reindex: index.update,
    /** Replaces a message's content, also in the search index. */
    edit(message: StoredMessage): void {
      edit({ ...message, rendered_content: keptHtml(message.rendered_content, message.content) });
      index.update(message);
    },
    /** Puts a message into another conversation or topic, with its pin. */
    move(message: StoredMessage): void {
      move({ ...message });
      movePin(message.recipient_id, message.id);
      index.update(message);
    },
  };
};

export const messageRepository = (db: Database) => {
  const lookups = messageLookups(db);
  return {
    ...lookups,
    ...messageWrites(db, lookups.newestId),
    ...conversationStatements(db),
    ...clientStatements(db),
    ...sentOnceStatements(db),
    ...flagStatements(db),
    ...readStateStatements(db),
  };
};

/** The columns of a `StoredMessage`, from the table `message` as `m`. */
export const MESSAGE_COLUMNS = `m.id, m.recipient_id, m.origin_id, m.sender_id, m.topic_id, m.subject, m.content,
  coalesce(m.rendered_content, '<p>' || m.content || '</p>') AS rendered_content, m.date_sent,
  m.client_id, m.facts, m.last_edit_timestamp, m.last_moved_timestamp, m.edit_history`;
