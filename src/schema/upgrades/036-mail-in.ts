import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Received mails, and replaced e-mail addresses of channels. */
export const upgrade: Upgrade = `
  CREATE TABLE mail_address (
    channel_id INTEGER PRIMARY KEY REFERENCES channel ON DELETE CASCADE,
    generation INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE received_mail (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    received INTEGER NOT NULL,
    key TEXT UNIQUE,
    thread_hash TEXT,
    sender TEXT NOT NULL,
    subject TEXT NOT NULL,
    address TEXT NOT NULL,
    result TEXT NOT NULL,
    reason TEXT NOT NULL,
    message_id INTEGER
  ) STRICT;
  CREATE INDEX received_mail_thread ON received_mail (thread_hash) WHERE thread_hash IS NOT NULL;`;
