import BetterSqlite from 'better-sqlite3';

/** A separate connection to a database file, beside its writer: for reading, checking and copying. */
export class ReadConnection {
  readonly #sqlite: BetterSqlite.Database;

  /** `write`: may recover and checkpoint a file that no other process has open. */
  constructor(path: string, { write = false }: { write?: boolean } = {}) {
    this.#sqlite = new BetterSqlite(path, { readonly: !write, fileMustExist: true, timeout: 10_000 });
  }

  all<T>(sql: string, ...parameters: unknown[]): T[] {
    return this.#sqlite.prepare(sql).all(...parameters) as T[];
  }

  column<T>(sql: string, ...parameters: unknown[]): T[] {
    return this.#sqlite
      .prepare(sql)
      .pluck()
      .all(...parameters) as T[];
  }

  value<T>(sql: string): T {
    return this.#sqlite.prepare(sql).pluck().get() as T;
  }

  /**
   * Reads all rows of a query page by page; the query takes the id after which a page begins. Other queries may run
   * between pages.
   */
  *each<T extends { id: number }>(sql: string): Generator<T> {
    const page = this.#sqlite.prepare(sql);
    for (let rows = page.all(0) as T[]; rows.length > 0; rows = page.all(rows.at(-1)!.id) as T[]) yield* rows;
  }

  /** Writes to temporary tables of this connection. */
  put(sql: string): (...parameters: unknown[]) => void {
    const statement = this.#sqlite.prepare(sql);
    return (...parameters) => void statement.run(...parameters);
  }

  /** The names of a table's or view's columns. */
  listColumns(name: string): string[] {
    return this.column('SELECT name FROM pragma_table_info(?)', name);
  }

  get version(): string {
    return this.value('SELECT sqlite_version()');
  }

  script(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /** Returns the columns and rows of a read-only query, with big integers. Throws SQLite's error for an invalid one. */
  query(sql: string): { columns: string[]; rows: Iterable<unknown[]> } {
    const statement = this.#sqlite.prepare(sql);
    if (!statement.reader) throw new Error('This statement returns no rows. Use SELECT');
    return {
      columns: statement.columns().map(({ name }) => name),
      rows: statement.raw().safeIntegers().iterate() as Iterable<unknown[]>,
    };
  }

  /** Opening reads nothing from the file yet: this does, and throws if it cannot be read. */
  readSchema(): void {
    this.value('SELECT count(*) FROM sqlite_schema');
  }

  /** Starts a snapshot: later writes are invisible and stay in the write-ahead log. */
  freeze(): void {
    this.#sqlite.pragma('wal_checkpoint(PASSIVE)');
    this.#sqlite.exec('BEGIN');
    this.readSchema();
  }

  /** Blocks writers until this connection is released or closes. Waits for the current turn. */
  hold(): void {
    this.#sqlite.exec('BEGIN IMMEDIATE');
  }

  /** Ends a snapshot, or lets writers continue. */
  release(): void {
    this.#sqlite.exec('ROLLBACK');
  }

  /** The committed size of the write-ahead log in bytes. What follows in the file may be overwritten. */
  committedLog(): number {
    const [{ log }] = this.#sqlite.pragma('wal_checkpoint(PASSIVE)') as [{ log: number }];
    return log > 0 ? 32 + log * (24 + this.value<number>('PRAGMA page_size')) : 0;
  }

  close(): void {
    this.#sqlite.close();
  }
}
