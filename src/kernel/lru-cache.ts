import { LRUCache } from 'lru-cache';

/**
 * A cache of the `most` values that were used last. It grows with its values: an LRUCache with `max` reserves memory
 * for all of them at once, in each open organization.
 */
export const lruCache = <K extends {}, V extends {}>(
  most: number,
  options: Pick<LRUCache.Options<K, V, unknown>, 'ttl' | 'memoMethod'> = {},
): LRUCache<K, V> => new LRUCache({ ...options, maxSize: most, sizeCalculation: () => 1 });
