import { effect } from '@preact/signals';
import { RequestError } from '../errors/request-error.ts';
import { withEventsMeanwhile } from '../server/connection.ts';
import { request } from '../server/request.ts';
import type { NarrowTerm } from '../server/types.ts';
import { readCachedWindow } from '../store/local/cache.ts';
import { fetchStates } from '../store/local/fetch-states.ts';
import { applyToMessages } from '../store/message-events.ts';
import { markViewed, type Side, withAllCut, withCached, withPage } from '../store/messages.ts';
import type { Narrow } from '../store/narrow.ts';
import { channelIn, conversationIn, isSearch, narrowKey } from '../store/narrow.ts';
import { connection, registrations, setMessages, store } from '../store/store.ts';

const PAGE = 60;
/** Messages that are added at an end at once. As many are removed at the other, so more would make scrolling uneven. */
const MORE = 30;
const PER_SIDE = 40;

function setFetchState(key: string, value: Side | RequestError | undefined): void {
  const next = new Map(fetchStates.peek());
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  fetchStates.value = next;
}

/**
 * Loads a narrow's messages around `near`, or else around the first unread message, or else the newest ones. Loaded
 * messages are shown at once. They are fetched again only if the user left in the middle of the narrow and opens it
 * again.
 */
export async function openFeed(narrow: Narrow, near?: number): Promise<void> {
  const key = narrowKey(narrow);
  const windowNow = () => store.messages.peek().windows.get(key);
  if (!windowNow()) {
    const cached = await readCachedWindow(narrow, conversationIn(narrow));
    if (cached && !windowNow()) setMessages((state) => withCached(state, narrow, cached.messages, cached.oldest));
  }
  const loaded = windowNow();
  if (!loaded) return fetchAround(narrow, near);
  markViewed(store.messages.peek(), narrow);
  const { ids, newest } = loaded.window;
  const isThere = near === undefined || (near >= (ids[0] ?? 0) && near <= (ids.at(-1) ?? 0));
  if (!isThere || (near === undefined && !newest && (!loaded.cut || loaded.wasAside))) return fetchAround(narrow, near);
  // The client receives no events for channels that the user has not joined.
  const channel = store.channels.peek().get(channelIn(narrow) ?? 0);
  if (channel && !channel.subscribed && ids.length > 0) return fetchAgain(narrow, ids);
  return catchUp(narrow);
}

const fetchAgain = (narrow: Narrow, ids: readonly number[]): Promise<void> =>
  fetchPage(narrow, 'again', String(ids.at(-1)), ids.length - 1, PAGE);

/** Updates the loaded messages after the connection was lost, or when only the server knows what matches. */
export async function catchUp(narrow: Narrow): Promise<void> {
  const loaded = store.messages.peek().windows.get(narrowKey(narrow));
  if (!loaded?.cut || connection.peek() !== 'live') return;
  const { ids } = loaded.window;
  if (ids.length === 0) return fetchAround(narrow, undefined);
  if (loaded.cut === 'unsure') return fetchMore(narrow, 'newer');
  await fetchAgain(narrow, ids);
}

const fetchAround = (narrow: Narrow, near: number | undefined): Promise<void> =>
  fetchPage(
    narrow,
    'around',
    near === undefined ? (store.me.peek().id === 0 || isSearch(narrow) ? 'newest' : 'first_unread') : String(near),
    PER_SIDE,
    PER_SIDE,
  );

/** Jumps to the newest, the first unread or the first messages, after the page that is being fetched. */
export async function fetchNewest(narrow: Narrow): Promise<void> {
  await noFetch(narrowKey(narrow));
  await fetchPage(narrow, 'around', 'newest', PAGE, 0);
}
export async function fetchFirstUnread(narrow: Narrow): Promise<void> {
  await noFetch(narrowKey(narrow));
  await fetchPage(narrow, 'around', 'first_unread', PER_SIDE, PER_SIDE);
}
export async function fetchOldest(narrow: Narrow): Promise<void> {
  await noFetch(narrowKey(narrow));
  await fetchPage(narrow, 'around', 'oldest', 0, PAGE);
}

const isFetching = (states: ReadonlyMap<string, unknown>, key: string): boolean => {
  const state = states.get(key);
  return state !== undefined && !(state instanceof RequestError);
};

/** Waits until nothing is fetched for a narrow. */
const noFetch = (key: string): Promise<void> =>
  new Promise((resolve) => {
    const stop = effect(() => {
      if (isFetching(fetchStates.value, key)) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });

/** Fetches the messages before or after the loaded ones. */
export async function fetchMore(narrow: Narrow, side: 'older' | 'newer'): Promise<void> {
  const window = store.messages.peek().windows.get(narrowKey(narrow))?.window;
  if (!window || (side === 'older' ? window.oldest : window.newest)) return;
  const anchor = side === 'older' ? window.ids[0] : window.ids.at(-1);
  if (anchor === undefined) return fetchAround(narrow, undefined);
  await fetchPage(narrow, side, String(anchor), side === 'older' ? MORE : 0, side === 'newer' ? MORE : 0);
}

async function fetchPage(
  narrow: Narrow,
  side: Side,
  anchor: string,
  num_before: number,
  num_after: number,
): Promise<void> {
  const key = narrowKey(narrow);
  if (isFetching(fetchStates.peek(), key)) return;
  setFetchState(key, side);
  const times = registrations.peek();
  try {
    const [{ messages, ...found }, news] = await withEventsMeanwhile(() =>
      request('GET /messages', {
        anchor,
        num_before,
        num_after,
        include_anchor: side === 'around' || side === 'again',
        narrow: requestNarrow(narrow),
        client_gravatar: false,
        apply_markdown: true,
        allow_empty_topic_name: true,
      }),
    );
    const known = {
      me: store.me.peek().id,
      channels: store.channels.peek(),
      topicPolicies: store.topicPolicies.peek(),
    };
    setMessages((state) => {
      const next = withPage(state, narrow, side, messages, found);
      // Between two event queues something may have happened that neither queue reported.
      if (registrations.peek() !== times) return withAllCut(next);
      return news.reduce((so, event) => applyToMessages(so, event, known), next);
    });
    setFetchState(key, undefined);
    // An event may have made the window outdated while this fetch was running.
    if (side === 'older' && store.messages.peek().windows.get(key)?.cut) await catchUp(narrow);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    setFetchState(key, error);
  }
}

/** Visitors without an account can request only web-public channels, and the narrow must say so. */
const requestNarrow = (narrow: Narrow): NarrowTerm[] => [
  ...narrow.filter(({ operator }) => store.me.peek().id !== 0 || operator !== 'in'),
  ...(store.me.peek().id === 0 ? [{ operator: 'channels', operand: 'web-public' }] : []),
];
