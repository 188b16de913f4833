import { createHash, randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../../app.ts';
import { isHarmless, typeOf } from '../../../kernel/files/sniff.ts';
import { get } from '../../../kernel/http/outgoing.ts';
import { job } from '../../declare.ts';
import type { ExternalImage } from './memory.ts';

const HOUR = 3600;
/**
 * The limits for external images: time (ms), size (bytes), redirects, waiting fetches, and the total size of the cache,
 * kept for a day.
 */
const TIMEOUT = 5000;
const MOST_BYTES = 8 * 2 ** 20;
const REDIRECTS = 3;
const MOST_WAITING = 100;
const MOST_KEPT = 200 * 2 ** 20;
const KEPT = 24 * HOUR;

export const forgetting = job({
  name: 'forget pictures of elsewhere',
  every: HOUR / 4,
  run: (app) => app.thumbnails.keepOfElsewhere(Date.now() - KEPT * 1000, MOST_KEPT),
});

/**
 * Returns an external image on this server's disk; undefined: there is none, or too many wait. Private addresses are
 * fetched only in tests.
 */
export async function fetchExternalImage(
  app: App,
  url: string,
  allowPrivate: boolean,
): Promise<ExternalImage | undefined> {
  const etag = createHash('sha256').update(url).digest('hex');
  const path = app.thumbnails.pathOfElsewhere(etag);
  const key = `${path} ${allowPrivate}`;
  const type = await typeOf(path).catch(() => undefined);
  if (type) return { path, type, etag };
  const { missing, fetches, turns } = app.memory.externalImages;
  if (missing.has(key)) return undefined;
  if (!fetches.get(key) && turns.waiting >= MOST_WAITING) return undefined;
  return fetches.run(key, async () => {
    const found = await turns.run(() => fetched(app, url, path, allowPrivate));
    if (found === undefined) missing.set(key, true);
    return found === undefined ? undefined : { path, type: found, etag };
  });
}

/** Detects its type from the content, not from the header. */
async function fetched(app: App, url: string, path: string, allowPrivate: boolean): Promise<string | undefined> {
  const asking = {
    allowPrivate,
    timeout: TIMEOUT,
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
