import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Conversation, getKey } from '../conversation.ts';
import type { LoadedNarrow } from '../messages.ts';
import { type Message, type Narrow, narrowKey } from '../narrow.ts';
import type { StoreState } from '../state.ts';
import { store } from '../store.ts';
import type { Unread } from '../unread.ts';
import { serviceWorkers } from './optional.ts';
import { deleteShared } from './shared-cache.ts';
import { cachedTopics } from './topic-lists.ts';

/**
 * The IndexedDB cache. The next visit shows its content at once and then catches up. It holds each resource and the
 * last messages of the conversations that the user opened. `save-cache.ts` writes it. The keys contain the user ID and
 * the build, and signing out deletes it. It never contains an API key.
 */
export interface CacheSchema extends DBSchema {
  /** Keyed by `user build resource`. Large maps are split into parts: `… users 3`. */
  resources: { key: string; value: unknown };
  windows: { key: string; value: CachedWindow; indexes: { at: number } };
}

export interface CachedWindow {
  key: string;
  messages: readonly Message[];
  oldest: boolean;
  at: number;
}

interface Cache {
  /** The open database; its value is undefined if the browser refuses IndexedDB. */
  database?: Promise<IDBPDatabase<CacheSchema> | undefined> | undefined;
  /** The key prefix of this user and build. While it is empty, nothing is cached. */
  prefix: string;
  /** What this page has saved, to save only changes. */
  readonly savedResources: Map<string, unknown>;
  readonly savedWindows: Map<string, LoadedNarrow>;
  /** Elements of lists, and single fields, by the ids that the server gave them. It leaves them out the next time. */
  slices: ReadonlyMap<string, unknown[]>;
  /** Ends after the latest save or deletion. */
  lastWrite: Promise<void>;
  /** Whether the page is closing, so that a save must not begin. */
  isLeaving: boolean;
}

export const cache: Cache = {
  prefix: '',
  savedResources: new Map(),
  savedWindows: new Map(),
  slices: new Map(),
  lastWrite: Promise.resolve(),
  isLeaving: false,
};

const NAME = 'klatch';

/** Browsers may refuse IndexedDB; then every visit starts from nothing. */
export function database(): Promise<IDBPDatabase<CacheSchema> | undefined> {
  cache.database ??= openDatabase().catch(() => undefined);
  return cache.database;
}

/** Rejects also where browsers throw at once. */
const openDatabase = async (): Promise<IDBPDatabase<CacheSchema>> =>
  openDB<CacheSchema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('resources');
      db.createObjectStore('windows', { keyPath: 'key' }).createIndex('at', 'at');
    },
    blocking: (_, __, { target }) => (target as IDBDatabase).close(),
  });

export const range = (from: string): IDBKeyRange => IDBKeyRange.bound(from, `${from}\uffff`);

/** The cached resources of this user and build, or undefined if they are missing or incomplete. */
export async function readCachedState(user: number): Promise<Partial<StoreState> | undefined> {
  cache.prefix = `${user} ${new URL(import.meta.url).pathname.split('/').at(-1)} `;
  const { prefix } = cache;
  const db = await database();
  if (!db) return undefined;
  try {
    const [keys, values] = await Promise.all([
      db.getAllKeys('resources', range(prefix)),
      db.getAll('resources', range(prefix)),
    ]);
    if (!keys.includes(`${prefix}whole`)) return undefined;
    const found: Record<string, unknown> = {};
    for (const [at, key] of keys.entries()) {
      const [name, part] = key.slice(prefix.length).split(' ') as [string, string?];
      if (part === undefined) found[name] = values[at];
      else
        for (const entry of values[at] as [unknown, unknown][])
          ((found[name] ??= new Map()) as Map<unknown, unknown>).set(...entry);
    }
    delete found.whole;
    cachedTopics.value = (found.topics as typeof cachedTopics.value | undefined) ?? new Map();
    delete found.topics;
    cache.slices = (found.slices as typeof cache.slices | undefined) ?? cache.slices;
    delete found.slices;
    if (found.unread) found.unread = withConversationIndex(found.unread as Unread);
    return found;
  } catch {
    return undefined;
  }
}

const withConversationIndex = (unread: Unread): Unread => ({
  ...unread,
  where: new Map([...unread.conversations].flatMap(([key, { ids }]) => [...ids].map((id) => [id, key] as const))),
});

/** Closes the database, since a closing page must not block the next page's reads. */
export function closeDatabase(): void {
  void cache.database?.then((db) => db?.close());
  cache.database = undefined;
}

/** Conversations, channels and the combined feed are cached; search results are not. */
export const isCacheable = (narrow: Narrow): boolean =>
  narrow.every(({ operator }) => /^(channel|topic|dm|in)$/.test(operator));

/** The last messages of a narrow, if they are cached and no unread messages follow them. */
export async function readCachedWindow(
  narrow: Narrow,
  conversation: Conversation | undefined,
): Promise<CachedWindow | undefined> {
  if (!isCacheable(narrow) || cache.prefix === '') return undefined;
  const db = await database();
  const found = await db?.get('windows', cache.prefix + narrowKey(narrow)).catch(() => undefined);
  if (!found || found.messages.length === 0) return undefined;
  const ids = new Set(found.messages.map(({ id }) => id));
  const waiting = conversation ? (store.unread.peek().conversations.get(getKey(conversation))?.ids ?? []) : [];
  return [...waiting].every((id) => ids.has(id)) ? found : undefined;
}

/** Deletes the cache and stops showing its content, when the user signs out. */
export async function deleteCache(): Promise<void> {
  cache.prefix = '';
  cache.slices = new Map();
  cachedTopics.value = new Map();
  const closed = closeNotifications().catch(() => {});
  (await database())?.close();
  cache.database = Promise.resolve(undefined);
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(NAME);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  }).catch(() => {});
  await deleteShared();
  await closed;
}

async function closeNotifications(): Promise<void> {
  const worker = await serviceWorkers()?.getRegistration();
  for (const notice of (await worker?.getNotifications()) ?? []) notice.close();
}
