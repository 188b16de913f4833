import type { Database } from '../../../kernel/db/database.ts';
import type { LocatedMessage, StoredAttachment } from './types.ts';

const COLUMNS =
  'id, path_id, file_name, file_key, content_type, size, owner_id, create_time, unclaimed_since, thumbnails, attempts, width, height, frames';

/** No scheduled message, draft, snippet or deleted message uses the file `a`. */
const UNUSED = `NOT EXISTS (SELECT 1 FROM scheduled_message WHERE instr(content, rtrim(a.path_id, replace(a.path_id, '/', ''))))
       AND NOT EXISTS (SELECT 1 FROM draft WHERE instr(content, rtrim(a.path_id, replace(a.path_id, '/', ''))))
       AND NOT EXISTS (SELECT 1 FROM saved_snippet WHERE instr(content, rtrim(a.path_id, replace(a.path_id, '/', ''))))
       AND NOT EXISTS (SELECT 1 FROM deleted_message_file WHERE attachment_id = a.id)`;

export const attachmentRepository = (db: Database) => ({
  byId: db.get<StoredAttachment, [id: number]>(`SELECT ${COLUMNS} FROM attachment WHERE id = ?`),
  byPath: db.get<StoredAttachment, [path: string]>(`SELECT ${COLUMNS} FROM attachment WHERE path_id = ?`),
  ofUser: db.all<StoredAttachment, [user: number]>(`SELECT ${COLUMNS} FROM attachment WHERE owner_id = ? ORDER BY id`),
  /** The files a message links to. */
  ofMessage: db.all<StoredAttachment, [message: number]>(
    `SELECT ${COLUMNS} FROM attachment WHERE id IN (SELECT attachment_id FROM attachment_message WHERE message_id = ?) ORDER BY id`,
  ),
  /** Files that no message uses, not even a deleted one, after an id. */
  withoutMessage: db.all<StoredAttachment, [after: number, limit: number]>(
    `SELECT ${COLUMNS} FROM attachment a WHERE id > ?
       AND NOT EXISTS (SELECT 1 FROM attachment_message WHERE attachment_id = a.id)
       AND NOT EXISTS (SELECT 1 FROM deleted_message_file WHERE attachment_id = a.id) ORDER BY id LIMIT ?`,
  ),
  isMentioned: db.value<number, [attachment: number]>(
    'SELECT 1 FROM attachment_message WHERE attachment_id = ? LIMIT 1',
  ),
  /** The messages that link to a file, with place and time. */
  listLocatedMessages: db.all<LocatedMessage, [attachment: number]>(
    `SELECT m.id, m.recipient_id, m.origin_id, m.date_sent FROM attachment_message a JOIN message m ON m.id = a.message_id WHERE a.attachment_id = ? ORDER BY m.id`,
  ),
  isKept: db.value<number, [key: string]>('SELECT 1 FROM attachment WHERE file_key = ?'),
  /** The size of all files in bytes. */
  spaceUsed: db.value<number, []>('SELECT coalesce(sum(size), 0) FROM attachment'),
  /** The size of one user's files in bytes. */
  spaceUsedBy: db.value<number, [user: number]>('SELECT coalesce(sum(size), 0) FROM attachment WHERE owner_id = ?'),
  /** Files that no message has linked to since a time, and that nothing else uses. */
  unclaimedSince: db.all<StoredAttachment, [time: number]>(
    `SELECT ${COLUMNS} FROM attachment a WHERE unclaimed_since < ? AND ${UNUSED}`,
  ),
  /** Those of some files, by a JSON list of ids, that nothing uses. */
  unusedAmong: db.all<StoredAttachment, [ids: string]>(
    `SELECT ${COLUMNS} FROM attachment a
     WHERE id IN (SELECT value FROM json_each(?)) AND unclaimed_since IS NOT NULL AND ${UNUSED}`,
  ),
  add: db.run<[Omit<StoredAttachment, 'id' | 'attempts'> & Record<string, unknown>]>(
    `INSERT INTO attachment (path_id, file_name, file_key, content_type, size, owner_id, create_time, unclaimed_since, thumbnails, width, height, frames)
     VALUES (@path_id, @file_name, @file_key, @content_type, @size, @owner_id, @create_time, @unclaimed_since, @thumbnails, @width, @height, @frames)`,
  ),
  /** The oldest image without thumbnails. */
  nextDue: db.get<StoredAttachment, []>(
    `SELECT ${COLUMNS} FROM attachment WHERE thumbnails = 'due' ORDER BY id LIMIT 1`,
  ),
  countAttempt: db.run<[id: number]>('UPDATE attachment SET attempts = attempts + 1 WHERE id = ?'),
  forgetAttempt: db.run<[id: number]>('UPDATE attachment SET attempts = max(attempts - 1, 0) WHERE id = ?'),
  setThumbnails: db.run<[thumbnails: 'made' | 'failed', id: number]>(
    'UPDATE attachment SET thumbnails = ? WHERE id = ?',
  ),
  remove: db.run<[id: number]>('DELETE FROM attachment WHERE id = ?'),
  claim: db.run<[attachment: number, message: number]>('INSERT OR IGNORE INTO attachment_message VALUES (?, ?)'),
  release: db.run<[attachment: number, message: number]>(
    'DELETE FROM attachment_message WHERE attachment_id = ? AND message_id = ?',
  ),
  setUnclaimedSince: db.run<[time: number | null, id: number]>(
    'UPDATE attachment SET unclaimed_since = ? WHERE id = ?',
  ),
});
