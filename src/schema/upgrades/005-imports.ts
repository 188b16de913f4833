import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Imports remember what became of the objects of other servers. */
export const upgrade: Upgrade = `CREATE TABLE import_source (
   id INTEGER PRIMARY KEY AUTOINCREMENT,
   name TEXT NOT NULL UNIQUE,
   from_id INTEGER NOT NULL
 ) STRICT;
 CREATE TABLE import_origin (
   source_id INTEGER NOT NULL REFERENCES import_source ON DELETE CASCADE,
   kind TEXT NOT NULL,
   origin TEXT NOT NULL,
   id INTEGER NOT NULL,
   detail TEXT NOT NULL,
   PRIMARY KEY (source_id, kind, origin)
 ) STRICT, WITHOUT ROWID;
 CREATE TABLE import_member (
   recipient_id INTEGER NOT NULL REFERENCES recipient ON DELETE CASCADE,
   user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
   is_pending INTEGER NOT NULL,
   PRIMARY KEY (recipient_id, user_id)
 ) STRICT, WITHOUT ROWID;
 CREATE INDEX import_member_pending ON import_member (user_id, recipient_id) WHERE is_pending = 1;`;
