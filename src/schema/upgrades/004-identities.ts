import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Sessions store the device and the method of the sign-in. Accounts can belong to accounts of identity providers. */
export const upgrade: Upgrade = `ALTER TABLE session ADD COLUMN last_used INTEGER NOT NULL DEFAULT 0;
 ALTER TABLE session ADD COLUMN device TEXT NOT NULL DEFAULT '';
 ALTER TABLE session ADD COLUMN address TEXT NOT NULL DEFAULT '';
 ALTER TABLE session ADD COLUMN provider TEXT;
 ALTER TABLE session ADD COLUMN id_token TEXT;
 UPDATE session SET last_used = created;
 CREATE TABLE external_identity (
   issuer TEXT NOT NULL,
   subject TEXT NOT NULL,
   user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
   created INTEGER NOT NULL,
   last_used INTEGER NOT NULL,
   picture TEXT,
   PRIMARY KEY (issuer, subject)
 ) STRICT, WITHOUT ROWID;
 CREATE UNIQUE INDEX external_identity_user ON external_identity (user_id, issuer);
 CREATE TABLE app_token (
   token_hash TEXT PRIMARY KEY,
   user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
   expires INTEGER NOT NULL,
   provider TEXT,
   id_token TEXT
 ) STRICT, WITHOUT ROWID;
 CREATE INDEX app_token_user ON app_token (user_id);`;
