import { computed } from '@preact/signals';
import type { IDBPDatabase } from 'idb';
import { canAccess } from '../permissions/channels.ts';
import { onEvent } from '../server/connection.ts';
import type { EventNamed } from '../server/types.ts';
import { type CacheSchema, cache, closeDatabase, database, isCacheable, range } from '../store/local/cache.ts';
import { cachedTopics, type Topic, topicLists } from '../store/local/topic-lists.ts';
import { applyToMessages } from '../store/message-events.ts';
import { recentConversations } from '../store/recent-conversations.ts';
import { currentState, registrations, setMessages, store } from '../store/store.ts';
import type { Unread } from '../store/unread.ts';

// Writes the cache that `cache.ts` reads at the next visit, and deletes from it what the user may no longer read.

const SAVE_INTERVAL = 15_000;
const MAX_MESSAGES = 60;
const MAX_WINDOWS = 60;
const PART_SIZE = 500;
/** The maximum number of cached topics of a channel. */
const MAX_TOPICS = 200;
/** Resources that are temporary or are saved separately. */
const NOT_CACHED: readonly string[] = ['typing', 'presences', 'messages'];

/** Starts saving changes, when the browser is idle and when the page becomes hidden. */
export function startSavingCache(): void {
  const later = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(() => void save(), { timeout: 5000 }) : void save();
  setTimeout(later, 3000);
  setInterval(later, SAVE_INTERVAL);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void save());
  addEventListener('pagehide', () => {
    cache.isLeaving = true;
    closeDatabase();
  });
  addEventListener('pageshow', () => {
    cache.isLeaving = false;
  });
  // The user can lose access to a channel while the page is open, while it is closed, or during a lost connection.
  onEvent(({ type, op }) => /^(stream|subscription) (delete|remove)$/.test(`${type} ${op}`) && void deleteUnreadable());
  registrations.subscribe((times) => times > 0 && void deleteUnreadable());
}

/** Runs one operation after the other, so that a save never undoes a deletion. */
const enqueue = (act: (db: IDBPDatabase<CacheSchema>) => Promise<void>): Promise<void> =>
  (cache.lastWrite = cache.lastWrite.then(async () => {
    const db = await database();
    // Writing can fail when storage is full or the page closes. Then the cache stays older, and the next visit catches
    // up.
    if (db && cache.prefix !== '' && store.me.peek().id !== 0) await act(db).catch(() => {});
  }));

const save = (): Promise<void> =>
  enqueue(async (db) => {
    for (const [name, value] of Object.entries({ ...currentState(), topics: topicsToCache.peek() }))
      if (!NOT_CACHED.includes(name) && cache.savedResources.get(name) !== value) {
        if (cache.isLeaving) return;
        cache.savedResources.set(name, value);
        await put(db, name, value);
      }
    if (cache.isLeaving) return;
    await saveSlices(db);
    await saveWindows(db);
    if (cache.savedResources.has('whole')) return;
    await deleteOtherCaches(db);
    await db.put('resources', true, `${cache.prefix}whole`);
    cache.savedResources.set('whole', true);
  });

/** The topics of the channels opened in this visit or earlier that the user may still read. */
const topicsToCache = computed((): ReadonlyMap<number, readonly Topic[]> => {
  void store.channels.value;
  const all = [...cachedTopics.value, ...topicLists.value].filter(([channel]) => isReadable(channel));
  return new Map(all.map(([channel, topics]) => [channel, topics.slice(0, MAX_TOPICS)]));
});

async function put(db: IDBPDatabase<CacheSchema>, name: string, value: unknown): Promise<void> {
  if (name === 'unread')
    return void (await db.put('resources', { ...(value as Unread), where: undefined }, cache.prefix + name));
  if (!(value instanceof Map) || value.size <= PART_SIZE)
    return void (await db.put('resources', value, cache.prefix + name));
  const entries = [...value];
  await db.delete('resources', range(`${cache.prefix}${name}`));
  for (let at = 0; at < entries.length; at += PART_SIZE) {
    await db.put('resources', entries.slice(at, at + PART_SIZE), `${cache.prefix}${name} ${at / PART_SIZE}`);
    // Pauses between parts, so that no frame waits for the whole.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Saves the slices of the last registration, each as a part of a map. Most were saved by an earlier visit. */
async function saveSlices(db: IDBPDatabase<CacheSchema>): Promise<void> {
  const { slices } = cache;
  if (cache.savedResources.get('slices') === slices) return;
  cache.savedResources.set('slices', slices);
  const prefix = `${cache.prefix}slices `;
  const saved = new Set(await db.getAllKeys('resources', range(prefix)));
  for (const [id, slice] of slices)
    if (!saved.delete(prefix + id)) await db.put('resources', [[id, slice]], prefix + id);
  for (const key of saved) await db.delete('resources', key);
}

/** Deletes entries of other builds and other users. */
async function deleteOtherCaches(db: IDBPDatabase<CacheSchema>): Promise<void> {
  for (const name of ['resources', 'windows'] as const)
    for (const key of await db.getAllKeys(name)) if (!key.startsWith(cache.prefix)) await db.delete(name, key);
}

async function saveWindows(db: IDBPDatabase<CacheSchema>): Promise<void> {
  const { all, windows } = store.messages.peek();
  for (const [key, cached] of windows) {
    if (!cached.window.newest || cached.cut || cache.savedWindows.get(key) === cached || !isCacheable(cached.narrow))
      continue;
    cache.savedWindows.set(key, cached);
    const ids = cached.window.ids.slice(-MAX_MESSAGES);
    await db.put('windows', {
      key: cache.prefix + key,
      messages: ids.flatMap((id) => all.get(id) ?? []),
      oldest: cached.window.oldest && ids.length === cached.window.ids.length,
      at: Date.now(),
    });
  }
  const surplus = (await db.count('windows')) - MAX_WINDOWS;
  if (surplus > 0)
    for (const key of await db.getAllKeysFromIndex('windows', 'at', null, surplus)) await db.delete('windows', key);
}

const isReadable = (id: number): boolean => {
  const channel = store.channels.peek().get(id);
  if (!channel || channel.subscribed) return channel !== undefined;
  return canAccess(channel) && (!channel.invite_only || channel.history_public_to_subscribers);
};

/** Removes messages of channels that the user may no longer read from the screen and from the cache. */
async function deleteUnreadable(): Promise<void> {
  const { messages, recentConversations: recent, me, channels, topicPolicies: policies } = store;
  const spoken = [...recent.peek().all.values()].flatMap(({ conversation: one }) =>
    one.kind === 'topic' ? one.channel : [],
  );
  const loadedChannels = [...messages.peek().all.values()].flatMap(({ stream_id }) => stream_id ?? []);
  const stream_ids = [...new Set([...spoken, ...loadedChannels])].filter((id) => !isReadable(id));
  if (stream_ids.length > 0) {
    // The same event that users receive when they lose access to a channel. Administrators still see the channel's
    // metadata.
    const event: EventNamed<'stream/delete'> = { id: -1, type: 'stream', op: 'delete', streams: [], stream_ids };
    setMessages((state) =>
      applyToMessages(state, event, { me: me.peek().id, channels: channels.peek(), topicPolicies: policies.peek() }),
    );
    recent.value = recentConversations.apply(recent.peek(), event);
  }
  await enqueue(async (db) => {
    // Pauses after each window, so that no frame waits for all of them.
    for (const key of await db.getAllKeys('windows', range(cache.prefix))) {
      const saved = (await db.get('windows', key))!;
      const left = saved.messages.filter(({ stream_id }) => stream_id === undefined || isReadable(stream_id));
      if (left.length === 0) await db.delete('windows', key);
      else if (left.length < saved.messages.length) await db.put('windows', { ...saved, messages: left });
    }
  });
  if (stream_ids.length > 0) await save();
}
