import type { Upgrade } from '../../kernel/db/migrate.ts';

/** The personal data of users can be erased. */
export const upgrade: Upgrade = `CREATE TABLE erasure (
   user_id INTEGER PRIMARY KEY REFERENCES user,
   messages TEXT NOT NULL,
   redaction TEXT,
   requested INTEGER NOT NULL,
   finished INTEGER
 ) STRICT;`;
