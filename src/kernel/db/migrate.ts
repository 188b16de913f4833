import type { Database } from './database.ts';
import { UPGRADES } from './upgrades.ts';

/** The database was made by a newer Klatch; this one does not touch it. */
export class NewerDatabase extends Error {
  constructor(found: number) {
    super(`The database has schema ${found}, made by a newer Klatch; this one knows up to ${SCHEMA_VERSION}. Use the newer version.`);
  }
}

/** The schema of schema.sql: one more than the upgrades that lead to it. */
export const SCHEMA_VERSION = UPGRADES.length + 1;

/** Makes a new database what schema.sql says, or brings an older one up to it, step by step in one transaction. */
export function migrate(db: Database, schema: string): { created: boolean; upgradedFrom: number | undefined } {
  const found = Number(db.pragma('user_version'));
  if (found > SCHEMA_VERSION) throw new NewerDatabase(found);
  if (found === SCHEMA_VERSION) return { created: false, upgradedFrom: undefined };
  const steps = found === 0 ? [schema] : UPGRADES.slice(found - 1);
  db.script(`BEGIN IMMEDIATE; ${steps.join(';\n')}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  return { created: found === 0, upgradedFrom: found === 0 ? undefined : found };
}
