import type { Database } from '../../../kernel/db/database.ts';
import { splitTokens } from '../../../markdown/highlight.ts';
import { FACT, type StoredMessage } from './types.ts';

export type Indexed = Pick<
  StoredMessage,
  'id' | 'recipient_id' | 'sender_id' | 'topic_id' | 'facts' | 'subject' | 'content'
>;

/** The columns of `Indexed` in the table `message`. To read its HTML would take as long as all of them. */
export const INDEXED_COLUMNS = 'id, recipient_id, sender_id, topic_id, facts, subject, content';

/**
 * What the search index stores of a message: its words, and marks to find it by conversation, topic, sender and content
 * type.
 */
export function searchRow(message: Indexed): { marks: string; subject: string; content: string } {
  const marks = [recipientMark(message.recipient_id), senderMark(message.sender_id)];
  if (message.topic_id !== null) marks.push(topicMark(message.topic_id));
  if (message.facts & FACT.link) marks.push(HAS_MARKS.link);
  if (message.facts & FACT.image) marks.push(HAS_MARKS.image);
  if (message.facts & FACT.attachment) marks.push(HAS_MARKS.attachment);
  if (message.facts & FACT.mentionsChannel) marks.push(CHANNEL_MENTIONED_MARK);
  return {
    marks: marks.join(' '),
    subject: splitWords(message.subject),
    content: splitWords(message.content),
  };
}

const ASCII = /^[\x00-\x7f]*$/;

/** The words of a text, separated for SQLite's tokenizer. In ASCII it finds the same words itself. */
const splitWords = (text: string): string => (ASCII.test(text) ? text : splitTokens(text).join(' '));

// Words that no stemmer changes.
export const recipientMark = (id: number): string => `r${id}`;
export const senderMark = (id: number): string => `s${id}`;
export const topicMark = (id: number): string => `t${id}`;
export const HAS_MARKS = { link: 'haslink', image: 'hasimage', attachment: 'hasfile' } as const;
export const CHANNEL_MENTIONED_MARK = 'toall';

/**
 * What one step indexes or merges at most: a millisecond of work, and ten of them for the longest messages. Smaller
 * steps cost more for each message.
 */
const STEP = { messages: 100, characters: 200_000, pages: 25 };
const EVERYTHING = { messages: Number.MAX_SAFE_INTEGER, characters: Number.MAX_SAFE_INTEGER };
/** When this many wait, as in an import, the turn that adds more indexes and merges all of them. */
const MOST_WAITING = 1250;

type Step = Pick<typeof STEP, 'messages' | 'characters'>;

/** The first of the messages, until they have more characters than these together. */
function takeFirst(messages: Indexed[], characters: number): Indexed[] {
  let length = 0;
  const end = messages.findIndex(({ content }) => {
    const isAfter = length > characters;
    length += content.length;
    return isAfter;
  });
  return end === -1 ? messages : messages.slice(0, end);
}

/** Collects the messages that change sets edit, move or delete. */
const CHANGED_MESSAGES = `
  CREATE TEMP TABLE changed_message (id INTEGER PRIMARY KEY);
  CREATE TEMP TRIGGER message_edited AFTER UPDATE ON main.message BEGIN
    INSERT OR IGNORE INTO changed_message VALUES (old.id);
  END;
  CREATE TEMP TRIGGER message_deleted AFTER DELETE ON main.message BEGIN
    INSERT OR IGNORE INTO changed_message VALUES (old.id);
  END;`;

/** Statements that read messages for the index, and change its words. */
function makeStatements(db: Database) {
  const add = db.run<[id: number, marks: string, subject: string, content: string]>(
    'INSERT INTO message_search (rowid, marks, subject, content) VALUES (?, ?, ?, ?)',
  );
  return {
    since: db.all<Indexed, [id: number, most: number]>(
      `SELECT ${INDEXED_COLUMNS} FROM message NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?`,
    ),
    put(message: Indexed): void {
      const { marks, subject, content } = searchRow(message);
      add(message.id, marks, subject, content);
    },
    remove: db.run<[id: number]>('DELETE FROM message_search WHERE rowid = ?'),
    merge: db.run<[pages: number]>("INSERT INTO message_search (message_search, rank) VALUES ('merge', ?)"),
  };
}

/** The id up to which messages are indexed. */
function getProgress(db: Database) {
  const stored = db.value<number>('SELECT indexed_to FROM search_progress');
  const store = db.run<[id: number]>('UPDATE search_progress SET indexed_to = ?');
  const indexed = db.cached(['search_progress'], (_: 'to') => stored());
  return {
    indexedTo: (): number => indexed.get('to')!,
    setIndexedTo(id: number): void {
      store(id);
      indexed.clear();
    },
  };
}

/**
 * The index of the words in messages. Words are indexed for many messages at once: one by one they would cost a fifth
 * of a send's time and half of its bytes. Its segments are merged a little after that, since SQLite would do so rarely
 * and block for tens of milliseconds. Both happen in steps between the turns of the database. `lastId`: the highest id
 * ever used.
 */
export const searchIndex = (db: Database, lastId: () => number) => {
  const { since, put, remove, merge } = makeStatements(db);
  const { indexedTo, setIndexedTo } = getProgress(db);
  const countWaiting = (): number => lastId() - indexedTo();
  let pagesToMerge = 0;
  const mergeSome = (): void => {
    const pages = Math.min(pagesToMerge, STEP.pages);
    merge(pages);
    pagesToMerge -= pages;
  };
  const index = (most: Step): void => {
    const read = since(indexedTo(), most.messages);
    const messages = takeFirst(read, most.characters);
    messages.forEach(put);
    const isLast = messages === read && read.length < most.messages;
    setIndexedTo(isLast ? lastId() : messages.at(-1)!.id);
    const pages = Math.ceil(messages.length / STEP.messages) * STEP.pages;
    if (messages.length >= MOST_WAITING) merge(pages);
    else pagesToMerge += pages;
  };
  const indexAll = (): void => index(EVERYTHING);
  const indexStep = (): void => index(STEP);
  const indexIfMany = (): void => {
    if (countWaiting() >= MOST_WAITING) indexAll();
  };

  return {
    /** In a copy of another process's database: indexes what came with its turns, in their transactions. */
    follow(): void {
      db.script(CHANGED_MESSAGES);
      const changed = db.column<number>('SELECT id FROM changed_message');
      const forget = db.run('DELETE FROM changed_message');
      const message = db.get<Indexed, [id: number]>(`SELECT ${INDEXED_COLUMNS} FROM message WHERE id = ?`);
      db.onForeignChange(() => {
        const ids = changed();
        for (const id of ids.filter((id) => id <= indexedTo())) {
          remove(id);
          const now = message(id);
          if (now) put(now);
        }
        if (ids.length > 0) forget();
        indexIfMany();
      });
    },
    merge,
    indexNow(): void {
      if (countWaiting() > 0) db.writeLocal(indexAll);
    },
    indexSome(): boolean {
      if (!db.isReady || countWaiting() === 0) return false;
      db.writeLazily(indexStep);
      return countWaiting() > 0;
    },
    /** Call it in each turn that adds messages, before the commit. */
    indexIfMany,
    /**
     * Indexes some messages, or merges a little, in a transaction of its own. Returns false if there is nothing to do:
     * fewer messages wait than a step indexes.
     */
    doStep(): boolean {
      const step = countWaiting() >= STEP.messages ? indexStep : pagesToMerge > 0 ? mergeSome : undefined;
      if (step) db.writeLazily(step);
      return step !== undefined;
    },
    /** Indexes a changed message again before the commit, if it is indexed already. */
    update(message: StoredMessage): void {
      if (message.id > indexedTo()) return;
      db.beforeCommit(() => {
        remove(message.id);
        put(message);
      });
    },
    /** Removes a message from the index before the commit. */
    remove(id: number): void {
      if (id <= indexedTo()) db.beforeCommit(() => remove(id));
    },
  };
};
