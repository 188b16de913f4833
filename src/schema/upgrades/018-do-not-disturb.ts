import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Do not disturb. */
export const upgrade: Upgrade = `CREATE TABLE do_not_disturb (
   user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
   until INTEGER NOT NULL,
   schedule TEXT NOT NULL,
   resumed_until INTEGER NOT NULL
 ) STRICT;`;
