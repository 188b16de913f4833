import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Exports from administration are archives, in one of two forms. Earlier ones are one document. */
export const upgrade: Upgrade = `ALTER TABLE realm_export ADD COLUMN format TEXT NOT NULL DEFAULT 'document';`;
