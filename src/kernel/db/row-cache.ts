/** Values computed from rows; see Database.cached. Has a maximum size; the oldest values are dropped. */
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
