import type { Database } from '../../../kernel/db/database.ts';
import type { Feed, FeedState } from './types.ts';

const LISTED = 'id, bot_id, channel_id, topic, url, title, due, failures, error, last_read, created';
const COLUMNS = `${LISTED}, known, etag, modified`;

/** A feed without what only reading it needs. */
export type ListedFeedRow = Omit<Feed, 'known' | 'etag' | 'modified'>;

export const feedRepository = (db: Database) => ({
  byId: db.get<Feed, [id: number]>(`SELECT ${COLUMNS} FROM feed WHERE id = ?`),
  find: db.value<number, [channel_id: number, bot_id: number, url: string]>(
    'SELECT id FROM feed WHERE channel_id = ? AND bot_id = ? AND url = ?',
  ),
  list: db.all<ListedFeedRow, []>(`SELECT ${LISTED} FROM feed ORDER BY id`),
  ofBot: db.all<ListedFeedRow, [bot_id: number]>(`SELECT ${LISTED} FROM feed WHERE bot_id = ? ORDER BY id`),
  ofOwner: db.all<ListedFeedRow, [owner_id: number]>(
    `SELECT ${LISTED} FROM feed WHERE bot_id IN (SELECT id FROM user WHERE bot_owner_id = ?) ORDER BY id`,
  ),
  /** The feeds of active bots in existing channels that are to be read, the longest overdue first. */
  due: db.all<Feed, [now: number, most: number]>(
    `SELECT ${COLUMNS} FROM feed WHERE due <= ?
       AND bot_id IN (SELECT id FROM user WHERE is_active = 1) ORDER BY due, id LIMIT ?`,
  ),
  nextDue: db.value<number | null, []>(
    'SELECT min(due) FROM feed WHERE due IS NOT NULL AND bot_id IN (SELECT id FROM user WHERE is_active = 1)',
  ),
  insert: db.run<[Omit<Feed, 'id'>]>(
    `INSERT INTO feed (bot_id, channel_id, topic, url, title, known, etag, modified, due, failures, error, last_read,
       created)
     VALUES (@bot_id, @channel_id, @topic, @url, @title, @known, @etag, @modified, @due, @failures, @error, @last_read,
       @created)`,
  ),
  update: db.run<[FeedState & { id: number }]>(
    `UPDATE feed SET title = @title, known = @known, etag = @etag, modified = @modified, due = @due,
       failures = @failures, error = @error, last_read = @last_read WHERE id = @id`,
  ),
  move: db.run<[{ id: number; channel_id: number; topic: string | null }]>(
    'UPDATE feed SET channel_id = @channel_id, topic = @topic WHERE id = @id',
  ),
  remove: db.run<[id: number]>('DELETE FROM feed WHERE id = ?'),
});
