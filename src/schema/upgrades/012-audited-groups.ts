import type { Upgrade } from '../../kernel/db/migrate.ts';

/** The audit log contains groups and the programs that use API keys. */
export const upgrade: Upgrade = `ALTER TABLE audit_entry ADD COLUMN group_id INTEGER;
 CREATE INDEX audit_entry_program ON audit_entry (actor_id, client) WHERE kind = 'api_key_use';`;
