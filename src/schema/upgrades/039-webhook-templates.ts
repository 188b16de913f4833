import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Services that administrators write. */
export const upgrade: Upgrade = `
  CREATE TABLE webhook_template (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL
  ) STRICT;`;
