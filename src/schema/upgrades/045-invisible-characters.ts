import type { Upgrade } from '../../kernel/db/migrate.ts';

/** The server indexes all messages again, because characters that are not shown no longer split a word. */
export const upgrade: Upgrade = `
  INSERT INTO message_search (message_search) VALUES ('delete-all');
  UPDATE search_progress SET indexed_to = 0;`;
