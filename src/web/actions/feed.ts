import { signal } from '@preact/signals';
import { afterPaint } from '../design/after-paint.ts';
import { withEventsMeanwhile } from '../server/connection.ts';
import { request } from '../server/request.ts';
import { RequestError } from '../server/request-error.ts';
import type { EventNamed, NarrowTerm } from '../server/types.ts';
import { applyToMessages, markViewed, type Side, withAllCut, withCached, withPage } from '../store/messages.ts';
import type { Message, Narrow } from '../store/narrow.ts';
import { channelIn, conversationIn, isSearch, narrowKey } from '../store/narrow.ts';
import { applyEvents, connection, registrations, setMessages, store } from '../store/store.ts';
import { readCachedWindow } from './cache.ts';

const PAGE = 60;
const PER_SIDE = 40;

/** Narrows with a running fetch and its side, or the error of a failed fetch. */
export const fetchStates = signal<ReadonlyMap<string, Side | RequestError>>(new Map());

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

/** Jumps to the newest or the first messages. */
export const fetchNewest = (narrow: Narrow): Promise<void> => fetchPage(narrow, 'around', 'newest', PAGE, 0);
export const fetchOldest = (narrow: Narrow): Promise<void> => fetchPage(narrow, 'around', 'oldest', 0, PAGE);

/** Fetches the messages before or after the loaded ones. */
export async function fetchMore(narrow: Narrow, side: 'older' | 'newer'): Promise<void> {
  const window = store.messages.peek().windows.get(narrowKey(narrow))?.window;
  if (!window || (side === 'older' ? window.oldest : window.newest)) return;
  const anchor = side === 'older' ? window.ids[0] : window.ids.at(-1);
  if (anchor === undefined) return fetchAround(narrow, undefined);
  await fetchPage(narrow, side, String(anchor), side === 'older' ? PAGE : 0, side === 'newer' ? PAGE : 0);
}

async function fetchPage(
  narrow: Narrow,
  side: Side,
  anchor: string,
  num_before: number,
  num_after: number,
): Promise<void> {
  const key = narrowKey(narrow);
  if (fetchStates.peek().get(key) !== undefined && !(fetchStates.peek().get(key) instanceof RequestError)) return;
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

const unsentRead = new Set<number>();
/** Messages that the user has read but that are still displayed as unread. */
const markedRead = new Set<number>();
let isDue = false;
const READ_DELAY = 400;
const AGAIN = 5000;

/**
 * Marks messages as read. Locally this happens after the next paint, because all unread counts are redrawn. The server
 * receives the IDs in batches.
 */
export function markRead(ids: readonly number[]): void {
  const { where } = store.unread.peek();
  const unread = ids.filter((id) => where.has(id) && !markedRead.has(id));
  if (unread.length === 0) return;
  if (markedRead.size === 0)
    afterPaint(() => {
      const messages = [...markedRead];
      markedRead.clear();
      applyFlag('add', 'read', messages);
    });
  for (const id of unread) {
    markedRead.add(id);
    unsentRead.add(id);
  }
  scheduleSendRead(READ_DELAY);
}

function scheduleSendRead(ms: number): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    void sendRead();
  }, ms);
}

/** Sends the IDs of read messages that the server does not have yet. */
async function sendRead(): Promise<void> {
  if (unsentRead.size === 0) return;
  if (connection.peek() !== 'live') return scheduleSendRead(AGAIN);
  const messages = [...unsentRead];
  unsentRead.clear();
  await sendReadBatch(messages);
}

/**
 * Failed batches are retried later. If the server rejects a batch because a message no longer exists, the batch is
 * split.
 */
async function sendReadBatch(messages: readonly number[]): Promise<void> {
  try {
    await request('POST /messages/flags', { op: 'add', flag: 'read', messages: [...messages] });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const half = messages.length >> 1;
    if (error.isTemporary) {
      for (const id of messages) unsentRead.add(id);
      scheduleSendRead(AGAIN);
    } else if (half > 0) {
      await sendReadBatch(messages.slice(0, half));
      await sendReadBatch(messages.slice(half));
    }
  }
}

/**
 * A new registration must not turn messages unread whose read state is still unsent. Closing the page sends them first.
 */
export function protectUnsentRead(): void {
  registrations.subscribe(() => unsentRead.size > 0 && applyFlag('add', 'read', [...unsentRead]));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void sendRead());
}

/** Applies a flag change at once, before its event arrives. */
function applyFlag(op: 'add' | 'remove', name: string, messages: readonly number[]): void {
  const change = { op, operation: op, flag: name, messages: [...messages], all: false };
  const event = { id: -1, type: 'update_message_flags', ...change };
  applyEvents([event as EventNamed<'update_message_flags/add' | 'update_message_flags/remove'>]);
}

/** Marks all messages of a narrow as read, including those that are not loaded. */
export const markAllRead = (narrow: Narrow): Promise<void> =>
  flagNarrow([...narrow, { operator: 'is', operand: 'unread' }], 'oldest', false, 'add');

async function flagNarrow(narrow: Narrow, from: string, include_anchor: boolean, op: 'add' | 'remove'): Promise<void> {
  let anchor = from;
  for (;;) {
    const reply = await request('POST /messages/flags/narrow', {
      anchor,
      include_anchor: include_anchor && anchor === from,
      num_before: 0,
      num_after: 1000,
      narrow: [...narrow],
      op,
      flag: 'read',
    });
    if (reply.found_newest || reply.last_processed_id === null) return;
    anchor = String(reply.last_processed_id);
  }
}

/**
 * The narrow in which the user marked messages as unread. Nothing in it is marked as read automatically until the user
 * leaves it.
 */
export const manuallyUnreadNarrow = signal<string | undefined>(undefined);

/** Marks a message and all later messages of its narrow as unread. */
export async function markUnreadFrom(narrow: Narrow, id: number): Promise<void> {
  manuallyUnreadNarrow.value = narrowKey(narrow);
  // Otherwise the pending read marks would be sent afterwards.
  await sendRead();
  await flagNarrow(narrow, String(id), true, 'remove');
}

/** Marks these messages of a narrow as unread, in batches. They stay unread until the user leaves the narrow. */
export async function markUnread(narrow: Narrow, ids: readonly number[]): Promise<void> {
  manuallyUnreadNarrow.value = narrowKey(narrow);
  await sendRead();
  for (let at = 0; at < ids.length; at += BATCH_SIZE)
    await request('POST /messages/flags', { op: 'remove', flag: 'read', messages: ids.slice(at, at + BATCH_SIZE) });
}
const BATCH_SIZE = 1000;

export const toggleStar = (message: Message): Promise<void> => toggle(message, 'starred');
/** A collapsed message shows only its first line. */
export const toggleCollapsed = (message: Message): Promise<void> => toggle(message, 'collapsed');

async function toggle(message: Message, name: 'starred' | 'collapsed'): Promise<void> {
  const op = message.flags.includes(name) ? 'remove' : 'add';
  applyFlag(op, name, [message.id]);
  try {
    await request('POST /messages/flags', { op, flag: name, messages: [message.id] });
  } catch (error) {
    applyFlag(op === 'add' ? 'remove' : 'add', name, [message.id]);
    throw error;
  }
}

export interface Emoji {
  emoji_name: string;
  emoji_code: string;
  reaction_type: Message['reactions'][number]['reaction_type'];
}

/** Adds or removes the user's own reaction. */
export async function toggleReaction(
  message: Message,
  { emoji_name, emoji_code, reaction_type }: Emoji,
): Promise<void> {
  const me = store.me.peek().id;
  const mine = message.reactions.some(
    (one) => one.user_id === me && one.emoji_code === emoji_code && one.reaction_type === reaction_type,
  );
  await request(mine ? 'DELETE /messages/{message_id}/reactions' : 'POST /messages/{message_id}/reactions', {
    message_id: message.id,
    emoji_name,
    emoji_code,
    reaction_type,
  });
}
