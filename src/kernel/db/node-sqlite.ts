import { createRequire } from 'node:module';
import type { DatabaseSync, Session, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Sqlite, SqliteStatement } from './sqlite.ts';

/** The change set does not fit the database: the copies have diverged. */
export class ChangeSetConflict extends Error {
  constructor() {
    super('a change set does not fit the database');
  }
}

/**
 * Node's own SQLite in the form of better-sqlite3. It is slower, but records the changes of a transaction as a change
 * set and applies those of another copy. Only servers with several processes use it.
 */
export class NodeSqlite implements Sqlite {
  readonly name: string;
  readonly #db: DatabaseSync;
  readonly #constants: { SQLITE_CHANGESET_ABORT: number };
  #isOpen = true;

  constructor(path: string) {
    // Loaded on use: Node reports that it is experimental when it is loaded.
    const sqlite = createRequire(import.meta.url)('node:sqlite') as typeof import('node:sqlite');
    this.name = path;
    this.#db = new sqlite.DatabaseSync(path);
    this.#constants = sqlite.constants;
    this.#db.exec('PRAGMA busy_timeout = 5000');
  }

  get open(): boolean {
    return this.#isOpen;
  }

  get inTransaction(): boolean {
    return this.#isOpen && this.#db.isTransaction;
  }

  prepare(sql: string): SqliteStatement {
    return translateError(() => new NodeStatement(this.#db.prepare(sql), sql));
  }

  exec(sql: string): void {
    translateError(() => this.#db.exec(sql));
  }

  pragma(text: string, { simple = false } = {}): unknown {
    const rows = translateError(() => this.#db.prepare(`PRAGMA ${text}`).all()) as Record<string, unknown>[];
    return simple ? rows[0] && Object.values(rows[0])[0] : rows;
  }

  function(name: string, options: { deterministic: boolean }, work: (...values: never[]) => unknown): void {
    this.#db.function(name, options, work as never);
  }

  /** Starts recording the changes of all tables with a primary key. */
  record(): Session {
    return this.#db.createSession();
  }

  /**
   * Applies a change set. `takes` is called with the name of each table; false: its changes are ignored. Throws
   * ChangeSetConflict if the rows are not those that were changed.
   */
  apply(changes: Uint8Array, takes: (table: string) => boolean): void {
    let hasConflict = false;
    const applied = translateError(() =>
      this.#db.applyChangeset(changes, {
        filter: takes,
        onConflict: () => {
          hasConflict = true;
          return this.#constants.SQLITE_CHANGESET_ABORT;
        },
      }),
    );
    if (!applied || hasConflict) throw new ChangeSetConflict();
  }

  close(): void {
    this.#isOpen = false;
    this.#db.close();
  }
}

/** A statement of Node's SQLite with the methods of better-sqlite3. */
class NodeStatement implements SqliteStatement {
  readonly readonly: boolean;
  readonly #statement: StatementSync;
  #returns: 'rows' | 'arrays' | 'values' = 'rows';
  /** The columns that hold bytes, by name or position: Node returns them as Uint8Array, not as Buffer. */
  #bytes: (string | number)[] | undefined;

  constructor(statement: StatementSync, sql: string) {
    this.#statement = statement;
    this.readonly = !/^\s*(INSERT|UPDATE|DELETE|REPLACE)\b/i.test(sql);
    statement.setAllowUnknownNamedParameters(true);
  }

  get(...values: unknown[]): unknown {
    const row = translateError(() => this.#statement.get(...(values as SQLInputValue[])));
    return row === undefined ? undefined : this.#convert(row);
  }

  all(...values: unknown[]): unknown[] {
    const rows = translateError(() => this.#statement.all(...(values as SQLInputValue[]))) as unknown[];
    return this.#returns !== 'values' && this.#byteColumns().length === 0
      ? rows
      : rows.map((row) => this.#convert(row));
  }

  run(...values: unknown[]): { changes: number; lastInsertRowid: number | bigint } {
    const { changes, lastInsertRowid } = translateError(() => this.#statement.run(...(values as SQLInputValue[])));
    return { changes: Number(changes), lastInsertRowid };
  }

  pluck(): this {
    this.#returns = 'values';
    this.#statement.setReturnArrays(true);
    return this;
  }

  raw(): this {
    this.#returns = 'arrays';
    this.#statement.setReturnArrays(true);
    return this;
  }

  #convert(found: unknown): unknown {
    const row = found as Record<string | number, unknown>;
    if (this.#returns === 'values') return asBuffer(row[0]);
    for (const column of this.#byteColumns()) row[column] = asBuffer(row[column]);
    return row;
  }

  #byteColumns(): (string | number)[] {
    return (this.#bytes ??= this.#statement
      .columns()
      .map(({ name, type }, at) => ({ type, key: this.#returns === 'rows' ? name : at }))
      .filter(({ type }) => type === 'BLOB')
      .map(({ key }) => key));
  }
}

const asBuffer = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

/** SQLite's names of the errors that the server distinguishes, by their numbers. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
  26: 'SQLITE_NOTADB',
};

/** Runs `work`; its errors get SQLite's names as codes, as those of better-sqlite3 have. */
function translateError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    if (errcode !== undefined) Object.assign(error as object, { code: NAMES[errcode & 0xff] ?? `SQLITE_${errcode}` });
    throw error;
  }
}
