import type { Database } from '../../../kernel/db/database.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import type { StoredScheduledMessage } from './types.ts';

const COLUMNS =
  'id, user_id, channel_id, user_ids, topic, content, rendered_content, deliver_at, client, read_by_sender, failed';

const toScheduledMessage = (row: RowOf<StoredScheduledMessage, 'user_ids'>): StoredScheduledMessage => ({
  ...row,
  user_ids: row.user_ids === null ? null : JSON.parse(row.user_ids),
  read_by_sender: row.read_by_sender === 1,
  failed: row.failed === 1,
});
const row = ({ user_ids, read_by_sender, failed, ...rest }: Omit<StoredScheduledMessage, 'id'>) => ({
  ...rest,
  user_ids: user_ids && JSON.stringify(user_ids),
  read_by_sender: Number(read_by_sender),
  failed: Number(failed),
});

export const scheduledMessageRepository = (db: Database) => {
  const insert = db.run<[Record<string, unknown>]>(
    `INSERT INTO scheduled_message
       (user_id, channel_id, user_ids, topic, content, rendered_content, deliver_at, client, read_by_sender, failed) VALUES
       (@user_id, @channel_id, @user_ids, @topic, @content, @rendered_content, @deliver_at, @client, @read_by_sender, @failed)`,
  );
  const update = db.run<[Record<string, unknown>]>(
    `UPDATE scheduled_message SET channel_id = @channel_id, user_ids = @user_ids, topic = @topic, content = @content,
       rendered_content = @rendered_content, deliver_at = @deliver_at, client = @client, failed = @failed WHERE id = @id`,
  );
  return {
    /** The next one first. */
    ofUser: db.all<StoredScheduledMessage, [user: number]>(
      `SELECT ${COLUMNS} FROM scheduled_message WHERE user_id = ? ORDER BY deliver_at, id`,
      toScheduledMessage,
    ),
    /** Only its sender finds it. */
    byId: db.get<StoredScheduledMessage, [id: number, user: number]>(
      `SELECT ${COLUMNS} FROM scheduled_message WHERE id = ? AND user_id = ?`,
      toScheduledMessage,
    ),
    /** The first of all users' due messages, by time. */
    due: db.all<StoredScheduledMessage, [now: number, most: number]>(
      `SELECT ${COLUMNS} FROM scheduled_message WHERE failed = 0 AND deliver_at <= ? ORDER BY deliver_at, id LIMIT ?`,
      toScheduledMessage,
    ),
    nextDue: db.value<number | null, []>('SELECT min(deliver_at) FROM scheduled_message WHERE failed = 0'),
    add: (message: Omit<StoredScheduledMessage, 'id'>): number => insert(row(message)).id,
    change: ({ id, ...message }: StoredScheduledMessage): void => void update({ id, ...row(message) }),
    remove: db.run<[id: number]>('DELETE FROM scheduled_message WHERE id = ?'),
  };
};
