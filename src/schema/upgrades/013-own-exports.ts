import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Users export their own data. */
export const upgrade: Upgrade = `CREATE TABLE data_export (
   user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
   requested INTEGER NOT NULL,
   finished INTEGER,
   has_failed INTEGER NOT NULL DEFAULT 0,
   file_key TEXT,
   size INTEGER
 ) STRICT;`;
