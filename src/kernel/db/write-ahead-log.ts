import { isSqliteError, type Sqlite, type SqliteStatement } from './sqlite.ts';

/** How many frames (page versions) the log has, and how many of them are in the database file. */
export interface LogSize {
  frames: number;
  copied: number;
}

/**
 * SQLite's write-ahead log in parts, for a journal that syncs the files itself. The writing connection has
 * `synchronous = NORMAL`: SQLite still syncs what it does on its own, such as a restart after another process
 * copied the whole log. Only `copy` and `restart` leave the syncs to the caller.
 */
export class WriteAheadLog {
  readonly path: string;
  readonly databasePath: string;
  readonly #writer: Sqlite;
  readonly #connect: (path: string) => Sqlite;
  /** A second connection, which is opened at its first use: many databases are open, and most of them write little. */
  #guard: Sqlite | undefined;
  readonly #size: SqliteStatement;

  /**
   * `writer`: the only connection that changes the database. `connect` opens another one of the same library: two
   * libraries in one process would not see each other's locks.
   */
  constructor(writer: Sqlite, connect: (path: string) => Sqlite) {
    this.databasePath = writer.name;
    this.path = `${writer.name}-wal`;
    this.#writer = writer;
    writer.pragma('wal_autocheckpoint = 0');
    writer.pragma('synchronous = NORMAL');
    this.#connect = connect;
    this.#size = writer.prepare('PRAGMA wal_checkpoint(NOOP)');
  }

  /** Throws while a transaction is open. */
  get size(): LogSize {
    return toSize(this.#size.get());
  }

  /** Whether no transaction is open: then the log can be copied and restarted. */
  get isIdle(): boolean {
    return !this.#writer.inTransaction;
  }

  /**
   * Begins a read transaction at the newest commit. Until `release`, no checkpoint copies later frames, and the log
   * does not restart.
   */
  guard(): void {
    this.release();
    this.#guard ??= this.#connect(this.databasePath);
    this.#guard.exec('BEGIN');
    // The transaction begins with the first read. This one does not load the schema.
    this.#guard.pragma('user_version');
  }

  release(): void {
    if (this.#guard?.inTransaction) this.#guard.exec('COMMIT');
  }

  /**
   * Copies the guarded frames into the database file, and syncs nothing. The guarded frames must be on disk. If that
   * was all of the log, the database file must be synced before `release`. If it fails, as on a full disk, nothing is
   * lost: the log still has everything.
   */
  copy(): LogSize {
    this.#writer.pragma('synchronous = OFF');
    try {
      const [size] = this.#writer.pragma('wal_checkpoint(PASSIVE)') as unknown[];
      return toSize(size);
    } catch (error) {
      if (isSqliteError(error)) return NOTHING_COPIED;
      throw error;
    } finally {
      this.#writer.pragma('synchronous = NORMAL');
    }
  }

  /**
   * Writes one frame, which restarts a log that is completely in the database file, and syncs nothing. The header and
   * this frame must be on disk before the next one is written: an old header with some of its old frames would be taken
   * for a valid log. Returns false if the log did not restart, because another process reads or writes, or because the
   * write failed.
   */
  restart(): boolean {
    const version = Number(this.#writer.pragma('user_version', { simple: true }));
    this.#writer.pragma('synchronous = OFF');
    this.#writer.pragma('busy_timeout = 0');
    try {
      this.#writer.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${version}; COMMIT`);
      return this.size.frames <= 1;
    } catch (error) {
      if (this.#writer.inTransaction) this.#writer.exec('ROLLBACK');
      if (isSqliteError(error)) return false;
      throw error;
    } finally {
      this.#writer.pragma('busy_timeout = 5000');
      this.#writer.pragma('synchronous = NORMAL');
    }
  }

  /** From now on SQLite syncs everything itself: closing the writer copies the log and removes it. */
  close(): void {
    this.#guard?.close();
    this.#writer.pragma('synchronous = FULL');
  }
}

const NOTHING_COPIED: LogSize = { frames: 0, copied: -1 };

/** While another process copies the log, SQLite returns no numbers. */
const toSize = (row: unknown): LogSize => {
  const { busy, log, checkpointed } = row as { busy: number; log: number; checkpointed: number };
  return { frames: Math.max(0, log), copied: busy ? -1 : checkpointed };
};
