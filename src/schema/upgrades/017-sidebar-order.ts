import type { Upgrade } from '../../kernel/db/migrate.ts';

/** The order of the sidebar. */
export const upgrade: Upgrade = `CREATE TABLE sidebar_order (
   user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
   channels TEXT NOT NULL,
   views TEXT NOT NULL
 ) STRICT;`;
