import type { Database } from '../../../kernel/db/database.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import type { StoredReminder } from './types.ts';

const COLUMNS = 'id, user_id, message_id, note, deliver_at, failed, content, rendered_content';
const toReminder = (row: RowOf<StoredReminder>): StoredReminder => ({ ...row, failed: row.failed === 1 });

export const reminderRepository = (db: Database) => ({
  /** The next one first. */
  ofUser: db.all<StoredReminder, [user: number]>(
    `SELECT ${COLUMNS} FROM reminder WHERE user_id = ? ORDER BY deliver_at, id`,
    toReminder,
  ),
  /** Only its owner finds it. */
  byId: db.get<StoredReminder, [id: number, user: number]>(
    `SELECT ${COLUMNS} FROM reminder WHERE id = ? AND user_id = ?`,
    toReminder,
  ),
  /** The first of all users' due reminders, by time. */
  due: db.all<StoredReminder, [now: number, most: number]>(
    `SELECT ${COLUMNS} FROM reminder WHERE failed = 0 AND deliver_at <= ? ORDER BY deliver_at, id LIMIT ?`,
    toReminder,
  ),
  nextDue: db.value<number | null, []>('SELECT min(deliver_at) FROM reminder WHERE failed = 0'),
  add: db.run<[Omit<StoredReminder, 'id' | 'failed'> & Record<string, unknown>]>(
    `INSERT INTO reminder (user_id, message_id, note, deliver_at, content, rendered_content)
     VALUES (@user_id, @message_id, @note, @deliver_at, @content, @rendered_content)`,
  ),
  /** Forgets what a deleted message said. */
  forgetMessage: db.run<[message: number]>(
    'UPDATE reminder SET content = NULL, rendered_content = NULL WHERE message_id = ?',
  ),
  setFailed: db.run<[id: number]>('UPDATE reminder SET failed = 1 WHERE id = ?'),
  remove: db.run<[id: number]>('DELETE FROM reminder WHERE id = ?'),
});
