import { lruCache } from '../../../kernel/lru-cache.ts';
import { SharedWork } from '../../../kernel/time-slices.ts';
import type { GifPage } from './types.ts';

const MOST_PAGES = 200;
const KEPT = 10 * 60_000;

/** Pages that a provider returned, by what was searched. Many users search the same words, or none. */
export class GifPages {
  readonly kept = lruCache<string, GifPage>(MOST_PAGES, { ttl: KEPT });
  readonly searches = new SharedWork<string, GifPage>();
}
