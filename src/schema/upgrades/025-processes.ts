import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Several processes of one server. */
export const upgrade: Upgrade = `CREATE TABLE message_sequence_new (
   id INTEGER PRIMARY KEY CHECK (id = 1),
   last_id INTEGER NOT NULL
 ) STRICT;
 INSERT INTO message_sequence_new (id, last_id) SELECT 1, max(last_id) FROM message_sequence;
 DROP TABLE message_sequence;
 ALTER TABLE message_sequence_new RENAME TO message_sequence;
 CREATE TABLE queue_listener (
   node TEXT NOT NULL,
   user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
   PRIMARY KEY (node, user_id)
 ) STRICT, WITHOUT ROWID;
 CREATE TABLE replication (
   id INTEGER PRIMARY KEY CHECK (id = 1),
   epoch INTEGER NOT NULL,
   turn INTEGER NOT NULL,
   hash BLOB NOT NULL,
   sequence INTEGER NOT NULL
 ) STRICT;`;
