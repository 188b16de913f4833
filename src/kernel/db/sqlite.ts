import BetterSqlite from 'better-sqlite3';

/** What a statement must be able to do. */
export interface SqliteStatement {
  readonly readonly: boolean;
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): { changes: number; lastInsertRowid: number | bigint };
  /** Returns the first column instead of rows. */
  pluck(): SqliteStatement;
  /** Returns rows as arrays. */
  raw(): SqliteStatement;
}

/** What the database needs of a connection. better-sqlite3 has it; `NodeSqlite` adds it to Node's own SQLite. */
export interface Sqlite {
  readonly name: string;
  readonly open: boolean;
  readonly inTransaction: boolean;
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
  pragma(text: string, options?: { simple?: boolean }): unknown;
  function(name: string, options: { deterministic: boolean }, work: (...values: never[]) => unknown): unknown;
  close(): unknown;
}

export type Connect = (path: string) => Sqlite;

/** Whether SQLite reported the error. */
export const isSqliteError = (error: unknown): boolean =>
  /^SQLITE_/.test(String((error as { code?: unknown }).code ?? ''));

/** Opens the connections of a server on its own. */
export const openBetterSqlite: Connect = (path) => new BetterSqlite(path) as Sqlite;
