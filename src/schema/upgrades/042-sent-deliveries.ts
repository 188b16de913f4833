import type { Upgrade } from '../../kernel/db/migrate.ts';

/** The last requests to outgoing webhooks. */
export const upgrade: Upgrade = `
  CREATE INDEX webhook_delivery_bot ON webhook_delivery (bot_id);
  CREATE TABLE sent_delivery (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    bot_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
    message_id INTEGER,
    sent INTEGER NOT NULL,
    status INTEGER,
    error TEXT
  ) STRICT;
  CREATE INDEX sent_delivery_bot ON sent_delivery (bot_id);
  CREATE INDEX sent_delivery_time ON sent_delivery (sent);`;
