import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Invitations to imported accounts. */
export const upgrade: Upgrade = `ALTER TABLE invitation ADD COLUMN account_id INTEGER REFERENCES user ON DELETE CASCADE;
 CREATE INDEX invitation_of_account ON invitation (account_id) WHERE account_id IS NOT NULL;`;
