import { createHash, randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { App } from '../../../app.ts';
import { isHarmless, typeOf } from '../../../kernel/files/sniff.ts';
import { get } from '../../../kernel/http/outgoing.ts';
import { job } from '../../declare.ts';

const HOUR = 3600;
/**
 * The limits for external images: time (ms), size (bytes), redirects, concurrent and waiting fetches, and the total
 * size of the cache, kept for a day.
 */
const PATIENCE = 5000;
const MOST_BYTES = 8 * 2 ** 20;
const REDIRECTS = 3;
const MOST = 4;
const MOST_WAITING = 100;
const MOST_KEPT = 200 * 2 ** 20;
const KEPT = 24 * HOUR;

export interface Picture {
  path: string;
  type: string;
  etag: string;
}

export const forgetting = job({
  name: 'forget pictures of elsewhere',
  every: HOUR / 4,
  run: (app) => app.thumbnails.keepOfElsewhere(Date.now() - KEPT * 1000, MOST_KEPT),
});

/** Addresses without an image are not fetched again for a minute. */
const nothingAt = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });
const underWay = new Map<string, Promise<Picture | undefined>>();
const waiting: (() => void)[] = [];
let running = 0;

/**
 * Returns an external image on this server's disk; undefined: there is none, or too many wait. Private addresses are
 * fetched only in tests.
 */
export async function fetchExternalImage(app: App, url: string, allowPrivate: boolean): Promise<Picture | undefined> {
  const etag = createHash('sha256').update(url).digest('hex');
  const path = app.thumbnails.pathOfElsewhere(etag);
  const key = `${path} ${allowPrivate}`;
  const type = await typeOf(path).catch(() => undefined);
  if (type) return { path, type, etag };
  if (nothingAt.has(key)) return undefined;
  let fetching = underWay.get(key);
  if (!fetching) {
    if (waiting.length >= MOST_WAITING) return undefined;
    fetching = inTurn(() => fetched(app, url, path, allowPrivate))
      .then((found) => {
        if (found === undefined) nothingAt.set(key, true);
        return found === undefined ? undefined : { path, type: found, etag };
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, fetching);
  }
  return fetching;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MOST) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Detects its type from the content, not from the header. */
async function fetched(app: App, url: string, path: string, allowPrivate: boolean): Promise<string | undefined> {
  const asking = {
    allowPrivate,
    timeout: PATIENCE,
    most: MOST_BYTES,
    redirects: REDIRECTS,
    types: /^(?:image\/|video\/(?:mp4|webm)\b)/,
    accept: 'image/*, video/mp4, video/webm',
  };
  const page = await get(url, asking).catch(() => undefined);
  if (page?.status !== 200 || page.bytes.length >= MOST_BYTES) return undefined;
  const incoming = join(app.files.incoming, randomBytes(16).toString('hex'));
  try {
    await writeFile(incoming, page.bytes, { mode: 0o600 });
    const type = await typeOf(incoming);
    if (!/^(?:image\/|video\/(?:mp4|webm)$)/.test(type) || !isHarmless(type)) return undefined;
    await rename(incoming, path);
    return type;
  } finally {
    await rm(incoming, { force: true });
  }
}
