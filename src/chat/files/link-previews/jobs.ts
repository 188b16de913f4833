import { setImmediate } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { get } from '../../../kernel/http/outgoing.ts';
import { job } from '../../declare.ts';
import { settle } from './actions.ts';
import type { Preview } from './types.ts';

/** The time (ms), size (bytes) and redirects a page may take, and the number of pages fetched at the same time. */
const TIMEOUT = 5000;
const MOST_BYTES = 1024 * 1024;
const REDIRECTS = 3;
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
    settle(app, url, app.realm.get('inline_url_embed_preview') ? await previewAt(url, allowPrivate) : undefined);
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
      most: MOST_BYTES,
      redirects: REDIRECTS,
      types: /^(?:text\/html|application\/xhtml\+xml)$/,
    });
    if (page.status !== 200) return undefined;
    return await previewIn(decoded(page.bytes, page.charset), page.url);
  } catch {
    return undefined;
  }
}

/** Other requests run between the parts of a long page. */
async function previewIn(html: string, address: string): Promise<Preview | undefined> {
  const { headReader, previewOf } = await import('./rules.ts');
  const { metadata, read } = headReader();
  for (let at = 0; at < html.length && read(html.slice(at, at + STRETCH)); at += STRETCH) await setImmediate();
  return previewOf(metadata, address);
}

/** Decodes a page with the encoding in its header, else at its beginning; UTF-8 if the encoding is unknown. */
function decoded(bytes: Buffer, charset: string | undefined): string {
  const named = charset ?? /<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
