import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Statistics. */
export const upgrade: Upgrade = `CREATE TABLE statistic (
   period TEXT NOT NULL,
   kind TEXT NOT NULL,
   start INTEGER NOT NULL,
   key INTEGER NOT NULL,
   value INTEGER NOT NULL,
   PRIMARY KEY (period, kind, start, key)
 ) STRICT, WITHOUT ROWID;
 CREATE TABLE active_user (
   user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
   period TEXT NOT NULL,
   start INTEGER NOT NULL,
   counted INTEGER NOT NULL,
   PRIMARY KEY (user_id, period, start)
 ) STRICT, WITHOUT ROWID;
 CREATE INDEX active_user_counted ON active_user (counted);
 CREATE TABLE statistic_progress (
   message_id INTEGER NOT NULL,
   presence_id INTEGER NOT NULL
 ) STRICT;
 INSERT INTO statistic_progress (message_id, presence_id) VALUES (0, 0);`;
