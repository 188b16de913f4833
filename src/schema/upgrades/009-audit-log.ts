import type { Upgrade } from '../../kernel/db/migrate.ts';

/** The audit log. */
export const upgrade: Upgrade = `CREATE TABLE audit_entry (
   id INTEGER PRIMARY KEY AUTOINCREMENT,
   time INTEGER NOT NULL,
   kind TEXT NOT NULL,
   actor_id INTEGER REFERENCES user,
   user_id INTEGER REFERENCES user,
   channel_id INTEGER,
   details TEXT NOT NULL,
   address TEXT NOT NULL,
   client TEXT NOT NULL
 ) STRICT;
 CREATE INDEX audit_entry_time ON audit_entry (time);`;
