import { lruCache } from '../lru-cache.ts';
import type { Sqlite, SqliteStatement } from './sqlite.ts';
import { TableVersions } from './table-versions.ts';

type Value = string | number | bigint | Buffer | null;
/** Positional values, or one object of named values. */
type Parameters = Value[] | [Record<string, unknown>];
type RowMapper<Row, T> = (row: Row) => T;

/** The row of a `T`: SQLite stores booleans as 0 and 1, and the fields `Json` are stored as text. */
export type RowOf<T, Json extends keyof T = never> = {
  [K in keyof T]: K extends Json
    ? string | Extract<T[K], null>
    : boolean extends T[K]
      ? Exclude<T[K], boolean> | number
      : T[K];
};

/** The result of a statement that changes rows. */
export interface Changed {
  changes: number;
  id: number;
}

/** How the rows of a statement are returned. */
type Rows = 'objects' | 'first column' | 'arrays';

/** A statement that is prepared at its first use: most servers never use most of them. */
class LazyStatement {
  readonly #sqlite: Sqlite;
  readonly #sql: string;
  /** What `run` returns is of no interest to the others, which may change nothing. */
  readonly #changes: boolean;
  readonly #rows: Rows;
  readonly #versions: TableVersions | undefined;
  #prepared: SqliteStatement | undefined;

  /** `versions`: what its executions report to. */
  constructor(
    sqlite: Sqlite,
    sql: string,
    { changes = false, rows = 'objects' as Rows, versions = undefined as TableVersions | undefined },
  ) {
    this.#sqlite = sqlite;
    this.#sql = sql;
    this.#changes = changes;
    this.#rows = rows;
    this.#versions = versions;
  }

  /** The statement, for one execution. */
  get prepared(): SqliteStatement {
    if (this.#changes) this.#versions?.noteChange(this.#sql);
    else this.#versions?.noteReads(this.#sql);
    return (this.#prepared ??= this.#prepare());
  }

  #prepare(): SqliteStatement {
    const statement = this.#sqlite.prepare(this.#sql);
    if (!this.#changes && !statement.readonly) throw new Error(`Only run may change rows: ${this.#sql}`);
    if (this.#rows === 'first column') return statement.pluck();
    return this.#rows === 'arrays' ? statement.raw() : statement;
  }
}

/** Prepared statements as functions with the types of their values and rows. */
export abstract class Statements {
  readonly #sqlite: Sqlite;
  /** What changed since when. */
  protected readonly versions: TableVersions;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
    this.versions = new TableVersions(sqlite);
  }

  /** Called before every change. Throws outside of `write`. */
  protected abstract beforeChange(): void;

  /** A statement that returns one row, or undefined. */
  get<T, P extends Parameters = Value[]>(sql: string, map?: RowMapper<any, T>): (...values: P) => T | undefined {
    const lazy = new LazyStatement(this.#sqlite, sql, { versions: this.versions });
    if (!map) return (...values) => lazy.prepared.get(...values) as T | undefined;
    return (...values) => {
      const row = lazy.prepared.get(...values);
      return row === undefined ? undefined : map(row);
    };
  }

  /** A statement that returns all its rows. */
  all<T, P extends Parameters = Value[]>(sql: string, map?: RowMapper<any, T>): (...values: P) => T[] {
    const lazy = new LazyStatement(this.#sqlite, sql, { versions: this.versions });
    if (!map) return (...values) => lazy.prepared.all(...values) as T[];
    return (...values) => lazy.prepared.all(...values).map(map);
  }

  /** A statement that returns the first column of all its rows. */
  column<T extends Value, P extends Parameters = Value[]>(sql: string): (...values: P) => T[] {
    const lazy = new LazyStatement(this.#sqlite, sql, { rows: 'first column', versions: this.versions });
    return (...values) => lazy.prepared.all(...values) as T[];
  }

  /** A statement that returns one value, or undefined. */
  value<T extends Value, P extends Parameters = Value[]>(sql: string): (...values: P) => T | undefined {
    const lazy = new LazyStatement(this.#sqlite, sql, { rows: 'first column', versions: this.versions });
    return (...values) => lazy.prepared.get(...values) as T | undefined;
  }

  /** A statement that returns all its rows as arrays: for many rows, which as objects take twice the time. */
  rows<T extends Value[], P extends Parameters = Value[]>(sql: string): (...values: P) => T[] {
    const lazy = new LazyStatement(this.#sqlite, sql, { rows: 'arrays', versions: this.versions });
    return (...values) => lazy.prepared.all(...values) as T[];
  }

  /** A statement that changes rows. Call it inside `write`. */
  run<P extends Parameters = Value[]>(sql: string): (...values: P) => Changed {
    return this.#changing(sql, this.versions);
  }

  /** The same for columns that no remembered result shows, because they change often. */
  runUnseen<P extends Parameters = Value[]>(sql: string): (...values: P) => Changed {
    return this.#changing(sql, undefined);
  }

  #changing<P extends Parameters>(sql: string, versions: TableVersions | undefined): (...values: P) => Changed {
    const lazy = new LazyStatement(this.#sqlite, sql, { changes: true, versions });
    return (...values) => {
      this.beforeChange();
      const { changes, lastInsertRowid } = lazy.prepared.run(...values);
      return { changes, id: Number(lastInsertRowid) };
    };
  }

  /** A statement prepared once per distinct text, for queries that are composed (the narrow). */
  readonly prepareStatement = (sql: string): SqliteStatement => {
    this.versions.noteReads(sql);
    return this.#prepared(sql);
  };

  readonly #prepared = memo((sql: string) => this.#sqlite.prepare(sql));

  /** A pure function for use in SQL. */
  define(name: string, work: (...values: any[]) => unknown): void {
    this.#sqlite.function(name, { deterministic: true }, work);
  }
}

function memo<T>(make: (key: string) => T): (key: string) => T {
  const values = lruCache<string, { value: T }>(500);
  return (key) => {
    let entry = values.get(key);
    if (!entry) values.set(key, (entry = { value: make(key) }));
    return entry.value;
  };
}
