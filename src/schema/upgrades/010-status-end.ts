import type { Upgrade } from '../../kernel/db/migrate.ts';

/** A status can end by itself. */
export const upgrade: Upgrade = `ALTER TABLE user_status ADD COLUMN scheduled_end_time INTEGER;
 CREATE INDEX user_status_end ON user_status (scheduled_end_time) WHERE scheduled_end_time IS NOT NULL;`;
