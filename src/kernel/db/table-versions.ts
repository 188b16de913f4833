import { lruCache } from '../lru-cache.ts';
import type { Sqlite } from './sqlite.ts';

/** A result, and whether the same work would still return it. */
export interface Remembered<T> {
  value: T;
  isCurrent(): boolean;
}

/**
 * Counts the changes of each table, and notes which tables some work reads, so that its result can be kept until one of
 * them changes. All statements and all cached values of a database report here.
 */
export class TableVersions {
  readonly #sqlite: Sqlite;
  readonly #changes = new Map<string, number>();
  readonly #known = lruCache<string, readonly string[]>(500, { memoMethod: (sql) => this.#named(sql) });
  #everything = 0;
  /** The tables that the current work has read. */
  #reads: Set<string> | undefined;
  /** By table: the tables whose rows may be deleted with its own. Known since the first work. */
  #dependents: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  noteReads(sql: string): void {
    if (this.#reads) for (const table of this.#known.memo(sql)) this.#reads.add(table);
  }

  /** The same for a value that was computed from these tables. */
  noteTables(tables: readonly string[]): void {
    if (this.#reads) for (const table of tables) this.#reads.add(table);
  }

  /** Nobody asks about changes before the first work. */
  noteChange(sql: string): void {
    if (!this.#dependents) return;
    const table = /\b(?:INTO|UPDATE|FROM)\s+(?:OR\s+\w+\s+)?"?(\w+)/i.exec(sql)?.[1];
    if (table === undefined) this.changeEverything();
    else this.changeTables(/\b(?:DELETE|REPLACE)\b/i.test(sql) ? this.#withDependents(table) : [table]);
  }

  changeTables(tables: Iterable<string>): void {
    for (const table of tables) this.#changes.set(table, (this.#changes.get(table) ?? 0) + 1);
  }

  /** After changes that name no tables. */
  changeEverything(): void {
    this.#everything++;
  }

  /** Does work that reads, and nothing else. Changes of the tables `except` do not matter. */
  remember<T>(work: () => T, except: readonly string[] = []): Remembered<T> {
    this.#dependents ??= this.#readDependents();
    const outer = this.#reads;
    const reads = new Set<string>();
    this.#reads = reads;
    try {
      const value = work();
      for (const table of except) reads.delete(table);
      const version = this.#version(reads);
      return { value, isCurrent: () => this.#version(reads) === version };
    } finally {
      this.#reads = outer;
      if (outer) for (const table of reads) outer.add(table);
    }
  }

  #version(tables: ReadonlySet<string>): number {
    let version = this.#everything;
    for (const table of tables) version += this.#changes.get(table) ?? 0;
    return version;
  }

  /** The tables that a statement names; perhaps also one whose name is that of a column. */
  #named(sql: string): readonly string[] {
    return (sql.match(/\w+/g) ?? []).filter((word) => this.#dependents!.has(word));
  }

  #withDependents(table: string, found = new Set<string>()): ReadonlySet<string> {
    if (found.has(table)) return found;
    found.add(table);
    for (const dependent of this.#dependents!.get(table) ?? []) this.#withDependents(dependent, found);
    return found;
  }

  #readDependents(): ReadonlyMap<string, readonly string[]> {
    const tables = this.#sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const keys = this.#sqlite.prepare(
      `SELECT t.name AS dependent, k."table" AS origin
       FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) k
       WHERE t.type = 'table' AND k.on_delete <> 'NO ACTION'`,
    );
    const dependents = new Map((tables as { name: string }[]).map(({ name }) => [name, [] as string[]]));
    for (const { dependent, origin } of keys.all() as { dependent: string; origin: string }[])
      dependents.get(origin)?.push(dependent);
    return dependents;
  }
}
