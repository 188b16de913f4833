import { signal } from '@preact/signals';
import { afterPaint } from '../design/after-paint.ts';
import { withNews } from '../server/connection.ts';
import { ask, Refusal } from '../server/request.ts';
import type { NarrowTerm } from '../server/types.ts';
import { allCutOff, applyToMessages, type Side, touched, withKept, withPage } from '../store/messages.ts';
import type { Message, Narrow } from '../store/narrow.ts';
import { channelIn, conversationIn, isSought, narrowKey } from '../store/narrow.ts';
import { beginnings, hear, link, setMessages, store } from '../store/store.ts';
import { readWindow } from './cache.ts';

const PAGE = 60;
const AT_BOTH_SIDES = 40;

/** Narrows that are being fetched, at which side; what failed says why. */
export const fetching = signal<ReadonlyMap<string, Side | Refusal>>(new Map());

function mark(key: string, value: Side | Refusal | undefined): void {
  const next = new Map(fetching.peek());
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  fetching.value = next;
}

/**
 * Has a narrow's messages at hand: around `near`, else around the first unread, or the newest of what is looked for. What is held is shown
 * at once; only where one left off in the midst of it and comes anew, it is fetched again.
 */
export async function openFeed(narrow: Narrow, near?: number): Promise<void> {
  const key = narrowKey(narrow);
  const windowNow = () => store.messages.peek().windows.get(key);
  if (!windowNow()) {
    const kept = await readWindow(narrow, conversationIn(narrow));
    if (kept && !windowNow()) setMessages((state) => withKept(state, narrow, kept.messages, kept.oldest));
  }
  const held = windowNow();
  if (!held) return fetchAround(narrow, near);
  touched(store.messages.peek(), narrow);
  const { ids, newest } = held.window;
  const isThere = near === undefined || (near >= (ids[0] ?? 0) && near <= (ids.at(-1) ?? 0));
  if (!isThere || (near === undefined && !newest && (!held.cut || held.aside))) return fetchAround(narrow, near);
  // Of channels one is not in nobody tells.
  const channel = store.channels.peek().get(channelIn(narrow) ?? 0);
  if (channel && !channel.subscribed && ids.length > 0) return fetchAgain(narrow, ids);
  return catchUp(narrow);
}

const fetchAgain = (narrow: Narrow, ids: readonly number[]): Promise<void> =>
  fetchPage(narrow, 'again', String(ids.at(-1)), ids.length - 1, PAGE);

/** Brings what is held up to date, where the connection was lost or only the server knows. */
export async function catchUp(narrow: Narrow): Promise<void> {
  const held = store.messages.peek().windows.get(narrowKey(narrow));
  if (!held?.cut || link.peek() !== 'live') return;
  const { ids } = held.window;
  if (ids.length === 0) return fetchAround(narrow, undefined);
  if (held.cut === 'unsure') return fetchMore(narrow, 'newer');
  await fetchAgain(narrow, ids);
}

const fetchAround = (narrow: Narrow, near: number | undefined): Promise<void> =>
  fetchPage(
    narrow,
    'around',
    near === undefined ? (store.me.peek().id === 0 || isSought(narrow) ? 'newest' : 'first_unread') : String(near),
    AT_BOTH_SIDES,
    AT_BOTH_SIDES,
  );

/** Jumps to the newest messages, or the first ones. */
export const fetchNewest = (narrow: Narrow): Promise<void> => fetchPage(narrow, 'around', 'newest', PAGE, 0);
export const fetchOldest = (narrow: Narrow): Promise<void> => fetchPage(narrow, 'around', 'oldest', 0, PAGE);

/** Fetches what comes before or after what is held. */
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
  if (fetching.peek().get(key) !== undefined && !(fetching.peek().get(key) instanceof Refusal)) return;
  mark(key, side);
  const times = beginnings.peek();
  try {
    const [{ messages, ...found }, news] = await withNews(() =>
      ask('GET /messages', {
        anchor,
        num_before,
        num_after,
        include_anchor: side === 'around' || side === 'again',
        narrow: asked(narrow),
        client_gravatar: false,
        apply_markdown: true,
        allow_empty_topic_name: true,
      }),
    );
    const known = { me: store.me.peek().id, channels: store.channels.peek(), policies: store.policies.peek() };
    setMessages((state) => {
      const next = withPage(state, narrow, side, messages as Message[], found);
      // Between two queues something may have happened that neither told of.
      if (beginnings.peek() !== times) return allCutOff(next);
      return news.reduce((so, event) => applyToMessages(so, event, known), next);
    });
    mark(key, undefined);
    // What happened meanwhile may have cut it off, and nobody could ask while this was under way.
    if (side === 'older' && store.messages.peek().windows.get(key)?.cut) await catchUp(narrow);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    mark(key, error);
  }
}

/** Who only looks around may ask for web-public channels alone, and says so. */
const asked = (narrow: Narrow): NarrowTerm[] => [
  ...narrow.filter(({ operator }) => store.me.peek().id !== 0 || operator !== 'in'),
  ...(store.me.peek().id === 0 ? [{ operator: 'channels', operand: 'web-public' }] : []),
];

const toRead = new Set<number>();
/** Read, and not yet shown as such. */
const seen = new Set<number>();
let isDue = false;
const SOON = 400;
const AGAIN = 5000;

/** Marks messages as read: here when they have been painted, since all that counts is drawn anew then; at the server with the next ones together. */
export function markRead(ids: readonly number[]): void {
  const { where } = store.unread.peek();
  const unread = ids.filter((id) => where.has(id) && !seen.has(id));
  if (unread.length === 0) return;
  if (seen.size === 0)
    afterPaint(() => {
      const messages = [...seen];
      seen.clear();
      flag('add', 'read', messages);
    });
  for (const id of unread) {
    seen.add(id);
    toRead.add(id);
  }
  tellReadIn(SOON);
}

function tellReadIn(ms: number): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    void tellRead();
  }, ms);
}

/** Tells the server what was read and not told yet. */
async function tellRead(): Promise<void> {
  if (toRead.size === 0) return;
  if (link.peek() !== 'live') return tellReadIn(AGAIN);
  const messages = [...toRead];
  toRead.clear();
  await tellReadOf(messages);
}

/** What the server could not be told it is told later; what it refuses for one that is there no more, in smaller parts. */
async function tellReadOf(messages: readonly number[]): Promise<void> {
  try {
    await ask('POST /messages/flags', { op: 'add', flag: 'read', messages: [...messages] });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const half = messages.length >> 1;
    if (error.passes) {
      for (const id of messages) toRead.add(id);
      tellReadIn(AGAIN);
    } else if (half > 0) {
      await tellReadOf(messages.slice(0, half));
      await tellReadOf(messages.slice(half));
    }
  }
}

/** Where what is read is still to be told, a new beginning does not make it unread; and who goes away has told it before. */
export function keepRead(): void {
  beginnings.subscribe(() => toRead.size > 0 && flag('add', 'read', [...toRead]));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void tellRead());
}

/** What the server will say of flags, said at once. */
function flag(op: 'add' | 'remove', name: string, messages: readonly number[]): void {
  hear([{ id: -1, type: 'update_message_flags', op, flag: name, messages, all: false }]);
}

/** Marks all messages of a narrow as read, those that are not at hand too. */
export const markAllRead = (narrow: Narrow): Promise<void> =>
  flagNarrow([...narrow, { operator: 'is', operand: 'unread' }], 'oldest', false, 'add');

async function flagNarrow(narrow: Narrow, from: string, include_anchor: boolean, op: 'add' | 'remove'): Promise<void> {
  let anchor = from;
  for (;;) {
    const reply = await ask('POST /messages/flags/narrow', {
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

/** The narrow in which messages were marked as unread: until one leaves it, nothing in it becomes read by being seen. */
export const keptUnread = signal<string | undefined>(undefined);

/** Marks a message and all after it in its narrow as unread. */
export async function markUnreadFrom(narrow: Narrow, id: number): Promise<void> {
  keptUnread.value = narrowKey(narrow);
  // Else what was just read would be told afterwards.
  await tellRead();
  await flagNarrow(narrow, String(id), true, 'remove');
}

/** Marks these messages of a narrow as unread, many at a time; they stay so until the reader leaves. */
export async function markUnread(narrow: Narrow, ids: readonly number[]): Promise<void> {
  keptUnread.value = narrowKey(narrow);
  await tellRead();
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await ask('POST /messages/flags', { op: 'remove', flag: 'read', messages: ids.slice(at, at + AT_ONCE) });
}
const AT_ONCE = 1000;

export const toggleStar = (message: Message): Promise<void> => toggle(message, 'starred');
/** A folded message shows its first line alone. */
export const toggleFolded = (message: Message): Promise<void> => toggle(message, 'collapsed');

async function toggle(message: Message, name: 'starred' | 'collapsed'): Promise<void> {
  const op = message.flags.includes(name) ? 'remove' : 'add';
  flag(op, name, [message.id]);
  try {
    await ask('POST /messages/flags', { op, flag: name, messages: [message.id] });
  } catch (error) {
    flag(op === 'add' ? 'remove' : 'add', name, [message.id]);
    throw error;
  }
}

export interface Emoji {
  emoji_name: string;
  emoji_code: string;
  reaction_type: Message['reactions'][number]['reaction_type'];
}

/** Adds one's own reaction, or takes it back. */
export async function toggleReaction(
  message: Message,
  { emoji_name, emoji_code, reaction_type }: Emoji,
): Promise<void> {
  const me = store.me.peek().id;
  const mine = message.reactions.some(
    (one) => one.user_id === me && one.emoji_code === emoji_code && one.reaction_type === reaction_type,
  );
  await ask(mine ? 'DELETE /messages/{message_id}/reactions' : 'POST /messages/{message_id}/reactions', {
    message_id: message.id,
    emoji_name,
    emoji_code,
    reaction_type,
  });
}
