import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Second factors: authenticator apps, recovery codes and passkeys. */
export const upgrade: Upgrade = `CREATE TABLE totp (
   user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
   secret TEXT NOT NULL,
   created INTEGER NOT NULL,
   last_step INTEGER NOT NULL
 ) STRICT;
 CREATE TABLE recovery_code (
   user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
   code_hash TEXT NOT NULL,
   PRIMARY KEY (user_id, code_hash)
 ) STRICT, WITHOUT ROWID;
 CREATE TABLE passkey (
   id TEXT PRIMARY KEY,
   user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
   name TEXT NOT NULL,
   public_key BLOB NOT NULL,
   counter INTEGER NOT NULL,
   transports TEXT NOT NULL,
   created INTEGER NOT NULL,
   last_used INTEGER
 ) STRICT, WITHOUT ROWID;
 CREATE INDEX passkey_user ON passkey (user_id);
 CREATE TABLE passkey_challenge (
   challenge TEXT PRIMARY KEY,
   user_id INTEGER REFERENCES user ON DELETE CASCADE,
   expires INTEGER NOT NULL
 ) STRICT, WITHOUT ROWID;
 CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires);
 CREATE INDEX passkey_challenge_user ON passkey_challenge (user_id);
 CREATE TABLE sign_in_attempt (
   token_hash TEXT PRIMARY KEY,
   user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
   destination TEXT NOT NULL,
   account_state TEXT NOT NULL,
   failures INTEGER NOT NULL DEFAULT 0,
   created INTEGER NOT NULL
 ) STRICT, WITHOUT ROWID;
 CREATE INDEX sign_in_attempt_user ON sign_in_attempt (user_id);`;
