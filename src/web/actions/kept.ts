import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Conversation, keyOf } from '../store/conversation.ts';
import type { Held } from '../store/messages.ts';
import type { Message, Narrow } from '../store/narrow.ts';
import { narrowKey } from '../store/narrow.ts';
import { store, world } from '../store/store.ts';
import type { Unread } from '../store/unread.ts';
import type { World } from '../store/world.ts';

/**
 * What this browser keeps of what was known, so that the next visit shows it at once and catches up then: each resource, and the last
 * messages of conversations one looked at. Under the reader's id and this build's name; gone when one signs out. No key is among it.
 */
interface Kept extends DBSchema {
  /** By `user build resource`, large maps in parts: `… people 3`. */
  resources: { key: string; value: unknown };
  windows: { key: string; value: KeptWindow; indexes: { at: number } };
}

interface KeptWindow {
  key: string;
  messages: readonly Message[];
  oldest: boolean;
  at: number;
}

const NAME = 'klatch';
const MESSAGES = 60;
const WINDOWS = 60;
const PART = 500;
/** What is only true for the moment, or has a way of its own. */
const PASSING: readonly string[] = ['typing', 'presences', 'messages'];

let opened: Promise<IDBPDatabase<Kept> | undefined> | undefined;
let prefix = '';

/** Browsers may not let us keep anything: then every visit is like the first. */
function database(): Promise<IDBPDatabase<Kept> | undefined> {
  opened ??= openDB<Kept>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('resources');
      db.createObjectStore('windows', { keyPath: 'key' }).createIndex('at', 'at');
    },
    blocking: (_, __, { target }) => (target as IDBDatabase).close(),
  }).catch(() => undefined);
  return opened;
}

const range = (from: string): IDBKeyRange => IDBKeyRange.bound(from, `${from}\uffff`);

/** What is kept for this reader and build; undefined: nothing, or not the whole of it. */
export async function readKept(user: number): Promise<Partial<World> | undefined> {
  prefix = `${user} ${new URL(import.meta.url).pathname.split('/').at(-1)} `;
  const db = await database();
  if (!db) return undefined;
  try {
    const [keys, values] = await Promise.all([db.getAllKeys('resources', range(prefix)), db.getAll('resources', range(prefix))]);
    if (!keys.includes(`${prefix}whole`)) return undefined;
    const found: Record<string, unknown> = {};
    for (const [at, key] of keys.entries()) {
      const [name, part] = key.slice(prefix.length).split(' ') as [string, string?];
      if (part === undefined) found[name] = values[at];
      else for (const entry of values[at] as [unknown, unknown][]) ((found[name] ??= new Map()) as Map<unknown, unknown>).set(...entry);
    }
    delete found.whole;
    if (found.unread) found.unread = withWhere(found.unread as Unread);
    return found as Partial<World>;
  } catch {
    return undefined;
  }
}

const withWhere = (unread: Unread): Unread => ({
  ...unread,
  where: new Map([...unread.conversations].flatMap(([key, { ids }]) => [...ids].map((id) => [id, key] as const))),
});

const saved = new Map<string, unknown>();
const EVERY = 15_000;
let leaving = false;

/** Keeps from now on what changes, when the browser has nothing better to do, and when the page goes out of sight. */
export function keepWorld(): void {
  const later = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(() => void save(), { timeout: 5000 }) : void save());
  setTimeout(later, 3000);
  setInterval(later, EVERY);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void save());
  // A page that goes must not hold what the next one wants to read.
  addEventListener('pagehide', () => {
    leaving = true;
    void opened?.then((db) => db?.close());
    opened = undefined;
  });
  addEventListener('pageshow', () => {
    leaving = false;
  });
}

async function save(): Promise<void> {
  if (leaving) return;
  const db = await database();
  if (!db || store.me.peek().id === 0) return;
  try {
    for (const [name, value] of Object.entries(world()))
      if (!PASSING.includes(name) && saved.get(name) !== value) {
        if (leaving) return;
        saved.set(name, value);
        await put(db, name, value);
      }
    await saveWindows(db);
    if (!saved.has('whole')) {
      await forgetOthers(db);
      await db.put('resources', true, `${prefix}whole`);
      saved.set('whole', true);
    }
  } catch {
    // No room, or the page goes: what is there may be older than one could wish, and is caught up.
  }
}

async function put(db: IDBPDatabase<Kept>, name: string, value: unknown): Promise<void> {
  if (name === 'unread') return void (await db.put('resources', { ...(value as Unread), where: undefined }, prefix + name));
  if (!(value instanceof Map) || value.size <= PART) return void (await db.put('resources', value, prefix + name));
  const entries = [...value];
  await db.delete('resources', range(`${prefix}${name}`));
  for (let at = 0; at < entries.length; at += PART) {
    await db.put('resources', entries.slice(at, at + PART), `${prefix}${name} ${at / PART}`);
    // A part at a time, so that no frame waits for all of it.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** What other builds and other people left. */
async function forgetOthers(db: IDBPDatabase<Kept>): Promise<void> {
  for (const name of ['resources', 'windows'] as const)
    for (const key of await db.getAllKeys(name)) if (!key.startsWith(prefix)) await db.delete(name, key);
}

const savedWindows = new Map<string, Held>();

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
  if (surplus > 0) for (const key of await db.getAllKeysFromIndex('windows', 'at', null, surplus)) await db.delete('windows', key);
}

/** Conversations, channels and the combined feed; what was searched for is not kept. */
const isKept = (narrow: Narrow): boolean => narrow.every(({ operator }) => /^(channel|topic|dm|in)$/.test(operator));

/** The last messages of a narrow, if they are kept and nothing unread lies beyond them. */
export async function readWindow(narrow: Narrow, conversation: Conversation | undefined): Promise<KeptWindow | undefined> {
  if (!isKept(narrow) || prefix === '') return undefined;
  const db = await database();
  const found = await db?.get('windows', prefix + narrowKey(narrow)).catch(() => undefined);
  if (!found || found.messages.length === 0) return undefined;
  const ids = new Set(found.messages.map(({ id }) => id));
  const waiting = conversation ? (store.unread.peek().conversations.get(keyOf(conversation))?.ids ?? []) : [];
  return [...waiting].every((id) => ids.has(id)) ? found : undefined;
}

/** Forgets everything, and shows nothing of it any more: somebody signs out. */
export async function forgetKept(): Promise<void> {
  prefix = '';
  const closed = closeNotices().catch(() => {});
  saved.clear();
  (await database())?.close();
  opened = Promise.resolve(undefined);
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(NAME);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  }).catch(() => {});
  await closed;
}

async function closeNotices(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await worker?.getNotifications()) ?? []) notice.close();
}
