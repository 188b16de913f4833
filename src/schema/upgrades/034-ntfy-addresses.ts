import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Topics of ntfy servers to which notifications are sent. */
export const upgrade: Upgrade = `
  CREATE TABLE ntfy_address (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
    url TEXT NOT NULL,
    authorization TEXT,
    shows_text INTEGER NOT NULL,
    created INTEGER NOT NULL,
    last_success INTEGER,
    last_failure INTEGER,
    failure TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    UNIQUE (user_id, url)
  ) STRICT;
  CREATE TABLE ntfy_notice (
    address_id INTEGER NOT NULL REFERENCES ntfy_address ON DELETE CASCADE,
    message_id INTEGER NOT NULL,
    due INTEGER,
    sequence TEXT,
    PRIMARY KEY (address_id, message_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX ntfy_notice_due ON ntfy_notice (due);`;
