import type { Upgrade } from '../../kernel/db/migrate.ts';

/** E-mails to members. */
export const upgrade: Upgrade = `CREATE TABLE announcement (
   id INTEGER PRIMARY KEY AUTOINCREMENT,
   sender_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
   created INTEGER NOT NULL,
   audience TEXT NOT NULL,
   audience_id INTEGER,
   subject TEXT NOT NULL,
   html TEXT NOT NULL,
   text TEXT NOT NULL,
   recipients INTEGER NOT NULL,
   queued INTEGER NOT NULL DEFAULT 0,
   last_user_id INTEGER NOT NULL DEFAULT 0,
   finished INTEGER
 ) STRICT;`;
