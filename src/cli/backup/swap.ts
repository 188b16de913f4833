import { existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A restored database and files, whole and on disk, that wait to take their places. */
export const READY = 'restore-ready';
/** What lay in those places. */
export const ASIDE = 'before-restore';

/** The log of the old database goes before it: a new one must never meet it. */
const PLACES = ['klatch.db-wal', 'klatch.db-shm', 'klatch.db', 'uploads'];

/**
 * Puts what was restored in its place, the old things aside. A crash at any moment leaves it to whoever takes the folder next, who goes on where it
 * stopped. Only entries of the folder are renamed, never the folder itself: it may be a mount point. Answers whether there was anything to do.
 */
export function finishRestore(dataDir: string): boolean {
  const ready = join(dataDir, READY);
  if (!existsSync(ready)) return false;
  const aside = join(dataDir, ASIDE);
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
