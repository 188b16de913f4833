import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Deleted messages can be restored. */
export const upgrade: Upgrade = `CREATE TABLE deleted_message (
   deletion INTEGER PRIMARY KEY AUTOINCREMENT,
   id INTEGER NOT NULL UNIQUE,
   recipient_id INTEGER NOT NULL REFERENCES recipient,
   origin_id INTEGER REFERENCES recipient,
   sender_id INTEGER NOT NULL REFERENCES user,
   subject TEXT NOT NULL,
   content TEXT NOT NULL,
   rendered_content TEXT,
   date_sent INTEGER NOT NULL,
   client_id INTEGER NOT NULL REFERENCES client,
   facts INTEGER NOT NULL,
   last_edit_timestamp INTEGER,
   last_moved_timestamp INTEGER,
   edit_history TEXT,
   deleted INTEGER NOT NULL,
   deleted_by INTEGER REFERENCES user,
   attached TEXT NOT NULL
 ) STRICT;
 CREATE INDEX deleted_message_sender ON deleted_message (sender_id);
 CREATE TABLE deleted_message_file (
   message_id INTEGER NOT NULL REFERENCES deleted_message (id) ON DELETE CASCADE,
   attachment_id INTEGER NOT NULL REFERENCES attachment ON DELETE CASCADE,
   PRIMARY KEY (message_id, attachment_id)
 ) STRICT, WITHOUT ROWID;
 CREATE INDEX deleted_message_file_attachment ON deleted_message_file (attachment_id);`;
