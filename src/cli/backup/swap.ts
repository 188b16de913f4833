import {
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** A restored database and files, whole and on disk, that wait to take their places. */
export const READY = 'restore-ready';
/** The file in that folder that names the folder for what is replaced. */
const ASIDE_NAME = 'aside';
/** What is replaced goes to `before-restore-<time>`, and to this folder when an earlier version began the restore. */
const ASIDE = 'before-restore';
/** A folder that a restore unpacks to; without its process it is left over. */
const STAGING = /^restore-\d+$/;

/** What earlier restores replaced, the oldest first. */
export const keptAside = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => name === ASIDE || name.startsWith(`${ASIDE}-`))
    .sort()
    .map((name) => join(dataDir, name));

/** Writes into a folder that is to be swapped in where the things it replaces go; returns that path. */
export function nameAside(dataDir: string, staging: string, time: Date): string {
  const usual = `${ASIDE}-${time.toISOString().replaceAll(/:|\.\d+/g, '')}`;
  let name = usual;
  for (let count = 2; existsSync(join(dataDir, name)); count++) name = `${usual}-${count}`;
  writeFileSync(join(staging, ASIDE_NAME), name, { mode: 0o600, flush: true });
  return join(dataDir, name);
}

/** Removes what interrupted restores have unpacked. Only for the process that holds the data folder. */
export function removeStaging(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (STAGING.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** The log of the old database goes before it: a new one must never meet it. */
const PLACES = ['klatch.db-wal', 'klatch.db-shm', 'klatch.db', 'uploads'];

/**
 * Puts what was restored in its place, the old things aside. A crash at any moment leaves it to whoever takes the folder next, who goes on where it
 * stopped. Only entries of the folder are renamed, never the folder itself: it may be a mount point. Answers whether there was anything to do.
 */
export function finishRestore(dataDir: string): boolean {
  const ready = join(dataDir, READY);
  if (!existsSync(ready)) return false;
  const aside = join(dataDir, asideOf(ready));
  for (const name of PLACES) {
    // A log goes aside with its database: while that still waits, the log there is the old one's.
    const waits = existsSync(join(ready, name)) || (/-(wal|shm)$/.test(name) && existsSync(join(ready, 'klatch.db')));
    if (!waits) continue;
    if (existsSync(join(dataDir, name))) {
      mkdirSync(aside, { recursive: true, mode: 0o700 });
      renameSync(join(dataDir, name), join(aside, name));
    }
    if (existsSync(join(ready, name))) renameSync(join(ready, name), join(dataDir, name));
    syncFolder(dataDir);
  }
  rmSync(ready, { recursive: true, force: true });
  syncFolder(dataDir);
  return true;
}

function asideOf(ready: string): string {
  const path = join(ready, ASIDE_NAME);
  return existsSync(path) ? readFileSync(path, 'utf8') : ASIDE;
}

/** Makes the names in a folder last. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') fsyncSync(openSync(folder, 'r'));
}

/** The same for all folders below. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) syncTree(join(folder, entry.name));
  syncFolder(folder);
}
