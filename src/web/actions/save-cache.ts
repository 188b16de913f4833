import type { IDBPDatabase } from 'idb';
import { mayEnter } from '../permissions/channels.ts';
import { onEvent } from '../server/connection.ts';
import type { EventNamed } from '../server/types.ts';
import { applyToMessages, type LoadedNarrow } from '../store/messages.ts';
import { recentConversations } from '../store/recent-conversations.ts';
import { currentState, registrations, setMessages, store } from '../store/store.ts';
import type { Unread } from '../store/unread.ts';
import { database, isKept, type Kept, letGo, prefix, range } from './cache.ts';
import { keptTopics, type Topic, topicLists } from './topics.ts';

// Writes the cache that `cache.ts` reads at the next visit, and deletes from it what the user may no longer read.

const EVERY = 15_000;
const MESSAGES = 60;
const WINDOWS = 60;
const PART = 500;
/** The maximum number of cached topics of a channel. */
const TOPICS = 200;
/** Resources that are temporary or are saved separately. */
const PASSING: readonly string[] = ['typing', 'presences', 'messages'];

const saved = new Map<string, unknown>();
const savedWindows = new Map<string, LoadedNarrow>();
let leaving = false;

/** Starts saving changes, when the browser is idle and when the page becomes hidden. */
export function keepWorld(): void {
  const later = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(() => void save(), { timeout: 5000 }) : void save();
  setTimeout(later, 3000);
  setInterval(later, EVERY);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void save());
  addEventListener('pagehide', () => {
    leaving = true;
    letGo();
  });
  addEventListener('pageshow', () => {
    leaving = false;
  });
  // The user can lose access to a channel while the page is open, while it is closed, or during a lost connection.
  onEvent(({ type, op }) => /^(stream|subscription) (delete|remove)$/.test(`${type} ${op}`) && void forgetUnreadable());
  registrations.subscribe((times) => times > 0 && void forgetUnreadable());
}

let last: Promise<void> = Promise.resolve();

/** Runs one operation after the other, so that a save never undoes a deletion. */
const inTurn = (act: (db: IDBPDatabase<Kept>) => Promise<void>): Promise<void> =>
  (last = last.then(async () => {
    const db = await database();
    // Writing can fail when storage is full or the page closes. Then the cache stays older, and the next visit catches
    // up.
    if (db && prefix !== '' && store.me.peek().id !== 0) await act(db).catch(() => {});
  }));

const save = (): Promise<void> =>
  inTurn(async (db) => {
    for (const [name, value] of Object.entries({ ...currentState(), topics: topicsToKeep() }))
      if (!PASSING.includes(name) && saved.get(name) !== value) {
        if (leaving) return;
        saved.set(name, value);
        await put(db, name, value);
      }
    if (leaving) return;
    await saveWindows(db);
    if (saved.has('whole')) return;
    await forgetOthers(db);
    await db.put('resources', true, `${prefix}whole`);
    saved.set('whole', true);
  });

let lastTopics: { from: unknown[]; kept: ReadonlyMap<number, readonly Topic[]> } | undefined;

/** The topics of the channels opened in this visit or earlier that the user may still read. */
function topicsToKeep(): ReadonlyMap<number, readonly Topic[]> {
  const from = [keptTopics.peek(), topicLists.peek(), store.channels.peek()];
  if (lastTopics && from.every((one, at) => one === lastTopics!.from[at])) return lastTopics.kept;
  const all = [...keptTopics.peek(), ...topicLists.peek()].filter(([channel]) => isReadable(channel));
  const kept = new Map(all.map(([channel, topics]) => [channel, topics.slice(0, TOPICS)]));
  lastTopics = { from, kept };
  return kept;
}

async function put(db: IDBPDatabase<Kept>, name: string, value: unknown): Promise<void> {
  if (name === 'unread')
    return void (await db.put('resources', { ...(value as Unread), where: undefined }, prefix + name));
  if (!(value instanceof Map) || value.size <= PART) return void (await db.put('resources', value, prefix + name));
  const entries = [...value];
  await db.delete('resources', range(`${prefix}${name}`));
  for (let at = 0; at < entries.length; at += PART) {
    await db.put('resources', entries.slice(at, at + PART), `${prefix}${name} ${at / PART}`);
    // Pauses between parts, so that no frame waits for the whole.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Deletes entries of other builds and other users. */
async function forgetOthers(db: IDBPDatabase<Kept>): Promise<void> {
  for (const name of ['resources', 'windows'] as const)
    for (const key of await db.getAllKeys(name)) if (!key.startsWith(prefix)) await db.delete(name, key);
}

async function saveWindows(db: IDBPDatabase<Kept>): Promise<void> {
  const { all, windows } = store.messages.peek();
  for (const [key, held] of windows) {
    if (!held.window.newest || held.cut || savedWindows.get(key) === held || !isKept(held.narrow)) continue;
    savedWindows.set(key, held);
    const ids = held.window.ids.slice(-MESSAGES);
    await db.put('windows', {
      key: prefix + key,
      messages: ids.flatMap((id) => all.get(id) ?? []),
      oldest: held.window.oldest && ids.length === held.window.ids.length,
      at: Date.now(),
    });
  }
  const surplus = (await db.count('windows')) - WINDOWS;
  if (surplus > 0)
    for (const key of await db.getAllKeysFromIndex('windows', 'at', null, surplus)) await db.delete('windows', key);
}

const isReadable = (id: number): boolean => {
  const channel = store.channels.peek().get(id);
  if (!channel || channel.subscribed) return channel !== undefined;
  return mayEnter(channel) && (!channel.invite_only || channel.history_public_to_subscribers);
};

/** Removes messages of channels that the user may no longer read from the screen and from the cache. */
async function forgetUnreadable(): Promise<void> {
  const { messages, recentConversations: lately, me, channels, topicPolicies: policies } = store;
  const spoken = [...lately.peek().all.values()].flatMap(({ conversation: one }) =>
    one.kind === 'topic' ? one.channel : [],
  );
  const said = [...messages.peek().all.values()].flatMap(({ stream_id }) => stream_id ?? []);
  const stream_ids = [...new Set([...spoken, ...said])].filter((id) => !isReadable(id));
  if (stream_ids.length > 0) {
    // The same event that users receive when they lose access to a channel. Administrators still see the channel's
    // metadata.
    const event: EventNamed<'stream/delete'> = { id: -1, type: 'stream', op: 'delete', streams: [], stream_ids };
    setMessages((state) =>
      applyToMessages(state, event, { me: me.peek().id, channels: channels.peek(), topicPolicies: policies.peek() }),
    );
    lately.value = recentConversations.apply(lately.peek(), event);
  }
  await inTurn(async (db) => {
    // Pauses after each window, so that no frame waits for all of them.
    for (const key of await db.getAllKeys('windows', range(prefix))) {
      const kept = (await db.get('windows', key))!;
      const left = kept.messages.filter(({ stream_id }) => stream_id === undefined || isReadable(stream_id));
      if (left.length === 0) await db.delete('windows', key);
      else if (left.length < kept.messages.length) await db.put('windows', { ...kept, messages: left });
    }
  });
  if (stream_ids.length > 0) await save();
}
