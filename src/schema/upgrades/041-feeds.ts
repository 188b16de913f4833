import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Feeds whose new entries bots post. */
export const upgrade: Upgrade = `
  CREATE TABLE feed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    bot_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
    channel_id INTEGER NOT NULL REFERENCES channel ON DELETE CASCADE,
    topic TEXT,
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    known TEXT,
    etag TEXT,
    modified TEXT,
    due INTEGER,
    failures INTEGER NOT NULL,
    error TEXT,
    last_read INTEGER,
    created INTEGER NOT NULL,
    UNIQUE (channel_id, bot_id, url)
  ) STRICT;
  CREATE INDEX feed_bot ON feed (bot_id);
  CREATE INDEX feed_due ON feed (due) WHERE due IS NOT NULL;`;
