import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Commands that the webhooks of bots answer. */
export const upgrade: Upgrade = `
  ALTER TABLE sent_delivery ADD COLUMN command TEXT;
  CREATE TABLE slash_command (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    bot_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
    name TEXT NOT NULL UNIQUE,
    usage TEXT NOT NULL,
    description TEXT NOT NULL
  ) STRICT;
  CREATE INDEX slash_command_bot ON slash_command (bot_id);
  CREATE TABLE slash_command_run (
    token_hash TEXT PRIMARY KEY,
    command_id INTEGER NOT NULL REFERENCES slash_command ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
    place TEXT NOT NULL,
    expires INTEGER NOT NULL,
    answers_left INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX slash_command_run_command ON slash_command_run (command_id);
  CREATE INDEX slash_command_run_user ON slash_command_run (user_id);
  CREATE INDEX slash_command_run_expires ON slash_command_run (expires);`;
