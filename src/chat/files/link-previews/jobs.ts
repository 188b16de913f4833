import { setImmediate } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { get } from '../../../kernel/http/outgoing.ts';
import { job } from '../../declare.ts';
import { settle } from './actions.ts';
import type { Preview } from './types.ts';

/** Milliseconds, bytes and redirects a page may take; and pages asked at the same time. */
const PATIENCE = 5000;
const MOST_BYTES = 1024 * 1024;
const REDIRECTS = 3;
const MOST = 4;
/** Characters read at once. */
const STRETCH = 16_384;

/** Of each server: what is under way. */
const underWay = new WeakMap<App, Set<string>>();

export const fetchingPreviews = job({ name: 'link previews', every: 1, run: (app) => fetchPreviews(app, false) });

export const forgettingPreviews = job({
  name: 'forget link previews',
  every: 3600,
  run: (app) => void app.db.write(() => app.linkPreviews.forgetExpired(seconds(app.clock))),
});

/** Asks the pages that messages wait for. Pages at private addresses are asked in tests alone. */
export async function fetchPreviews(app: App, allowPrivate: boolean): Promise<void> {
  const busy = underWay.get(app) ?? new Set();
  underWay.set(app, busy);
  const urls = app.linkPreviews.wanted(MOST + busy.size).filter((url) => !busy.has(url));
  await Promise.all(
    urls.slice(0, MOST - busy.size).map(async (url) => {
      busy.add(url);
      try {
        settle(app, url, app.realm.get('inline_url_embed_preview') ? await previewAt(url, allowPrivate) : undefined);
        await app.db.committed();
      } finally {
        busy.delete(url);
      }
    }),
  );
}

/** What the page at an address says of itself; undefined also if it does not answer as it should. */
async function previewAt(url: string, allowPrivate: boolean): Promise<Preview | undefined> {
  try {
    const page = await get(url, {
      allowPrivate,
      timeout: PATIENCE,
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

/** Others have their turn between the stretches of a long page. */
async function previewIn(html: string, address: string): Promise<Preview | undefined> {
  const { headReader, previewOf } = await import('./page.ts');
  const { said, read } = headReader();
  for (let at = 0; at < html.length && read(html.slice(at, at + STRETCH)); at += STRETCH) await setImmediate();
  return previewOf(said, address);
}

/** The text of a page, in the encoding that its header, else its beginning, names; an unknown one counts as UTF-8. */
function decoded(bytes: Buffer, charset: string | undefined): string {
  const named = charset ?? /<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
