import { setTimeout as wait } from 'node:timers/promises';
import { type Confirmation, immediateJournal, type Journal, type TurnCopies } from '../journal/journal.ts';
import { CommitMark } from './commit-mark.ts';
import { RowCache, RowCaches } from './row-cache.ts';
import { type Connect, openBetterSqlite, type Sqlite, type SqliteStatement } from './sqlite.ts';
import { Statements } from './statements.ts';
import type { Remembered } from './table-versions.ts';
import { CommittedTurns, listRecords, newTurn, type Turn } from './turn.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

/**
 * The SQLite file and its turn: all writes of one event-loop turn share one transaction, and so do those that come
 * while the journal syncs. Their effects (events, replies) leave only when the journal confirms that the turn is
 * durable, in the order of the turns. See ARCHITECTURE.md, "The database turn".
 */
export class Database extends Statements {
  readonly #sqlite: Sqlite;
  readonly #connect: Connect;
  /** Called when a COMMIT failed and memory may disagree with the disk afterwards. */
  onLost: (reason: unknown) => void = (reason) => {
    throw reason;
  };
  /** Runs work when a turn ends. */
  endOfTurn: (work: () => void) => void = setImmediate;
  /** Called after each COMMIT. */
  onCommit: (() => void) | undefined;
  readonly #confirmation: Confirmation = {
    confirm: (position) => this.#committed.confirm(position),
    commitsFailed: (error) => this.#loseCommitted(error),
  };
  #journal: Journal = immediateJournal(this.#confirmation);
  #depth = 0;
  /** The turn whose transaction is open. */
  #turn: Turn | undefined;
  readonly #committed = new CommittedTurns();
  readonly #caches = new RowCaches();
  #isFollower = false;
  #commitMark: CommitMark | undefined;
  /** Whether `writeLocal` or `writeLazily` runs. */
  #isLocal = false;
  /** Whether the database is about to close; see `settle`. */
  #isSettling = false;
  readonly #begun: SqliteStatement;
  readonly #savepoint: SqliteStatement;
  readonly #release: SqliteStatement;
  readonly #rollback: SqliteStatement;
  readonly #commit: SqliteStatement;

  /**
   * Opens or creates `path` (`:memory:` for tests). The caller creates the schema (see migrate.ts). `connect`: opens
   * other connections than those of a server on its own.
   */
  constructor(path: string, connect: Connect = openBetterSqlite) {
    const sqlite = connect(path);
    super(sqlite);
    this.#connect = connect;
    this.#sqlite = sqlite;
    this.#sqlite.pragma('synchronous = FULL');
    this.#sqlite.pragma('foreign_keys = ON');
    this.#sqlite.pragma('wal_autocheckpoint = 10000');
    this.#sqlite.pragma(MAPPED);
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

  /** Called for each turn with the time from its COMMIT until it is durable, ms. */
  set onDurable(report: (ms: number) => void) {
    this.#committed.onDurable = report;
  }

  /** From now on this journal makes turns durable, instead of COMMIT itself. */
  useJournal(create: (confirmation: Confirmation, log: () => WriteAheadLog) => Journal): void {
    this.flush();
    this.#committed.countFromZero();
    this.#journal = create(this.#confirmation, () => new WriteAheadLog(this.#sqlite, this.#connect));
  }

  /** While this is set, requests that write wait for it. What cannot wait may write. */
  get pause(): Promise<void> | undefined {
    return this.#journal.pause;
  }

  /** Whether work that can wait may be written now: not while the journal pauses, nor after `settle`. */
  get isReady(): boolean {
    return !this.#isSettling && !this.pause && this.#sqlite.open;
  }

  /** Runs statements that are not prepared: schema and pragmas. */
  script(sql: string): void {
    if (this.#turn) this.#turn.hasChanges = true;
    this.versions.changeEverything();
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
    this.write(() => this.script(`PRAGMA user_version = ${version}`));
  }

  pragma(text: string): unknown {
    return this.#sqlite.pragma(text, { simple: true });
  }

  /**
   * Runs `work` in a savepoint of this turn's transaction. If it throws, its changes and effects are discarded. Nothing
   * is durable or published before `committed()` resolves.
   */
  write<T>(work: () => T): T {
    if (this.#isFollower && !this.#isLocal) throw new WriterNeeded();
    const turn = (this.#turn ??= this.#beginTurn());
    const effects = turn.effects.length;
    const preparations = turn.preparations.length;
    this.#savepoint.run();
    this.#depth += 1;
    try {
      const result = work();
      this.#release.run();
      return result;
    } catch (error) {
      turn.effects.length = effects;
      turn.preparations.length = preparations;
      this.#caches.clear();
      if (this.#sqlite.inTransaction) {
        this.#rollback.run();
        this.#release.run();
      } else this.#fail(turn, error);
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  /** Runs `work` as `write` does and undoes it. Returns its result: what would happen. */
  tryOut<T>(work: () => T): T {
    const undone: { result?: T } = {};
    try {
      this.write(() => {
        undone.result = work();
        throw undone;
      });
    } catch (error) {
      if (error !== undone) throw error;
    }
    return undone.result as T;
  }

  /**
   * Runs `work` at the end of the current turn, in its transaction but outside savepoints, unless the calling work is
   * undone. The same work several times in a row runs once. For FTS5, which writes a segment at every savepoint and is
   * five times as fast without.
   */
  beforeCommit(work: () => void): void {
    const { preparations } = this.#requireWrite('A preparation');
    if (preparations.at(-1) !== work) preparations.push(work);
  }

  /** Runs `effect` once the current turn is durable. Call it inside `write`; discarded if that work is undone. */
  afterCommit(effect: () => void): void {
    this.#requireWrite('An effect').effects.push({ run: effect });
  }

  /**
   * Runs `effect` right after the COMMIT, when the rows and what is in memory are those of this turn. Nobody outside of
   * the process may notice it. Once the turn is durable, what it returned runs among the other effects, in their order.
   * `record` describes the effect for a journal that copies turns to other processes.
   */
  atCommit(effect: () => () => void, record?: () => unknown): void {
    const turn = this.#requireWrite('An effect');
    turn.effects.push({ atCommit: effect, record });
    if (record && this.#journal.copies) turn.hasChanges = true;
  }

  /** Runs `work` when turns became durable, after all their effects. */
  afterTurn(work: () => void): void {
    this.#committed.afterTurn(work);
  }

  /** Resolves when everything written so far, by anybody, is durable: at once if everything is. */
  committed(): Promise<void> {
    return (this.#turn ?? this.#committed.last)?.promise ?? DONE;
  }

  /** Commits now instead of at the end of the turn, before a snapshot that later events amend. */
  commit(): void {
    if (this.#depth > 0) throw new Error('A commit inside of write');
    const turn = this.#turn;
    if (!turn) return;
    turn.began = performance.now();
    try {
      this.#prepare(turn);
      this.#commit.run();
    } catch (error) {
      this.rollback();
      this.#fail(turn, error);
      return;
    }
    this.#turn = undefined;
    this.#committed.add(turn, this.#journal);
    this.onCommit?.();
  }

  /** Commits, and returns when everything is durable. It blocks, so it is for the end of the process. */
  flush(): void {
    this.commit();
    this.#journal.flush();
  }

  /**
   * A cache of values computed from rows of these tables. Code that writes these rows calls `forget` or `clear`. An
   * undone write clears the whole cache, so it never disagrees with the file.
   */
  cached<K extends {}, V extends {}>(
    tables: readonly string[],
    compute: (key: K) => V | undefined,
    maxEntries = 10_000,
  ): RowCache<K, V> {
    return this.#caches.add(tables, new RowCache(compute, maxEntries, () => this.versions.noteTables(tables)));
  }

  /**
   * The result of work that reads rows and cached values, and whether they are still the same. Changes of the tables
   * `except` do not matter. Call it outside of `write`, after `commit`.
   */
  remember<T>(work: () => T, except?: readonly string[]): Remembered<T> {
    if (this.#turn) throw new Error('A result that a failed COMMIT could undo');
    return this.versions.remember(work, except);
  }

  /** Clears all caches, after statements that changed rows of other repositories. */
  clearCaches(): void {
    this.#caches.clear();
  }

  /** Calls `refresh` when rows of another process were written, in their transaction: for what no cache holds. */
  onForeignChange(refresh: () => void): void {
    this.#caches.onForeignChange(refresh);
  }

  /** Whether another process writes, and this one only copies its turns. */
  get isFollower(): boolean {
    return this.#isFollower;
  }

  /** A follower throws WriterNeeded in `write`. Otherwise this process writes. */
  setFollower(isFollower: boolean): void {
    this.commit();
    // Change sets contain what foreign keys delete.
    this.#sqlite.pragma(`foreign_keys = ${isFollower ? 'OFF' : 'ON'}`);
    this.#isFollower = isFollower;
  }

  /**
   * Runs `work`, which writes rows that another process changed and returns the names of their tables. Cached values of
   * these tables are cleared.
   */
  writeForeign(work: () => ReadonlySet<string>): void {
    this.writeLocal(() => {
      const tables = work();
      this.versions.changeTables(tables);
      this.#caches.clearChanged(tables);
    });
  }

  /**
   * The same as `write` for rows that each process has for itself, such as the words of the search index. A follower
   * may call it, and no journal copies these changes.
   */
  writeLocal<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    if (!this.#isFollower && !this.#journal.copies) return this.write(work);
    return this.#writeAlone(work, false);
  }

  /**
   * The same as `writeLocal` in a transaction of its own, which is committed at once and survives a loss of power when
   * the next one does.
   */
  writeLazily<T>(work: () => T): T {
    return this.#writeAlone(work, true);
  }

  #writeAlone<T>(work: () => T, isLazy: boolean): T {
    this.commit();
    this.#isLocal = true;
    try {
      this.#turn = this.#begin();
      this.#turn.isLazy = isLazy;
      return this.write(work);
    } finally {
      this.commit();
      this.#isLocal = false;
    }
  }

  /** Whether it is a test's, and has no files. */
  get isInMemory(): boolean {
    return this.#sqlite.name === ':memory:';
  }

  /** Identifies the newest commit, also after a crash of the process. The database has a write-ahead log. */
  get commitMark(): string {
    this.#commitMark ??= new CommitMark(this.#sqlite.name);
    return this.#commitMark.read();
  }

  /** The size of the database file in bytes. */
  get size(): number {
    return Number(this.pragma('page_count')) * Number(this.pragma('page_size'));
  }

  /** Lets go of the pages of the file that were read so far: as long as they are mapped, they count as own memory. */
  releasePages(): void {
    this.#sqlite.pragma('mmap_size = 0');
    this.#sqlite.pragma('shrink_memory');
    this.#sqlite.pragma(MAPPED);
  }

  /**
   * Rewrites the database file without its free space and empties the log, so that nothing of deleted rows is left.
   * The rewriting blocks. Returns false if another process, such as a backup, reads the database too long.
   */
  async compact(): Promise<boolean> {
    if (!(await this.#waitForEmptyLog())) return false;
    this.#sqlite.exec('VACUUM');
    return this.#waitForEmptyLog();
  }

  async #waitForEmptyLog(): Promise<boolean> {
    const until = performance.now() + COMPACTION_TIMEOUT;
    while (!this.#emptyLog()) {
      if (performance.now() > until) return false;
      await wait(20);
    }
    return true;
  }

  /** Returns whether the log is empty now: the journal or another process may read it. */
  #emptyLog(): boolean {
    this.flush();
    this.#journal.beforeTurn();
    this.#sqlite.pragma('busy_timeout = 0');
    try {
      const [{ busy }] = this.#sqlite.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
      return busy === 0;
    } finally {
      this.#sqlite.pragma('busy_timeout = 5000');
    }
  }

  /** After the last write: makes everything durable outside of the event loop, so that `close` hardly blocks. */
  async settle(): Promise<void> {
    this.#isSettling = true;
    this.commit();
    await this.committed();
    await this.#journal.settle?.();
  }

  close(): void {
    this.flush();
    const finish = this.#journal.close();
    this.#sqlite.close();
    this.#commitMark?.close();
    finish();
  }

  protected beforeChange(): void {
    this.#requireWrite('A change').hasChanges = true;
  }

  /** Undefined also for the turn of `writeLocal`. */
  get #copies(): TurnCopies | undefined {
    return this.#isLocal ? undefined : this.#journal.copies;
  }

  #requireWrite(what: string): Turn {
    // A full disk may have ended the turn within a write.
    if (this.#depth === 0 || !this.#turn) throw new Error(`${what} outside of write`);
    return this.#turn;
  }

  #prepare(turn: Turn): void {
    this.#depth += 1;
    try {
      // What the preparations write, such as the search index, is in no copy.
      this.#copies?.seal(listRecords(turn));
      for (const work of turn.preparations) work();
    } finally {
      this.#depth -= 1;
    }
  }

  /** Begins a transaction, and schedules its COMMIT for the end of the turn of the event loop. */
  #beginTurn(): Turn {
    const turn = this.#begin();
    this.endOfTurn(() => this.#journal.whenReady(() => this.#turn === turn && this.commit()));
    return turn;
  }

  /** Begins a transaction. The caller commits it. */
  #begin(): Turn {
    this.#journal.beforeTurn();
    this.#begun.run();
    this.#copies?.begin();
    return newTurn();
  }

  /** Committed turns may not be on disk, and work in this process has seen them. */
  #loseCommitted(cause: Error): void {
    const error = new Error('The write-ahead log cannot be synced', { cause });
    // The code that SQLite has for it.
    Object.assign(error, { code: 'SQLITE_IOERR_FSYNC' });
    this.#committed.rejectAll(error);
    this.onLost(error);
  }

  /** The open turn is lost: its callers get the error, no event leaves, and caches are cleared. */
  #fail(turn: Turn, error: unknown): void {
    turn.effects.length = 0;
    turn.preparations.length = 0;
    this.#copies?.discard();
    this.#caches.clear();
    this.#turn = undefined;
    turn.reject(error);
    // A full disk rolls back cleanly and is temporary. After any other failure the state on disk is unknown.
    if ((error as { code?: string }).code !== 'SQLITE_FULL') this.onLost(error);
  }
}

/** Only the process that writes can do this. Nothing has changed. */
export class WriterNeeded extends Error {}

/** How much of the file is read without copying it, bytes. */
const MAPPED = 'mmap_size = 1073741824';
/** How long to wait for readers of the log, ms. */
const COMPACTION_TIMEOUT = 10_000;
const DONE = Promise.resolve();
