import { optional } from './optional.ts';
import type { Shared } from './shared-into-app.ts';

/** The cache in which the service worker keeps what was shared; the worker writes these names too. */
const CACHE = 'shared';
const getPath = (id: string): string => `/shared/${encodeURIComponent(id)}/`;
const NAME_HEADER = 'X-File-Name';

const openShared = async (): Promise<Cache | undefined> =>
  (await optional(() => caches)?.has(CACHE)) ? caches.open(CACHE) : undefined;

/** What another app has shared under this ID; undefined if nothing waits. */
export async function readShared(id: string): Promise<Shared | undefined> {
  const cache = await openShared().catch(() => undefined);
  if (!cache) return undefined;
  const path = getPath(id);
  const text = (await (await cache.match(`${path}text`))?.text()) ?? '';
  const files: File[] = [];
  for (const request of await cache.keys()) {
    if (!new URL(request.url).pathname.startsWith(path)) continue;
    const response = await cache.match(request);
    const name = response?.headers.get(NAME_HEADER);
    if (!response || name === null || name === undefined) continue;
    const blob = await response.blob();
    files.push(new File([blob], decodeURIComponent(name), { type: blob.type }));
  }
  return text || files.length > 0 ? { text, files } : undefined;
}

/** Deletes what was shared, once it is in a message box, or if the user leaves it. */
export async function deleteShared(): Promise<void> {
  await optional(() => caches)
    ?.delete(CACHE)
    .catch(() => {});
}
