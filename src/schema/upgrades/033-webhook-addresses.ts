import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Addresses to which other programs post without the key of a bot. */
export const upgrade: Upgrade = `
  CREATE TABLE webhook_address (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash TEXT NOT NULL UNIQUE,
    bot_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
    service TEXT NOT NULL,
    channel_id INTEGER REFERENCES channel ON DELETE CASCADE,
    topic TEXT,
    secret TEXT,
    created INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhook_address_bot ON webhook_address (bot_id);
  CREATE INDEX webhook_address_channel ON webhook_address (channel_id);`;
