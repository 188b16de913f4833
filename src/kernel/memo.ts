/** Returns a function that calls `make` at the first call and returns that value from then on. */
export function once<T extends {}>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

/** Caches a pure function of an object, as long as the object lives. */
export function memoByObject<K extends object, V extends {} | null>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = compute(key)));
    return value;
  };
}

/** Caches a pure function of a few texts. It forgets none, so the number of texts must be limited. */
export function memoByText<V>(compute: (key: string) => V): (key: string) => V {
  const known = new Map<string, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key)!;
  };
}
