import type { Database } from '../../../kernel/db/database.ts';
import { searchIndex } from './search-index-repository.ts';
import type { StoredMessage } from './types.ts';

export type NewMessage = Omit<
  StoredMessage,
  'origin_id' | 'last_edit_timestamp' | 'last_moved_timestamp' | 'edit_history'
>;

/**
 * The stored part of the HTML: nothing where it equals the source, as in most messages. This saves a third of the file.
 */
const keptHtml = (html: string, source: string): string | null =>
  html.length === source.length + 7 && html === `<p>${source}</p>` ? null : html;

const writesOf = (db: Database) => ({
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
export const messageWrites = (db: Database, newestId: () => number | undefined) => {
  const sequence = db.value<number>('SELECT last_id FROM message_sequence');
  let lastId = Math.max(newestId() ?? 0, sequence() ?? 0);
  db.onForeignChange(() => (lastId = Math.max(lastId, newestId() ?? 0, sequence() ?? 0)));
  const index = searchIndex(db, () => lastId);
  const { insert, remove, setSequence, edit, move, movePin } = writesOf(db);

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
    /** Indexes the messages that still wait: before a search, each second, and when the server starts or stops. */
    indexNow: index.indexNow,
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
