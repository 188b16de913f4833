import { existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../kernel/owner.ts';

/** A restored database and files, complete and on disk, ready to be swapped in. */
export const READY = 'restore-ready';
/** The file in that folder that names the folder for the replaced data. */
const ASIDE_NAME = 'aside';
/** The replaced data goes to `before-restore-<time>`, or to this folder if an earlier version began the restore. */
const ASIDE = 'before-restore';
/** A folder that a restore unpacks to; without its process it is abandoned. */
const STAGING = /^restore-\d+$/;

/** The data that earlier restores replaced, oldest first. */
export const keptAside = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => name === ASIDE || name.startsWith(`${ASIDE}-`))
    .sort()
    .map((name) => join(dataDir, name));

/** Writes where the replaced data goes into a folder that is ready to be swapped in. Returns that path. */
export function nameAside(dataDir: string, staging: string, time: Date): string {
  const usual = `${ASIDE}-${time.toISOString().replaceAll(/:|\.\d+/g, '')}`;
  let name = usual;
  for (let count = 2; existsSync(join(dataDir, name)); count++) name = `${usual}-${count}`;
  writeFileSync(join(staging, ASIDE_NAME), name, { mode: 0o600, flush: true });
  return join(dataDir, name);
}

/** Removes what interrupted restores have unpacked. Only for the process that holds the data folder. */
export function removeStaging(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (STAGING.test(name)) removeOwn(join(dataDir, name));
}

/** What root's killed command left stays until root runs a command again. */
function removeOwn(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (!/^(EACCES|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** The old database's log moves before it: a new database must never meet it. */
const PLACES = ['klatch.db-wal', 'klatch.db-shm', 'klatch.db', 'uploads'];

/**
 * Moves the restored data into place and the old data aside. After a crash at any moment, the next process that locks
 * the folder continues. Only entries of the folder are renamed, never the folder itself, which may be a mount point.
 * Returns whether there was anything to do.
 */
export function finishRestore(dataDir: string): boolean {
  const ready = join(dataDir, READY);
  if (!existsSync(ready)) return false;
  const aside = join(dataDir, readAside(ready));
  for (const name of PLACES) {
    // A log moves with its database: until the database has moved, the log there is the old one's.
    const waits = existsSync(join(ready, name)) || (/-(wal|shm)$/.test(name) && existsSync(join(ready, 'klatch.db')));
    if (!waits) continue;
    if (existsSync(join(dataDir, name))) {
      makeFolder(aside);
      renameSync(join(dataDir, name), join(aside, name));
    }
    if (existsSync(join(ready, name))) renameSync(join(ready, name), join(dataDir, name));
    syncFolder(dataDir);
  }
  rmSync(ready, { recursive: true, force: true });
  syncFolder(dataDir);
  return true;
}

function readAside(ready: string): string {
  const path = join(ready, ASIDE_NAME);
  return existsSync(path) ? readFileSync(path, 'utf8') : ASIDE;
}

/** Makes the names in a folder durable. */
function syncFolder(folder: string): void {
  if (process.platform !== 'win32') fsyncSync(openSync(folder, 'r'));
}

/** The same for all folders below. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) syncTree(join(folder, entry.name));
  syncFolder(folder);
}
