import { lruCache } from '../../../kernel/lru-cache.ts';
import { SharedWork, Turns } from '../../../kernel/time-slices.ts';

/** An external image on this server's disk. */
export interface ExternalImage {
  path: string;
  type: string;
  etag: string;
}

/** The number of concurrent fetches. */
const MOST = 4;

/** The fetches of external images. */
export class ExternalImages {
  /** Addresses without an image, which are not fetched again for a minute. */
  readonly missing = lruCache<string, true>(1000, { ttl: 60_000 });
  readonly fetches = new SharedWork<string, ExternalImage | undefined>();
  readonly turns = new Turns(MOST);
}
