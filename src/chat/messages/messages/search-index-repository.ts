import type { Database } from '../../../kernel/db/database.ts';
import { MESSAGE_COLUMNS } from './columns.ts';
import { searchRow } from './search-index.ts';
import type { StoredMessage } from './types.ts';

/** The maximum number of messages that wait for indexing: about a millisecond of work, as is merging. */
const MOST_UNINDEXED = 125;
/** How many pages to merge after indexing, at least and for each message. Fewer would fall behind in a large index. */
const MERGED = { least: 32, message: 0.25 };

/** Collects the messages that change sets edit, move or delete. */
const CHANGED_MESSAGES = `
  CREATE TEMP TABLE changed_message (id INTEGER PRIMARY KEY);
  CREATE TEMP TRIGGER message_edited AFTER UPDATE ON main.message BEGIN
    INSERT OR IGNORE INTO changed_message VALUES (old.id);
  END;
  CREATE TEMP TRIGGER message_deleted AFTER DELETE ON main.message BEGIN
    INSERT OR IGNORE INTO changed_message VALUES (old.id);
  END;`;

/** Statements that change the words of the index. */
function wordWrites(db: Database) {
  const add = db.run<[id: number, marks: string, subject: string, content: string]>(
    'INSERT INTO message_search (rowid, marks, subject, content) VALUES (?, ?, ?, ?)',
  );
  return {
    put(message: StoredMessage): void {
      const { marks, subject, content } = searchRow(message);
      add(message.id, marks, subject, content);
    },
    remove: db.run<[id: number]>('DELETE FROM message_search WHERE rowid = ?'),
    merge: db.run<[pages: number]>("INSERT INTO message_search (message_search, rank) VALUES ('merge', ?)"),
  };
}

/**
 * The index of the words in messages. Words are indexed for many messages at once: one by one they would cost a fifth
 * of a send's time and half of its bytes. Its segments are merged a little after that, since SQLite would do so rarely
 * and block for tens of milliseconds. `lastId`: the highest id ever used.
 */
export const searchIndex = (db: Database, lastId: () => number) => {
  const { put, remove, merge } = wordWrites(db);
  const progress = db.value<number>('SELECT indexed_to FROM search_progress');
  const setProgress = db.run<[id: number]>('UPDATE search_progress SET indexed_to = ?');
  const indexed = db.cached(['search_progress'], (_: 'to') => progress());
  const indexedTo = (): number => indexed.get('to')!;
  const since = db.all<StoredMessage, [id: number]>(
    `SELECT ${MESSAGE_COLUMNS} FROM message m NOT INDEXED WHERE m.id > ? ORDER BY m.id`,
  );
  /** How many pages to merge in a later turn: together with indexing it would block twice as long. */
  let pagesToMerge = 0;
  const mergeSome = (): void => {
    merge(pagesToMerge);
    pagesToMerge = 0;
  };
  const catchUp = (): void => {
    const messages = since(indexedTo());
    messages.forEach(put);
    setProgress(lastId());
    indexed.clear();
    pagesToMerge = Math.max(MERGED.least, Math.ceil(messages.length * MERGED.message));
    // An import: nobody waits, and the next turn may be far away.
    if (messages.length > 10 * MOST_UNINDEXED) mergeSome();
  };
  const indexIfMany = (): void => {
    if (pagesToMerge > 0) mergeSome();
    else if (lastId() - indexedTo() >= MOST_UNINDEXED) catchUp();
  };

  return {
    /** In a copy of another process's database: indexes what came with its turns, in their transactions. */
    follow(): void {
      db.script(CHANGED_MESSAGES);
      const changed = db.column<number>('SELECT id FROM changed_message');
      const forget = db.run('DELETE FROM changed_message');
      const message = db.get<StoredMessage, [id: number]>(`SELECT ${MESSAGE_COLUMNS} FROM message m WHERE m.id = ?`);
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
      if (lastId() > indexedTo()) db.writeLocal(catchUp);
    },
    /** Call it in each turn that adds messages, before the commit. */
    indexIfMany,
    /** Indexes what waits. If nothing waits, merges. */
    indexOrMerge(): void {
      if (lastId() > indexedTo()) db.writeLocal(catchUp);
      else if (pagesToMerge > 0) db.writeLocal(mergeSome);
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
