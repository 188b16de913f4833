import BetterSqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

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

/**
 * The SQLite file and its turn: all writes of one event-loop turn share one transaction. Their effects (events,
 * replies) leave only after its COMMIT. See ARCHITECTURE.md, "The database turn".
 */
export class Database {
  readonly #sqlite: BetterSqlite.Database;
  /** Called when a COMMIT failed and memory may disagree with the disk afterwards. */
  onLost: (reason: unknown) => void = (reason) => {
    throw reason;
  };
  /** Called with the duration of each COMMIT, ms. */
  onCommitted: ((ms: number) => void) | undefined;
  #effects: (() => void)[] = [];
  #preparations: (() => void)[] = [];
  #depth = 0;
  #settled: { promise: Promise<void>; resolve: () => void; reject: (reason: unknown) => void } | undefined;
  #derived: { clear(): void }[] = [];
  #afterTurn: (() => void)[] = [];
  readonly #begun: BetterSqlite.Statement;
  readonly #savepoint: BetterSqlite.Statement;
  readonly #release: BetterSqlite.Statement;
  readonly #rollback: BetterSqlite.Statement;
  readonly #commit: BetterSqlite.Statement;

  /** Opens or creates `path` (`:memory:` for tests). The caller creates the schema (see migrate.ts). */
  constructor(path: string) {
    this.#sqlite = new BetterSqlite(path);
    this.#sqlite.pragma('synchronous = FULL');
    this.#sqlite.pragma('foreign_keys = ON');
    this.#sqlite.pragma('wal_autocheckpoint = 10000');
    this.#sqlite.pragma('mmap_size = 1073741824');
    this.#sqlite.pragma('cache_size = -16000');
    this.#sqlite.pragma('temp_store = MEMORY');
    this.#begun = this.#sqlite.prepare('BEGIN IMMEDIATE');
    this.#savepoint = this.#sqlite.prepare('SAVEPOINT work');
    this.#release = this.#sqlite.prepare('RELEASE work');
    this.#rollback = this.#sqlite.prepare('ROLLBACK TO work');
    this.#commit = this.#sqlite.prepare('COMMIT');
  }

  /** Turns on the write-ahead log, which is the first change to the file. */
  enableWal(): void {
    this.#sqlite.pragma('journal_mode = WAL');
  }

  /** A statement that returns one row, or undefined. */
  get<T, P extends Parameters = Value[]>(sql: string, map?: RowMapper<any, T>): (...given: P) => T | undefined {
    const statement = this.#later(sql);
    if (!map) return (...given) => statement().get(...given) as T | undefined;
    return (...given) => {
      const row = statement().get(...given);
      return row === undefined ? undefined : map(row);
    };
  }

  /** A statement that returns all its rows. */
  all<T, P extends Parameters = Value[]>(sql: string, map?: RowMapper<any, T>): (...given: P) => T[] {
    const statement = this.#later(sql);
    if (!map) return (...given) => statement().all(...given) as T[];
    return (...given) =>
      statement()
        .all(...given)
        .map(map);
  }

  /** A statement that returns the first column of all its rows. */
  column<T extends Value, P extends Parameters = Value[]>(sql: string): (...given: P) => T[] {
    const statement = this.#later(sql, (made) => made.pluck());
    return (...given) => statement().all(...given) as T[];
  }

  /** A statement that returns one value, or undefined. */
  value<T extends Value, P extends Parameters = Value[]>(sql: string): (...given: P) => T | undefined {
    const statement = this.#later(sql, (made) => made.pluck());
    return (...given) => statement().get(...given) as T | undefined;
  }

  /** A statement that returns all its rows as arrays: for many rows, which as objects take twice the time. */
  rows<T extends Value[], P extends Parameters = Value[]>(sql: string): (...given: P) => T[] {
    const statement = this.#later(sql, (made) => made.raw());
    return (...given) => statement().all(...given) as T[];
  }

  /** A statement that changes rows. Call it inside `write`. */
  run<P extends Parameters = Value[]>(sql: string): (...given: P) => Changed {
    const statement = this.#later(sql);
    return (...given) => {
      if (this.#depth === 0) throw new Error(`A change outside of write: ${sql}`);
      const { changes, lastInsertRowid } = statement().run(...given);
      return { changes, id: Number(lastInsertRowid) };
    };
  }

  /** A statement prepared once per distinct text, for queries that are composed (the narrow). */
  readonly prepared = memo((sql: string) => this.#sqlite.prepare(sql));

  /** A pure function for use in SQL. */
  define(name: string, work: (...given: any[]) => unknown): void {
    this.#sqlite.function(name, { deterministic: true }, work);
  }

  /** Runs statements that are not prepared: schema and pragmas. */
  script(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /**
   * Rolls back a transaction that `script` began, unless SQLite has done so itself, as it does when the disk is full.
   */
  rollback(): void {
    if (this.#sqlite.inTransaction) this.#sqlite.exec('ROLLBACK');
  }

  /** Writes the schema number again: this changes nothing, and fails if nothing can be saved. */
  checkWritable(): void {
    const version = Number(this.pragma('user_version'));
    this.write(() => this.pragma(`user_version = ${version}`));
  }

  pragma(text: string): unknown {
    return this.#sqlite.pragma(text, { simple: true });
  }

  /**
   * Runs `work` in a savepoint of this turn's transaction. If it throws, its changes and effects are discarded. Nothing
   * is durable or published before `settled()` resolves.
   */
  write<T>(work: () => T): T {
    if (!this.#settled) this.#begin();
    const effects = this.#effects.length;
    const preparations = this.#preparations.length;
    this.#savepoint.run();
    this.#depth += 1;
    try {
      const result = work();
      this.#release.run();
      return result;
    } catch (error) {
      this.#forget(effects, preparations);
      if (this.#sqlite.inTransaction) {
        this.#rollback.run();
        this.#release.run();
      } else this.#fail(error);
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  /**
   * Runs `work` at the end of the current turn, in its transaction but outside savepoints, unless the calling work is
   * undone. For FTS5, which writes a segment at every savepoint and is five times as fast without.
   */
  beforeCommit(work: () => void): void {
    if (this.#depth === 0) throw new Error('A preparation outside of write');
    this.#preparations.push(work);
  }

  /** Runs `effect` once the current turn is on disk. Call it inside `write`; discarded if that work is undone. */
  afterCommit(effect: () => void): void {
    if (this.#depth === 0) throw new Error('An effect outside of write');
    this.#effects.push(effect);
  }

  /** Runs `work` at the end of every turn that committed, after all its effects. */
  afterTurn(work: () => void): void {
    this.#afterTurn.push(work);
  }

  /** Resolves when everything written so far in this turn is on disk, at once if nothing was. */
  committed(): Promise<void> {
    return this.#settled?.promise ?? DONE;
  }

  /** True while a write waits for its COMMIT. */
  get hasUncommittedWrites(): boolean {
    return this.#settled !== undefined;
  }

  /** Commits now instead of at the end of the turn: before a snapshot that later events amend, a backup, a VACUUM. */
  commit(): void {
    if (this.#depth > 0) throw new Error('A commit inside of write');
    const settled = this.#settled;
    if (!settled) return;
    const effects = this.#effects;
    this.#effects = [];
    try {
      this.#prepare();
      const began = this.onCommitted && performance.now();
      this.#commit.run();
      if (began !== undefined) this.onCommitted?.(performance.now() - began);
    } catch (error) {
      this.rollback();
      this.#fail(error);
      return;
    }
    this.#settled = undefined;
    for (const effect of effects) effect();
    for (const work of this.#afterTurn) work();
    settled.resolve();
  }

  /**
   * A cache of values computed from rows. Code that writes these rows calls `forget` or `clear`. An undone write clears
   * the whole cache, so it never disagrees with the file.
   */
  cached<K extends {}, V extends {}>(compute: (key: K) => V | undefined, most = 10_000): RowCache<K, V> {
    const derived = new RowCache(compute, most);
    this.#derived.push(derived);
    return derived;
  }

  /** Copies the whole database to `path` while it is in use. */
  async copyTo(path: string): Promise<void> {
    this.commit();
    await this.#sqlite.backup(path);
  }

  close(): void {
    this.commit();
    this.#sqlite.close();
  }

  /** Prepared at first use: most servers never use most of them. */
  #later(sql: string, as = (made: BetterSqlite.Statement) => made): () => BetterSqlite.Statement {
    let statement: BetterSqlite.Statement | undefined;
    return () => (statement ??= as(this.#sqlite.prepare(sql)));
  }

  #prepare(): void {
    this.#depth += 1;
    try {
      for (const work of this.#preparations) work();
    } finally {
      this.#depth -= 1;
      this.#preparations.length = 0;
    }
  }

  #begin(): void {
    this.#begun.run();
    let resolve!: () => void;
    let reject!: (reason: unknown) => void;
    const promise = new Promise<void>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    promise.catch(() => {});
    this.#settled = { promise, resolve, reject };
    setImmediate(() => this.#sqlite.open && this.commit());
  }

  /** The turn is lost: its callers get the error, no event leaves, and caches are cleared. */
  #fail(error: unknown): void {
    this.#forget(0, 0);
    const settled = this.#settled;
    this.#settled = undefined;
    settled?.reject(error);
    // A full disk rolls back cleanly and is temporary. After any other failure the state on disk is unknown.
    if ((error as { code?: string }).code !== 'SQLITE_FULL') this.onLost(error);
  }

  #forget(effects: number, preparations: number): void {
    this.#effects.length = effects;
    this.#preparations.length = preparations;
    for (const derived of this.#derived) derived.clear();
  }
}

const DONE = Promise.resolve();

/** See Database.derived. Has a maximum size; the oldest values are dropped. */
export class RowCache<K extends {}, V extends {}> {
  readonly #values = new Map<K, V>();
  readonly #compute: (key: K) => V | undefined;
  readonly #most: number;

  constructor(compute: (key: K) => V | undefined, most: number) {
    this.#compute = compute;
    this.#most = most;
  }

  get(key: K): V | undefined {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const computed = this.#compute(key);
    if (computed === undefined) return undefined;
    if (this.#values.size >= this.#most) this.#values.delete(this.#values.keys().next().value!);
    this.#values.set(key, computed);
    return computed;
  }

  forget(key: K): void {
    this.#values.delete(key);
  }

  /** Use it instead of `forget` if the new value follows from the cached one and the change. */
  amend(key: K, change: (value: V) => V): void {
    const known = this.#values.get(key);
    if (known !== undefined) this.#values.set(key, change(known));
  }

  amendAll(change: (value: V) => V): void {
    for (const key of this.#values.keys()) this.amend(key, change);
  }

  clear(): void {
    this.#values.clear();
  }
}

function memo<T>(make: (key: string) => T): (key: string) => T {
  const made = new LRUCache<string, { value: T }>({ max: 500 });
  return (key) => {
    let entry = made.get(key);
    if (!entry) made.set(key, (entry = { value: make(key) }));
    return entry.value;
  };
}
