import type { Database } from '../../../kernel/db/database.ts';
import { MESSAGE_COLUMNS } from './columns.ts';
import { searchRow } from './search-index.ts';
import type { StoredMessage } from './types.ts';

/** The maximum number of messages that wait for indexing: a few milliseconds of work. */
const MOST_UNINDEXED = 500;

/**
 * The index of the words in messages. Words are indexed for many messages at once: one by one they would cost a fifth
 * of a send's time and half of its bytes. `lastId`: the highest id ever used.
 */
export const searchIndex = (db: Database, lastId: () => number) => {
  const add = db.run<[id: number, marks: string, subject: string, content: string]>(
    'INSERT INTO message_search (rowid, marks, subject, content) VALUES (?, ?, ?, ?)',
  );
  const remove = db.run<[id: number]>('DELETE FROM message_search WHERE rowid = ?');
  const progress = db.value<number>('SELECT indexed_to FROM search_progress');
  const setProgress = db.run<[id: number]>('UPDATE search_progress SET indexed_to = ?');
  const indexed = db.cached((_: 'to') => progress());
  const indexedTo = (): number => indexed.get('to')!;
  const since = db.all<StoredMessage, [id: number]>(
    `SELECT ${MESSAGE_COLUMNS} FROM message m NOT INDEXED WHERE m.id > ? ORDER BY m.id`,
  );
  const put = (message: StoredMessage): void => {
    const { marks, subject, content } = searchRow(message);
    add(message.id, marks, subject, content);
  };
  const catchUp = (): void => {
    since(indexedTo()).forEach(put);
    setProgress(lastId());
    indexed.clear();
  };

  return {
    indexNow(): void {
      if (lastId() > indexedTo()) db.write(catchUp);
    },
    indexIfMany(): void {
      if (lastId() - indexedTo() >= MOST_UNINDEXED) catchUp();
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
