import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Accounts whose addresses nobody confirmed. The first proof ends their sessions, keys and passwords. */
export const upgrade: Upgrade = `CREATE TABLE unproven_address (user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE) STRICT;`;
