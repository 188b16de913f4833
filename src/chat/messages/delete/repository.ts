import type { Database } from '../../../kernel/db/database.ts';
import type { StoredDeletedMessage } from './types.ts';

const COLUMNS = `deletion, id, recipient_id, origin_id, sender_id, subject, content,
  coalesce(rendered_content, '<p>' || content || '</p>') AS rendered_content, date_sent, deleted, deleted_by`;

/** The columns of `message` that are kept as they are. */
const KEPT = `id, recipient_id, origin_id, sender_id, subject, content, rendered_content, date_sent, client_id, facts,
  last_edit_timestamp, last_moved_timestamp, edit_history`;

export const deletedMessageRepository = (db: Database) => ({
  ...deletedMessageLookups(db),
  ...deletedMessageWrites(db),
});

const deletedMessageLookups = (db: Database) => ({
  /** By id; ids as a JSON list. */
  byIds: db.all<StoredDeletedMessage, [ids: string]>(
    `SELECT ${COLUMNS} FROM deleted_message WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
  ),
  /** The latest deletions before one, at most `limit`. */
  before: db.all<StoredDeletedMessage, [deletion: number, limit: number]>(
    `SELECT ${COLUMNS} FROM deleted_message WHERE deletion < ? ORDER BY deletion DESC LIMIT ?`,
  ),
  /** The first deletions, at most `limit`. */
  oldest: db.all<{ id: number; deleted: number }, [limit: number]>(
    'SELECT id, deleted FROM deleted_message ORDER BY deletion LIMIT ?',
  ),
  /** The files that deleted messages linked to; ids as a JSON list. */
  listFiles: db.column<number, [ids: string]>(
    'SELECT DISTINCT attachment_id FROM deleted_message_file WHERE message_id IN (SELECT value FROM json_each(?))',
  ),
});

function deletedMessageWrites(db: Database) {
  const keepRow = db.run<[deleted: number, by: number | null, id: number]>(
    `INSERT INTO deleted_message (${KEPT}, deleted, deleted_by, attached)
     SELECT ${KEPT}, ?, ?, json_object(
       'reactions', json((SELECT json_group_array(json_array(user_id, reaction_type, emoji_code, emoji_name))
         FROM (SELECT * FROM reaction WHERE message_id = message.id ORDER BY rowid))),
       'flags', json((SELECT json_group_array(json_array(user_id, flags)) FROM message_flag
         WHERE message_id = message.id)),
       'submessages', json((SELECT json_group_array(json_array(id, sender_id, msg_type, content))
         FROM (SELECT * FROM submessage WHERE message_id = message.id ORDER BY id))),
       'pin', json((SELECT json_array(pinned_by, pinned_at) FROM pin WHERE message_id = message.id)))
     FROM message WHERE id = ?`,
  );
  const keepFiles = db.run<[id: number]>(
    `INSERT INTO deleted_message_file (message_id, attachment_id)
     SELECT message_id, attachment_id FROM attachment_message WHERE message_id = ?`,
  );
  const restorations = [
    `INSERT INTO reaction (message_id, user_id, reaction_type, emoji_code, emoji_name)
     SELECT d.id, r.value ->> 0, r.value ->> 1, r.value ->> 2, r.value ->> 3
     FROM deleted_message d, json_each(d.attached, '$.reactions') r WHERE d.id = ? ORDER BY r.key`,
    `INSERT INTO message_flag (user_id, message_id, flags)
     SELECT f.value ->> 0, d.id, f.value ->> 1
     FROM deleted_message d, json_each(d.attached, '$.flags') f WHERE d.id = ?`,
    `INSERT INTO submessage (id, message_id, sender_id, msg_type, content)
     SELECT s.value ->> 0, d.id, s.value ->> 1, s.value ->> 2, s.value ->> 3
     FROM deleted_message d, json_each(d.attached, '$.submessages') s WHERE d.id = ?`,
    `INSERT INTO pin (message_id, recipient_id, pinned_by, pinned_at)
     SELECT d.id, d.recipient_id, d.attached ->> '$.pin[0]', d.attached ->> '$.pin[1]'
     FROM deleted_message d WHERE d.id = ? AND d.attached ->> '$.pin[1]' IS NOT NULL`,
    `INSERT INTO attachment_message (attachment_id, message_id)
     SELECT attachment_id, message_id FROM deleted_message_file WHERE message_id = ?`,
    `UPDATE attachment SET unclaimed_since = NULL
     WHERE id IN (SELECT attachment_id FROM deleted_message_file WHERE message_id = ?)`,
  ].map((sql) => db.run<[id: number]>(sql));
  const restoreRow = db.run<[topic: number | null, id: number]>(
    `INSERT INTO message (topic_id, ${KEPT}) SELECT ?, ${KEPT} FROM deleted_message WHERE id = ?`,
  );
  const remove = db.run<[id: number]>('DELETE FROM deleted_message WHERE id = ?');
  return {
    /** Keeps a message that is deleted next, with what belongs to it. */
    keep(id: number, deleted: number, by: number | null): void {
      keepRow(deleted, by, id);
      keepFiles(id);
    },
    /** Writes a deleted message and what belonged to it back. The caller indexes it. */
    restore(id: number, topic: number | null): void {
      restoreRow(topic, id);
      for (const restoration of restorations) restoration(id);
      remove(id);
    },
    remove,
  };
}
