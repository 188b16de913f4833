import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Reminders are rendered once. New channels are counted. Only answered challenges are stored. */
export const upgrade: Upgrade = `ALTER TABLE reminder ADD COLUMN content TEXT;
 ALTER TABLE reminder ADD COLUMN rendered_content TEXT;
 CREATE INDEX reminder_of_message ON reminder (message_id);
 CREATE INDEX channel_created ON channel (date_created);
 DELETE FROM passkey_challenge;`;
