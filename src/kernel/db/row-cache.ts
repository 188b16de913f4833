/** Values computed from rows; see Database.cached. Has a maximum size; the oldest values are dropped. */
export class RowCache<K extends {}, V extends {}> {
  readonly #values = new Map<K, V>();
  readonly #compute: (key: K) => V | undefined;
  readonly #most: number;
  readonly #noteRead: () => void;

  /** `noteRead` is called before each read. */
  constructor(compute: (key: K) => V | undefined, most: number, noteRead: () => void) {
    this.#compute = compute;
    this.#most = most;
    this.#noteRead = noteRead;
  }

  get(key: K): V | undefined {
    this.#noteRead();
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

  clear(): void {
    this.#values.clear();
  }
}

/** All caches of a database, and the tables that their values are computed from. */
export class RowCaches {
  readonly #caches: { tables: readonly string[]; cache: Pick<RowCache<never, never>, 'clear'> }[] = [];
  readonly #refreshes: (() => void)[] = [];

  /** Adds a cache whose values are computed from these tables, and returns it. */
  add<K extends {}, V extends {}>(tables: readonly string[], cache: RowCache<K, V>): RowCache<K, V> {
    this.#caches.push({ tables, cache });
    return cache;
  }

  clear(): void {
    for (const { cache } of this.#caches) cache.clear();
  }

  /** Calls `refresh` whenever rows of another process were written. */
  onForeignChange(refresh: () => void): void {
    this.#refreshes.push(refresh);
  }

  /** Clears the caches of these tables, after another process changed their rows, and refreshes what no cache holds. */
  clearChanged(changed: ReadonlySet<string>): void {
    for (const { tables, cache } of this.#caches) if (tables.some((table) => changed.has(table))) cache.clear();
    for (const refresh of this.#refreshes) refresh();
  }
}
