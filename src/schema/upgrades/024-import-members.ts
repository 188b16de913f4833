import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Imports know from when on the members of a channel received its messages. */
export const upgrade: Upgrade = 'ALTER TABLE import_member ADD COLUMN from_id INTEGER;';
