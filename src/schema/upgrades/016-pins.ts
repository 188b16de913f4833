import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Pinned messages. */
export const upgrade: Upgrade = `CREATE TABLE pin (
   message_id INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
   recipient_id INTEGER NOT NULL REFERENCES recipient ON DELETE CASCADE,
   pinned_by INTEGER REFERENCES user ON DELETE SET NULL,
   pinned_at INTEGER NOT NULL
 ) STRICT;
 CREATE INDEX pin_of_recipient ON pin (recipient_id, pinned_at);`;
