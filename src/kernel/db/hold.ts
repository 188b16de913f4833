import BetterSqlite from 'better-sqlite3';

/**
 * Keeps a database file as it is while others go on writing: as long as this transaction reads, new pages stay in the
 * write-ahead log, also when a server closes the database. Returns what ends it.
 */
export function holdDatabase(path: string): () => void {
  const reader = new BetterSqlite(path, { readonly: true });
  reader.exec('BEGIN');
  // The transaction begins with the first read.
  reader.pragma('user_version');
  return () => reader.close();
}

/**
 * Moves what is in the write-ahead log into the database file, and deletes the log. A server that opens the database
 * then has nothing to recover. The calling process must hold the folder.
 */
export function emptyLog(path: string): void {
  const db = new BetterSqlite(path, { fileMustExist: true });
  try {
    db.pragma('synchronous = FULL');
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}
