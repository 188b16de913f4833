/** Returns a function that calls `make` at the first call and returns that value from then on. */
export function once<T extends {}>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

/** Caches a pure function of an object, as long as the object lives. */
export function memoByObject<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key)!;
  };
}

/** Caches a pure function of a text or number, for the last `limit` new ones. */
export function memoByValue<K extends string | number, V>(
  compute: (key: K) => V,
  limit = Number.POSITIVE_INFINITY,
): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    if (!known.has(key)) {
      if (known.size >= limit) known.delete(known.keys().next().value!);
      known.set(key, compute(key));
    }
    return known.get(key)!;
  };
}

/** Returns a function that runs `action`, but joins a run that has not ended yet. */
export function oneAtATime(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () =>
    (running ??= action().finally(() => {
      running = undefined;
    }));
}
