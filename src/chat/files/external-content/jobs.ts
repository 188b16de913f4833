import { createHash, randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { isHarmless, typeOf } from '../../../kernel/files/sniff.ts';
import { get } from '../../../kernel/http/outgoing.ts';
import { job } from '../../declare.ts';
import { renderAgain } from '../../messages/edit/rewrite-actions.ts';
import type { ExternalImage } from './memory.ts';
import type { Preview } from './types.ts';

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

export const deletingOldPictures = job({
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
    const found = await turns.run(() => fetchFile(app, url, path, allowPrivate));
    if (found === undefined) missing.set(key, true);
    return found === undefined ? undefined : { path, type: found, etag };
  });
}

/** Detects its type from the content, not from the header. */
async function fetchFile(app: App, url: string, path: string, allowPrivate: boolean): Promise<string | undefined> {
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

/** The most bytes of a page, and the most pages fetched at the same time. Other limits are those of images. */
const MOST_PAGE_BYTES = 1024 * 1024;
const MOST = 4;
/** The number of characters parsed at once. */
const STRETCH = 16_384;

export const fetchingPreviews = job({
  name: 'link previews',
  every: 1,
  run: (app) => fetchPreviews(app, false),
  next: (app) => (app.linkPreviews.wanted(1).length > 0 ? 0 : undefined),
});

export const forgettingPreviews = job({
  name: 'forget link previews',
  every: 3600,
  run: (app) => void app.db.write(() => app.linkPreviews.forgetExpired(seconds(app.clock))),
});

/** Fetches the pages that messages wait for. Pages at private addresses are fetched only in tests. */
export async function fetchPreviews(app: App, allowPrivate: boolean): Promise<void> {
  const { previewFetches } = app.memory;
  const urls = app.linkPreviews.wanted(MOST + previewFetches.size).filter((url) => !previewFetches.has(url));
  const fetch = async (url: string): Promise<void> => {
    storePreview(app, url, app.realm.get('inline_url_embed_preview') ? await previewAt(url, allowPrivate) : undefined);
    await app.db.committed();
  };
  await Promise.all(urls.slice(0, MOST - previewFetches.size).map((url) => previewFetches.run(url, () => fetch(url))));
}

/** Returns the preview of the page at an address; undefined also if it does not respond properly. */
async function previewAt(url: string, allowPrivate: boolean): Promise<Preview | undefined> {
  try {
    const page = await get(url, {
      allowPrivate,
      timeout: TIMEOUT,
      most: MOST_PAGE_BYTES,
      redirects: REDIRECTS,
      types: /^(?:text\/html|application\/xhtml\+xml)$/,
    });
    if (page.status !== 200) return undefined;
    return await previewIn(decodePage(page.bytes, page.charset), page.url);
  } catch {
    return undefined;
  }
}

/** Other requests run between the parts of a long page. */
async function previewIn(html: string, address: string): Promise<Preview | undefined> {
  const { headReader, makePreview: previewOf } = await import('./page-rules.ts');
  const { metadata, read } = headReader();
  for (let at = 0; at < html.length && read(html.slice(at, at + STRETCH)); at += STRETCH) await setImmediate();
  return previewOf(metadata, address);
}

/** Decodes a page with the encoding in its header, else at its beginning; UTF-8 if the encoding is unknown. */
function decodePage(bytes: Buffer, charset: string | undefined): string {
  const named = charset ?? /<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** A page's preview is fetched again after a week; if there was none, after an hour. */
const PREVIEW_KEPT = 7 * 24 * HOUR;
const NOTHING_KEPT = HOUR;

/** Stores a page's preview (undefined: none), and shows it in the messages that wait for it, in their current form. */
function storePreview(app: App, url: string, preview: Preview | undefined): void {
  app.db.write(() => {
    app.linkPreviews.remember(url, preview, seconds(app.clock) + (preview ? PREVIEW_KEPT : NOTHING_KEPT));
    const waiting = app.linkPreviews.wantedBy(url);
    app.linkPreviews.unwant(url);
    if (preview) for (const id of waiting) renderAgain(app, id);
  });
}
