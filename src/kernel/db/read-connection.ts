import BetterSqlite from 'better-sqlite3';
import { compareStructures, type Difference, SCHEMA_ENTRIES, type SchemaEntry, toStructure } from './structure.ts';
import { structureOfVersion } from './upgrades.ts';

/** A connection of its own to a database file, beside whoever writes to it: for looking, checking and copying. */
export class ReadConnection {
  readonly #sqlite: BetterSqlite.Database;

  /** `write`: may recover and check in a file that nobody else has open. */
  constructor(path: string, { write = false }: { write?: boolean } = {}) {
    this.#sqlite = new BetterSqlite(path, { readonly: !write, fileMustExist: true, timeout: 10_000 });
  }

  all<T>(sql: string, ...given: unknown[]): T[] {
    return this.#sqlite.prepare(sql).all(...given) as T[];
  }

  column<T>(sql: string, ...given: unknown[]): T[] {
    return this.#sqlite
      .prepare(sql)
      .pluck()
      .all(...given) as T[];
  }

  value<T>(sql: string): T {
    return this.#sqlite.prepare(sql).pluck().get() as T;
  }

  /** All rows of a query that takes the id after which a page begins, page by page: between two, others may be asked. */
  *each<T extends { id: number }>(sql: string): Generator<T> {
    const page = this.#sqlite.prepare(sql);
    for (let rows = page.all(0) as T[]; rows.length > 0; rows = page.all(rows.at(-1)!.id) as T[]) yield* rows;
  }

  /** A statement that writes, into what is of this connection alone. */
  put(sql: string): (...given: unknown[]) => void {
    const statement = this.#sqlite.prepare(sql);
    return (...given) => void statement.run(...given);
  }

  /** The names of a table's or view's columns. */
  columnsOf(name: string): string[] {
    return this.column('SELECT name FROM pragma_table_info(?)', name);
  }

  /** How the database differs from what its schema number promises; nothing is known of schema 1, which had many forms. */
  schemaDifferences(): Difference[] {
    const expected = structureOfVersion(this.value<number>('PRAGMA user_version'));
    return expected ? compareStructures(toStructure(this.all<SchemaEntry>(SCHEMA_ENTRIES)), expected) : [];
  }

  get version(): string {
    return this.value('SELECT sqlite_version()');
  }

  script(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /** The columns and rows of a query, which changes nothing; big numbers whole. Throws what SQLite says of a wrong one. */
  query(sql: string): { columns: string[]; rows: Iterable<unknown[]> } {
    const statement = this.#sqlite.prepare(sql);
    if (!statement.reader) throw new Error('This gives no rows; only SELECT and the like are taken');
    return {
      columns: statement.columns().map(({ name }) => name),
      rows: statement.raw().safeIntegers().iterate() as Iterable<unknown[]>,
    };
  }

  /** Opening reads nothing from the file yet: this does, and throws what stands in the way. */
  readSchema(): void {
    this.value('SELECT count(*) FROM sqlite_schema');
  }

  /** From now on all is seen as it is at this moment, and what was written since stays in the write-ahead log. */
  freeze(): void {
    this.#sqlite.pragma('wal_checkpoint(PASSIVE)');
    this.#sqlite.exec('BEGIN');
    this.readSchema();
  }

  /** Nobody writes from now on, until this connection ends. Waits for the turn that goes on. */
  hold(): void {
    this.#sqlite.exec('BEGIN IMMEDIATE');
  }

  /** Bytes of the write-ahead log that are committed: what follows them in the file may yet be written anew. */
  committedLog(): number {
    const [{ log }] = this.#sqlite.pragma('wal_checkpoint(PASSIVE)') as [{ log: number }];
    return log > 0 ? 32 + log * (24 + this.value<number>('PRAGMA page_size')) : 0;
  }

  close(): void {
    this.#sqlite.close();
  }
}
