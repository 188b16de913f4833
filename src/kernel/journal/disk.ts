import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** The syncs that a local journal needs. Asynchronous ones run in libuv's thread pool. */
export interface Disk {
  syncLog(done: (error: Error | null) => void): void;
  syncLogNow(): void;
  syncDatabase(done: (error: Error | null) => void): void;
  /** Call it after SQLite closed the files. */
  close(): void;
}

/**
 * Opens the files of a database that SQLite has open. What a crashed process left in the log, and the directory entries
 * of both files, are on disk when this returns. On macOS, Node's fdatasync is F_FULLFSYNC, which includes the drive's
 * cache.
 */
export function openDisk(paths: { path: string; databasePath: string }): Disk {
  // Windows syncs only files that are open for writing.
  const log = openSync(paths.path, 'r+');
  // Closing this file earlier would release the locks that SQLite holds on it in this process.
  const database = openSync(paths.databasePath, 'r+');
  fdatasyncSync(log);
  syncFolder(dirname(paths.databasePath));
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
    close() {
      isClosing = true;
      if (running === 0) close();
    },
  };
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
