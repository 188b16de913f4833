import { readAsset } from '../../kernel/assets.ts';
import type { Upgrade } from '../../kernel/db/migrate.ts';
import { reconcile } from '../../kernel/db/reconcile.ts';

/** schema.sql as it was when the number of a schema began to define its structure. Never changed. */
export const numberedSchema = (): string => readAsset('src/schema/schema-2.sql').toString();

/**
 * All earlier databases were called schema 1, whatever tables they had. From here on the number defines the structure.
 */
export const upgrade: Upgrade = (db) =>
  reconcile(db, numberedSchema(), { invitation: { confirms: 'link_id IS NOT NULL' } });
