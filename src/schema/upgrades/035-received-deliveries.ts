import type { Upgrade } from '../../kernel/db/migrate.ts';

/** The last deliveries to each webhook address, and the ids of those that were handled. */
export const upgrade: Upgrade = `
  CREATE TABLE received_delivery (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    address_id INTEGER NOT NULL REFERENCES webhook_address ON DELETE CASCADE,
    received INTEGER NOT NULL,
    repeats INTEGER NOT NULL DEFAULT 0,
    content TEXT,
    error TEXT,
    message_id INTEGER
  ) STRICT;
  CREATE INDEX received_delivery_address ON received_delivery (address_id);
  CREATE INDEX received_delivery_time ON received_delivery (received);
  CREATE TABLE handled_delivery (
    hash TEXT PRIMARY KEY,
    handled INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX handled_delivery_time ON handled_delivery (handled);`;
