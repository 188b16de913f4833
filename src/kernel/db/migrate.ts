import type { Database } from './database.ts';
import { UPGRADES } from './upgrades.ts';

/** The database was made by a newer Klatch; this one does not touch it. */
export class NewerDatabase extends Error {
  constructor(found: number, known: number) {
    super(
      `The database has schema ${found}, made by a newer Klatch; this one knows up to ${known}. Use the newer version.`,
    );
  }
}

/** The file holds tables that are not Klatch's. */
export class ForeignDatabase extends Error {
  constructor() {
    super('it belongs to another program');
  }
}

/** An older database could not be brought up to date; it is as it was. */
export class FailedUpgrade extends Error {}

/** The schema of schema.sql: one more than the upgrades that lead to it. */
export const SCHEMA_VERSION = UPGRADES.length + 1;

export interface Migration {
  /** Is told before an older database is touched, to copy it elsewhere. */
  beforeUpgrade?(found: number, wanted: number): void;
  /** Is told of each step. */
  onStep?(step: number, of: number): void;
  upgrades?: readonly string[];
}

/** Makes a new database what schema.sql says, or brings an older one up to it: all steps in one transaction, or none. */
export function migrate(db: Database, schema: string, { upgrades = UPGRADES, ...more }: Migration = {}): void {
  const wanted = upgrades.length + 1;
  const found = Number(db.pragma('user_version'));
  if (found > wanted) throw new NewerDatabase(found, wanted);
  if (found === wanted) return;
  if (found === 0) db.script(`BEGIN IMMEDIATE; ${schema}; PRAGMA user_version = ${wanted}; COMMIT`);
  else upgrade(db, found, wanted, { ...more, steps: upgrades.slice(found - 1) });
}

function upgrade(
  db: Database,
  found: number,
  wanted: number,
  { beforeUpgrade, onStep, steps }: Migration & { steps: readonly string[] },
): void {
  beforeUpgrade?.(found, wanted);
  // A table that others refer to may be made anew; what refers to nothing in the end is looked for instead.
  db.pragma('foreign_keys = OFF');
  db.script('BEGIN IMMEDIATE');
  try {
    for (const [at, step] of steps.entries()) {
      onStep?.(at + 1, steps.length);
      db.script(step);
    }
    if (db.pragma('foreign_key_check')) throw new Error('rows refer to others that are not there');
    db.script(`PRAGMA user_version = ${wanted}; COMMIT`);
  } catch (error) {
    db.script('ROLLBACK');
    throw new FailedUpgrade(
      `The upgrade from schema ${found} to ${wanted} failed, and the database is as it was: ${(error as Error).message}`,
    );
  } finally {
    db.pragma('foreign_keys = ON');
  }
}

/** Refuses what is no database of Klatch's: a new one has no tables, and one of this version those of the schema. */
export function requireOwn(db: Database, schema: string, { upgrades = UPGRADES }: Migration = {}): void {
  const version = Number(db.pragma('user_version'));
  if (version > 0 && version !== upgrades.length + 1) return;
  const tables = db.column<string>("SELECT name FROM sqlite_schema WHERE type = 'table'")();
  const isOwn = version === 0 ? tables.length === 0 : tables.includes(/CREATE TABLE (\w+)/.exec(schema)![1]!);
  if (!isOwn) throw new ForeignDatabase();
}
