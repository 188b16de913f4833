import type { Upgrade } from '../../kernel/db/migrate.ts';

/** The processes of a cluster share a secret. */
export const upgrade: Upgrade = `CREATE TABLE cluster (id INTEGER PRIMARY KEY CHECK (id = 1), secret TEXT NOT NULL) STRICT;`;
