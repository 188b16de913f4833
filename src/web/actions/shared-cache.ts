import { optional } from '../store/local/optional.ts';
import type { Shared } from '../store/local/shared-into-app.ts';

/** The cache in which the service worker keeps what was shared; the worker writes these names too. */
const CACHE = 'shared';
const TEXT = '/shared/text';
const NAME_HEADER = 'X-File-Name';

const openShared = async (): Promise<Cache | undefined> =>
  (await optional(() => caches)?.has(CACHE)) ? caches.open(CACHE) : undefined;

/** What another app has shared; undefined if nothing waits. */
export async function readShared(): Promise<Shared | undefined> {
  const cache = await openShared().catch(() => undefined);
  if (!cache) return undefined;
  const text = (await (await cache.match(TEXT))?.text()) ?? '';
  const files: File[] = [];
  for (const request of await cache.keys()) {
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
