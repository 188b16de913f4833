import { LRUCache } from 'lru-cache';
import type { Sqlite, SqliteStatement } from './sqlite.ts';

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

interface StatementOptions {
  as?: (statement: SqliteStatement) => SqliteStatement;
  /** Whether the statement is one of `run`. */
  changes?: boolean;
}

/** Prepared statements as functions with the types of their values and rows. */
export abstract class Statements {
  readonly #sqlite: Sqlite;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  /** Called before every change. Throws outside of `write`. */
  protected abstract beforeChange(): void;

  /** A statement that returns one row, or undefined. */
  get<T, P extends Parameters = Value[]>(sql: string, map?: RowMapper<any, T>): (...values: P) => T | undefined {
    const statement = this.#prepareLater(sql);
    if (!map) return (...values) => statement().get(...values) as T | undefined;
    return (...values) => {
      const row = statement().get(...values);
      return row === undefined ? undefined : map(row);
    };
  }

  /** A statement that returns all its rows. */
  all<T, P extends Parameters = Value[]>(sql: string, map?: RowMapper<any, T>): (...values: P) => T[] {
    const statement = this.#prepareLater(sql);
    if (!map) return (...values) => statement().all(...values) as T[];
    return (...values) =>
      statement()
        .all(...values)
        .map(map);
  }

  /** A statement that returns the first column of all its rows. */
  column<T extends Value, P extends Parameters = Value[]>(sql: string): (...values: P) => T[] {
    const statement = this.#prepareLater(sql, { as: (statement) => statement.pluck() });
    return (...values) => statement().all(...values) as T[];
  }

  /** A statement that returns one value, or undefined. */
  value<T extends Value, P extends Parameters = Value[]>(sql: string): (...values: P) => T | undefined {
    const statement = this.#prepareLater(sql, { as: (statement) => statement.pluck() });
    return (...values) => statement().get(...values) as T | undefined;
  }

  /** A statement that returns all its rows as arrays: for many rows, which as objects take twice the time. */
  rows<T extends Value[], P extends Parameters = Value[]>(sql: string): (...values: P) => T[] {
    const statement = this.#prepareLater(sql, { as: (statement) => statement.raw() });
    return (...values) => statement().all(...values) as T[];
  }

  /** A statement that changes rows. Call it inside `write`. */
  run<P extends Parameters = Value[]>(sql: string): (...values: P) => Changed {
    const statement = this.#prepareLater(sql, { changes: true });
    return (...values) => {
      this.beforeChange();
      const { changes, lastInsertRowid } = statement().run(...values);
      return { changes, id: Number(lastInsertRowid) };
    };
  }

  /** A statement prepared once per distinct text, for queries that are composed (the narrow). */
  readonly prepared = memo((sql: string) => this.#sqlite.prepare(sql));

  /** A pure function for use in SQL. */
  define(name: string, work: (...values: any[]) => unknown): void {
    this.#sqlite.function(name, { deterministic: true }, work);
  }

  /** Prepared at first use: most servers never use most of them. */
  #prepareLater(sql: string, { as = (plain) => plain, changes = false }: StatementOptions = {}) {
    let statement: SqliteStatement | undefined;
    const prepare = (): SqliteStatement => {
      const plain = this.#sqlite.prepare(sql);
      if (!changes && !plain.readonly) throw new Error(`Only run may change rows: ${sql}`);
      return as(plain);
    };
    return (): SqliteStatement => (statement ??= prepare());
  }
}

function memo<T>(make: (key: string) => T): (key: string) => T {
  const values = new LRUCache<string, { value: T }>({ max: 500 });
  return (key) => {
    let entry = values.get(key);
    if (!entry) values.set(key, (entry = { value: make(key) }));
    return entry.value;
  };
}
