import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Log } from '../log.ts';
import type { Steps } from '../time-slices.ts';
import { Database } from './database.ts';
import { type Migration, migrate, requireOwn } from './migrate.ts';
import type { Connect } from './sqlite.ts';

/** The file is not a database any more, or is inconsistent. */
export class DamagedDatabase extends Error {}

/**
 * Larger databases are not checked at the start after a clean shutdown: the check takes too long. After a crash, all
 * are.
 */
const CHECKED = { crashed: 2 ** 31, well: 2 ** 24 };

export interface Opening {
  /** How to create a new database. */
  schema: string;
  /** Where an older database is copied before its upgrade: `<backups>/pre-<version>.db`. */
  backups: string;
  version: string;
  log: Log;
  /** The steps from older databases to this schema. */
  upgrades: Migration['upgrades'];
  /** Opens other connections than those of a server on its own. */
  connect?: Connect;
  /** After a clean shutdown, a larger database is not checked, bytes. */
  largestChecked?: number | undefined;
  /** Called when an existing database can be read, before anything is written. */
  beforeWrites?: (db: Database) => void;
}

/**
 * Opens or creates the database `path` (`:memory:` for tests) and upgrades it, in steps. After an unclean shutdown it
 * is checked first, and a small one always. Throws DamagedDatabase, ForeignDatabase, NewerDatabase, FailedUpgrade or
 * UnexpectedSchema.
 */
export function* openDatabaseInSteps(path: string, opening: Opening): Steps<Database> {
  const { schema, backups, version, log, upgrades, connect, largestChecked = CHECKED.well, beforeWrites } = opening;
  const crashed = hasCrashed(path);
  let db: Database | undefined;
  try {
    // Readable by its owner only, in any folder; the files beside it get the same mode.
    if (path !== ':memory:') protect(path);
    db = new Database(path, connect);
    yield;
    requireOwn(db, schema, upgrades);
    db.enableWal();
    beforeWrites?.(db);
    if (path !== ':memory:' && statSync(path).size < (crashed ? CHECKED.crashed : largestChecked))
      lookThrough(db, crashed ? log : undefined);
    yield;
    const opened = db;
    migrate(db, schema, {
      upgrades,
      beforeUpgrade(found, target) {
        const copy = copyBefore(opened, backups, `pre-${version}`);
        log.warn(
          { copy },
          `upgrading the database from schema ${found} to ${target}; a copy of the old one is in ${copy}`,
        );
      },
      onExtra: (differences) => log.warn(`the database contains something that Klatch did not create: ${differences}`),
      onStep: (step, of) => log.warn(`upgrading the database, step ${step} of ${of}`),
    });
    return db;
  } catch (error) {
    db?.close();
    throw isDamage(error) ? new DamagedDatabase((error as Error).message) : error;
  }
}

/**
 * Creates the database file if there is none, and removes the access that an older version left to other users of the
 * machine.
 */
function protect(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`])
    try {
      if (existsSync(file) && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    } catch {
      // On a read-only file system, or in a file of another user, reading may still work.
    }
}

const hasCrashed = (path: string): boolean => existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;

/** A smaller database is ready sooner than a process starts, bytes. */
const MUCH = 2 ** 26;
/** Where a SQLite file stores its `user_version`. */
const VERSION_AT = 60;

/**
 * Whether opening this database takes a while: it has at least `smallest` bytes, and a crash or an older version left
 * it, whose schema is older than `schemaVersion`. Creating one takes longer than opening a small one.
 */
export function isMuchToDo(path: string, schemaVersion: number, smallest = MUCH): boolean {
  if (!existsSync(path)) return smallest === 0;
  if (statSync(path).size < smallest) return false;
  if (hasCrashed(path)) return true;
  const file = openSync(path, 'r');
  const version = Buffer.alloc(4);
  readSync(file, version, 0, 4, VERSION_AT);
  closeSync(file);
  return version.readUInt32BE() < schemaVersion;
}

/** SQLite's error codes for a damaged file. */
export const isDamage = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? '');

/** Describes for the log what went wrong, or that the database is damaged, and what helps. */
export const damageOr = (error: unknown, otherwise: string): string =>
  isDamage(error)
    ? 'the database is damaged: run klatch check for details, and klatch restore FILE to restore a backup'
    : otherwise;

function lookThrough(db: Database, log: Log | undefined): void {
  const began = performance.now();
  const found = db.pragma('quick_check(1)');
  if (found !== 'ok') throw new DamagedDatabase(String(found));
  const ms = Math.round(performance.now() - began);
  log?.warn({ ms }, 'the server did not stop cleanly last time; the database was checked and is intact');
}

/** Copies the whole database; the copy is on disk when this returns. Never overwrites a file. */
function copyBefore(db: Database, folder: string, name: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let path = join(folder, `${name}.db`);
  for (let count = 2; existsSync(path); count++) path = join(folder, `${name}-${count}.db`);
  const growing = join(folder, `.${basename(path)}.new`);
  rmSync(growing, { force: true });
  db.script(`VACUUM INTO '${growing.replaceAll("'", "''")}'`);
  const file = openSync(growing, 'r+');
  fsyncSync(file);
  closeSync(file);
  renameSync(growing, path);
  return path;
}
