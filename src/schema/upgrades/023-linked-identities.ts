import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Linked identities in the settings, and a second step after a sign-in at an identity provider. */
export const upgrade: Upgrade = `ALTER TABLE external_identity ADD COLUMN account_name TEXT;
 ALTER TABLE passkey ADD COLUMN verifies_user INTEGER NOT NULL DEFAULT 0;
 ALTER TABLE sign_in_attempt ADD COLUMN provider TEXT;
 ALTER TABLE sign_in_attempt ADD COLUMN id_token TEXT;`;
