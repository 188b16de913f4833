import type { Upgrade } from '../../kernel/db/migrate.ts';

/** The server merges the segments of the search index in small steps. */
export const upgrade: Upgrade = `INSERT INTO message_search (message_search, rank) VALUES ('automerge', 0);`;
