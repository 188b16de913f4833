import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Others see when do not disturb ends, and not its schedule. A job computes what follows from a schedule. */
export const upgrade: Upgrade = `ALTER TABLE do_not_disturb ADD COLUMN quiet_until INTEGER NOT NULL DEFAULT 0;
 ALTER TABLE do_not_disturb ADD COLUMN next_start INTEGER;
 UPDATE do_not_disturb SET quiet_until = until, next_start = iif(schedule = '[]', NULL, 0);
 CREATE INDEX do_not_disturb_start ON do_not_disturb (next_start) WHERE next_start IS NOT NULL;`;
