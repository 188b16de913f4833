import { signal } from '@preact/signals';
import { forgetKept } from '../actions/cache.ts';
import { painted } from '../design/after-paint.ts';
import { withPresences } from '../store/activity.ts';
import type { World } from '../store/state.ts';
import { hear, type Link, link, ready, start, store } from '../store/store.ts';
import { ask, pause, Refusal } from './request.ts';
import type { Seen, ServerEvent, Snapshot } from './types.ts';

/** The ID of the event queue. Send requests include it, so that the client recognizes the event of its own message. */
export let queueId: string | undefined;

const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
};

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8_000;
/** After this many failed tries, the connection counts as lost. */
const HICCUP = 2;

type Watcher = (event: ServerEvent) => void;
const watchers = new Set<Watcher>();

/**
 * Calls `watcher` for every event after the store has applied it. For side effects such as sounds and notifications.
 */
export function watch(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

type Judge = (event: ServerEvent, known: World) => (() => void) | undefined;
const judges = new Set<Judge>();

/**
 * Adds a function that receives every event with the state right after it, without later events of the same response. It
 * can return an action, which runs after the whole response is applied.
 */
export const judge = (one: Judge): void => void judges.add(one);

/**
 * Runs a request and returns its result with all events received meanwhile. The result may not include their changes.
 */
export async function withNews<T>(action: () => Promise<T>): Promise<[T, readonly ServerEvent[]]> {
  const news: ServerEvent[] = [];
  const stop = watch((event) => news.push(event));
  try {
    return [await action(), news];
  } finally {
    stop();
  }
}

/** Registers an event queue and polls it for as long as the page is open. Resolves after the first registration. */
export async function connect(spectator: boolean): Promise<void> {
  await persist(register);
  if (spectator) return;
  void listen();
  void sayThatOneIsThere();
}

async function register(): Promise<void> {
  const snapshot = (await ask('POST /register', {
    apply_markdown: true,
    client_gravatar: false,
    include_subscribers: 'false',
    slim_presence: true,
    client_capabilities: CAPABILITIES,
  })) as unknown as Snapshot;
  queueId = snapshot.queue_id ?? undefined;
  last = snapshot.last_event_id;
  start(snapshot);
  link.value = 'live';
}

let last = -1;

async function listen(): Promise<void> {
  for (;;)
    try {
      await persist(poll);
    } catch (error) {
      // The server lost the queue, for example after a crash, or the client failed to process an event. Register again
      // in the background.
      if (!(error instanceof Refusal)) {
        reportError(error);
        await pause(LONGEST_PAUSE);
      }
      await persist(register);
    }
}

/** The server sends a heartbeat within a minute. A longer silence means that the connection is dead. */
const SILENCE = 90_000;
/** If a timer fires this much too late, the machine slept and may be on another network. */
const PULSE = 5000;
const ASLEEP = 30_000;
const SOME = 5;
const MANY = 1000;

async function poll(): Promise<void> {
  const events = await answerOf();
  link.value = 'live';
  if (events.length === 0) return;
  // Applying many events takes a frame of its own.
  if (events.length > SOME || events.some(({ messages }) => messages?.length > MANY)) await painted();
  last = events.at(-1)!.id;
  const decided: (() => void)[] = [];
  hear(events, (event, known) => {
    for (const one of judges) {
      const act = one(event, known);
      if (act) decided.push(act);
    }
  });
  for (const event of events) for (const watcher of watchers) watcher(event);
  for (const act of decided) act();
}

/**
 * A connection can die silently, for example when a computer sleeps or changes networks. Then the poll is aborted and
 * started again.
 */
async function answerOf(): Promise<ServerEvent[]> {
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), SILENCE);
  let looked = Date.now();
  const pulse = setInterval(() => {
    const now = Date.now();
    if (now - looked > ASLEEP && !document.hidden) cut.abort();
    looked = now;
  }, PULSE);
  for (const name of ['offline', 'online']) addEventListener(name, () => cut.abort(), { signal: cut.signal });
  try {
    // After a reconnection, the first poll returns at once instead of waiting for an event.
    const soon = link.peek() !== 'live' && { dont_block: true };
    const { events } = await ask('GET /events', { queue_id: queueId!, last_event_id: last, ...soon }, cut.signal);
    if (events) return events as ServerEvent[];
  } catch (error) {
    if (!cut.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(pulse);
    cut.abort();
  }
  throw new Refusal('The server cannot be reached', 'NETWORK', 0);
}

/** The time of the next try in milliseconds; undefined while nothing waits. */
export const retryAt = signal<number | undefined>(undefined);
let wake: (() => void) | undefined;
/** Retries now. */
export const tryNow = (): void => wake?.();

/**
 * Repeats an action until it succeeds, with growing pauses. It throws errors about the queue, and everything that is
 * not a request error.
 */
async function persist(action: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 401) return shutOut(error);
      if (error.code === 'BAD_EVENT_QUEUE_ID') throw error;
      link.value = linkAfter(error, tries);
      await rest(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 1.7 ** tries) * (0.5 + Math.random() / 2));
    }
}

/** A client that received a response is not offline, whatever the browser reports. */
function linkAfter({ status }: Refusal, tries: number): Link {
  if (status === 0 && !navigator.onLine) return 'offline';
  return tries >= HICCUP ? 'reconnecting' : link.peek();
}

/** Waits, but returns early if the network comes back or the user retries. */
async function rest(ms: number): Promise<void> {
  const over = new AbortController();
  retryAt.value = Date.now() + ms;
  await new Promise<void>((resolve) => {
    wake = resolve;
    addEventListener('online', () => resolve(), { signal: over.signal });
    setTimeout(resolve, ms);
  });
  over.abort();
  retryAt.value = undefined;
}

/**
 * If the session ended, reloads the page; the server shows the sign-in page, which leads back here. If the account was
 * deactivated, says so. Never resolves.
 */
function shutOut({ code }: Refusal): Promise<never> {
  const forgotten = forgetKept();
  if (code === 'USER_DEACTIVATED' || code === 'REALM_DEACTIVATED') link.value = 'closed';
  else void forgotten.then(() => location.reload());
  return new Promise(() => {});
}

const STILL_THERE = 60_000;
let presenceId = -1;

async function sayThatOneIsThere(): Promise<void> {
  let used = Date.now();
  for (const name of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(name, () => (used = Date.now()), { passive: true });
  while (link.peek() !== 'closed') {
    const status = document.visibilityState === 'visible' && Date.now() - used < 5 * STILL_THERE ? 'active' : 'idle';
    try {
      const reply = await ask('POST /users/me/presence', {
        status,
        last_update_id: presenceId,
        new_user_input: status === 'active',
      });
      presenceId = reply.presence_last_update_id;
      if (reply.presences)
        store.presences.value = withPresences(store.presences.peek(), reply.presences as Record<string, Seen>);
    } catch {
      // The next request reports the same error.
    }
    await pause(STILL_THERE);
    if (!ready.peek()) return;
  }
}
