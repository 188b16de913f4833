import { closeSync, existsSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The syncs that a local journal needs. Asynchronous ones run in libuv's thread pool. */
export interface Disk {
  syncLog(done: (error: Error | null) => void): void;
  syncLogNow(): void;
  syncDatabase(done: (error: Error | null) => void): void;
  syncDatabaseNow(): void;
  /** Call it after SQLite closed the files. */
  close(): void;
}

/**
 * Opens the files of a database that SQLite has open. What a crashed process left in the log, and the directory entries
 * of both files, are on disk when this returns. With `areSynced` they are already; see `syncFiles`. On macOS, Node's
 * fdatasync is F_FULLFSYNC, which includes the drive's cache.
 */
export function openDisk(paths: { path: string; databasePath: string }, { areSynced = false } = {}): Disk {
  // Windows syncs only files that are open for writing.
  const log = openSync(paths.path, 'r+');
  // Closing this file earlier would release the locks that SQLite holds on it in this process.
  const database = openSync(paths.databasePath, 'r+');
  if (!areSynced) {
    fdatasyncSync(log);
    syncFolder(dirname(paths.databasePath));
  }
  let running = 0;
  let isClosing = false;
  const close = () => {
    closeSync(log);
    closeSync(database);
  };
  const sync = (file: number, done: (error: Error | null) => void) => {
    running += 1;
    fdatasync(file, (error) => {
      running -= 1;
      if (isClosing && running === 0) close();
      else done(error);
    });
  };
  return {
    syncLog: (done) => sync(log, done),
    syncLogNow: () => fdatasyncSync(log),
    syncDatabase: (done) => sync(database, done),
    syncDatabaseNow: () => fdatasyncSync(database),
    close() {
      isClosing = true;
      if (running === 0) close();
    },
  };
}

/**
 * Syncs the log of a database that SQLite has open, and the directory entries of both files, in the thread pool. The
 * database file itself stays unopened: closing it would release SQLite's locks.
 */
export async function syncFiles(databasePath: string): Promise<void> {
  const log = `${databasePath}-wal`;
  await Promise.all([
    ...(existsSync(log) ? [syncFile(log, 'r+')] : []),
    ...(process.platform === 'win32' ? [] : [syncFile(dirname(databasePath), 'r')]),
  ]);
}

async function syncFile(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the entries of new files durable. Windows has no such call, and does not need it. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
