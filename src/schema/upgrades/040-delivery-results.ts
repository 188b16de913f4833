import type { Upgrade } from '../../kernel/db/migrate.ts';

/** When each browser, phone and mailbox last received something, and why the last attempt failed. */
export const upgrade: Upgrade = `
  ALTER TABLE push_token ADD COLUMN last_success INTEGER;
  ALTER TABLE push_token ADD COLUMN last_failure INTEGER;
  ALTER TABLE push_token ADD COLUMN failure TEXT;
  ALTER TABLE web_push_subscription ADD COLUMN last_success INTEGER;
  ALTER TABLE web_push_subscription ADD COLUMN last_failure INTEGER;
  ALTER TABLE web_push_subscription ADD COLUMN failure TEXT;
  CREATE TABLE mail_result (
    user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
    last_success INTEGER,
    last_failure INTEGER,
    failure TEXT
  ) STRICT;`;
