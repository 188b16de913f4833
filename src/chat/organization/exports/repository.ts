import type { Database } from '../../../kernel/db/database.ts';
import { MESSAGE_COLUMNS } from '../../messages/messages/repository.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import type { ExportFormat, ExportType, StoredExport } from './types.ts';

const COLUMNS = 'id, acting_user_id, export_type, export_time, file_key, failed_timestamp, deleted_timestamp, format';
const PENDING = 'file_key IS NULL AND failed_timestamp IS NULL AND deleted_timestamp IS NULL';

export const exportRepository = (db: Database) => ({
  all: db.all<StoredExport, []>(`SELECT ${COLUMNS} FROM realm_export ORDER BY id`),
  byId: db.get<StoredExport, [id: number]>(`SELECT ${COLUMNS} FROM realm_export WHERE id = ?`),
  pending: db.get<StoredExport, []>(`SELECT ${COLUMNS} FROM realm_export WHERE ${PENDING} ORDER BY id LIMIT 1`),
  since: db.value<number, [time: number]>('SELECT count(*) FROM realm_export WHERE export_time > ?'),
  /** Those with a file that were requested before a time. */
  withFileBefore: db.all<StoredExport, [time: number]>(
    `SELECT ${COLUMNS} FROM realm_export WHERE file_key IS NOT NULL AND export_time < ?`,
  ),
  add: db.run<[actor: number, type: ExportType, time: number, format: ExportFormat]>(
    'INSERT INTO realm_export (acting_user_id, export_type, export_time, format) VALUES (?, ?, ?, ?)',
  ),
  setFile: db.run<[key: string, id: number]>(
    `UPDATE realm_export SET file_key = ?, format = iif(format = 'document', 'zulip', format) WHERE id = ?`,
  ),
  setFailed: db.run<[time: number, id: number]>('UPDATE realm_export SET failed_timestamp = ? WHERE id = ?'),
  setDeleted: db.run<[time: number, id: number]>(
    'UPDATE realm_export SET file_key = NULL, deleted_timestamp = ? WHERE id = ?',
  ),
  /** 1 if an uploaded file is an export. */
  isKept: db.value<number, [key: string]>('SELECT 1 FROM realm_export WHERE file_key = ?'),
  /** The programs that wrote messages. */
  clients: db.all<{ id: number; name: string }, []>('SELECT id, name FROM client ORDER BY id'),
  channelIds: db.column<number, []>('SELECT id FROM channel ORDER BY id'),
  /** Direct-message conversations. */
  conversationIds: db.column<number, []>('SELECT id FROM recipient WHERE user_ids IS NOT NULL ORDER BY id'),
  /** One sender's messages in a range of ids. */
  messagesOfSender: db.all<StoredMessage, [after: number, upTo: number, sender: number]>(
    `SELECT ${MESSAGE_COLUMNS} FROM message m NOT INDEXED WHERE m.id > ? AND m.id <= ? AND m.sender_id = ? ORDER BY m.id`,
  ),
  /** One user's reactions to messages in a range of ids. */
  reactionsOfUser: db.all<{ message_id: number; emoji_name: string }, [after: number, upTo: number, user: number]>(
    `SELECT message_id, emoji_name FROM reaction WHERE message_id > ? AND message_id <= ? AND user_id = ?
     ORDER BY message_id`,
  ),
  /** One user's votes and tasks in polls and to-do lists, in a range of messages. */
  submessagesOfUser: db.all<{ message_id: number; content: string }, [after: number, upTo: number, user: number]>(
    `SELECT message_id, content FROM submessage WHERE message_id > ? AND message_id <= ? AND sender_id = ?
     ORDER BY message_id, id`,
  ),
  messagesAfter: db.all<StoredMessage, [id: number, most: number]>(
    `SELECT ${MESSAGE_COLUMNS} FROM message m WHERE m.id > ? ORDER BY m.id LIMIT ?`,
  ),
});
