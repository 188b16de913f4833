import type { DBSchema, IDBPDatabase } from 'idb';
import type { LoadedNarrow } from '../messages.ts';
import type { Message } from '../narrow.ts';

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
  /** Ends after the latest save or deletion. */
  lastWrite: Promise<void>;
  /** Whether the page is closing, so that a save must not begin. */
  isLeaving: boolean;
}

export const cache: Cache = {
  prefix: '',
  savedResources: new Map(),
  savedWindows: new Map(),
  lastWrite: Promise.resolve(),
  isLeaving: false,
};
