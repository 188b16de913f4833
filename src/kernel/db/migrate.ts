import type { Database } from './database.ts';
import { type Difference, differencesFrom } from './structure.ts';

/**
 * SQL, or a function for what SQL alone does not express. It runs in one transaction with the other steps, with foreign
 * keys off; `rebuildTable` of reconcile.ts changes what ALTER TABLE cannot.
 */
export type Upgrade = string | ((db: Database) => void);

/** Runs an upgrade step on an open database. */
export function runStep(db: Database, step: Upgrade): void {
  if (typeof step === 'string') db.script(step);
  else step(db);
}

/** The database was created by a newer Klatch; this one does not change it. */
export class NewerDatabase extends Error {
  constructor(found: number, known: number) {
    super(
      `The database has schema ${found}, made by a newer Klatch. This version supports up to ${known}. Use the newer version.`,
    );
  }
}

/** The file contains tables of another program. */
export class ForeignDatabase extends Error {
  constructor() {
    super('it belongs to another program');
  }
}

/** An older database could not be upgraded; it is unchanged. */
export class FailedUpgrade extends Error {}

/** The database does not have the tables that its schema number defines. */
export class UnexpectedSchema extends Error {
  constructor(version: number, differences: readonly Difference[]) {
    super(`it does not match schema ${version}: ${inWords(differences)}`);
  }
}

/** The maximum number named in a message. */
const MOST_NAMED = 5;

function inWords(differences: readonly Difference[]): string {
  const named = differences.slice(0, MOST_NAMED).map(({ text }) => text);
  const more = differences.length - named.length;
  return named.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

interface Listeners {
  /** Called before an older database is changed, to copy it. */
  beforeUpgrade?(found: number, target: number): void;
  /** Called with each step. */
  onStep?(step: number, of: number): void;
  /** Is called with what the database has and its schema does not, such as an index of the operator's. */
  onExtra?(differences: string): void;
}

export interface Migration extends Listeners {
  /** The steps to the current schema; the first leads from schema 1 to 2. */
  upgrades: readonly Upgrade[];
}

/**
 * Creates the tables of schema.sql in a new database, or upgrades an older one: all steps in one transaction, or none.
 * Then compares it with schema.sql and throws UnexpectedSchema if something is missing or different.
 */
export function migrate(db: Database, schema: string, { upgrades, ...more }: Migration): void {
  const target = upgrades.length + 1;
  const found = Number(db.pragma('user_version'));
  if (found > target) throw new NewerDatabase(found, target);
  if (found === 0) db.script(`BEGIN IMMEDIATE; ${schema}; PRAGMA user_version = ${target}; COMMIT`);
  else if (found < target) upgrade(db, schema, { ...more, found, target, steps: upgrades.slice(found - 1) });
  else requireSchema(db, schema, { ...more, version: target });
}

function requireSchema(db: Database, schema: string, { version, onExtra }: Listeners & { version: number }): void {
  const differences = differencesFrom(schema, db);
  const wrong = differences.filter(({ kind }) => kind !== 'extra');
  if (wrong.length > 0) throw new UnexpectedSchema(version, wrong);
  if (differences.length > 0) onExtra?.(inWords(differences));
}

interface Steps extends Listeners {
  found: number;
  target: number;
  steps: readonly Upgrade[];
}

function upgrade(db: Database, schema: string, { steps, found, target, ...more }: Steps): void {
  more.beforeUpgrade?.(found, target);
  // A table that others refer to can be rebuilt. Dangling references are checked at the end instead.
  db.pragma('foreign_keys = OFF');
  db.script('BEGIN IMMEDIATE');
  try {
    for (const [at, step] of steps.entries()) {
      more.onStep?.(at + 1, steps.length);
      runStep(db, step);
    }
    requireSchema(db, schema, { ...more, version: target });
    if (db.pragma('foreign_key_check')) throw new Error('some rows refer to missing rows');
    db.script(`PRAGMA user_version = ${target}; COMMIT`);
  } catch (error) {
    db.rollback();
    throw new FailedUpgrade(
      `The upgrade from schema ${found} to ${target} failed, and the database is unchanged: ${(error as Error).message}`,
    );
  } finally {
    db.pragma('foreign_keys = ON');
  }
}

/** Rejects another program's database: a new one has no tables, and one of Klatch's the first table of the schema. */
export function requireOwn(db: Database, schema: string, upgrades: readonly Upgrade[]): void {
  const version = Number(db.pragma('user_version'));
  if (version > upgrades.length + 1) return;
  const tables = db.column<string>("SELECT name FROM sqlite_schema WHERE type = 'table'")();
  const isOwn = version === 0 ? tables.length === 0 : tables.includes(/CREATE TABLE (\w+)/.exec(schema)![1]!);
  if (!isOwn) throw new ForeignDatabase();
}
