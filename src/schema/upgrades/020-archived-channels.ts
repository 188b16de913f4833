import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Archived channels that are deleted permanently. */
export const upgrade: Upgrade = `CREATE TABLE archived_channel (
   channel_id INTEGER PRIMARY KEY REFERENCES channel ON DELETE CASCADE,
   since INTEGER NOT NULL,
   is_deleting INTEGER NOT NULL DEFAULT 0
 ) STRICT;`;
