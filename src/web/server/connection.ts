import { RequestError } from '../errors/request-error.ts';
import { waitForPaint } from '../store/local/after-paint.ts';
import { cache, deleteCache } from '../store/local/cache.ts';
import {
  type BatchHandler,
  batchHandlers,
  type EventHandler,
  eventHandlers,
  eventQueue,
  retryAt,
} from '../store/local/event-queue.ts';
import { isSigningOut } from '../store/local/sign-out.ts';
import { applyEvents, applySnapshot, type ConnectionState, connection, store } from '../store/store.ts';
import type { OpenTabs } from './open-tabs.ts';
import { REGISTRATION } from './registration.ts';
import { pause, request } from './request.ts';
import type { ServerEvent, Snapshot } from './types.ts';

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8_000;
/** After this many failed tries, the connection counts as lost. */
const TOLERATED_FAILURES = 2;

/**
 * Calls `handler` for every event after the store has applied it. For side effects such as sounds and notifications.
 */
export function onEvent(handler: EventHandler): () => void {
  eventHandlers.add(handler);
  return () => void eventHandlers.delete(handler);
}

/**
 * Adds a function that receives every event with the state right after it, without later events of the same response.
 * It can return an action, which runs after the whole response is applied.
 */
export const onBatchedEvent = (one: BatchHandler): void => void batchHandlers.add(one);

/**
 * Runs a request and returns its result with all events received meanwhile. The result may not include their changes.
 */
export async function withEventsMeanwhile<T>(action: () => Promise<T>): Promise<[T, readonly ServerEvent[]]> {
  const events: ServerEvent[] = [];
  const stop = onEvent((event) => events.push(event));
  try {
    return [await action(), events];
  } finally {
    stop();
  }
}

/**
 * Registers an event queue and polls it for as long as the page is open. Resolves after the first registration.
 * `cached`: ends when the cache was read.
 */
export async function connect(spectator: boolean, cached?: Promise<unknown>): Promise<void> {
  await cached;
  await retryUntilDone(register);
  if (spectator) return;
  void listen();
  void import('./presence.ts').then(({ sendPresence }) => sendPresence()).catch(() => {});
}

async function register(): Promise<void> {
  // The cache may be read meanwhile.
  const { slices } = cache;
  const params = { ...REGISTRATION, known_slices: [...slices.keys()] };
  const snapshot = (await request('POST /register', params)) as Snapshot;
  addKnownSlices(snapshot, slices);
  eventQueue.id = snapshot.queue_id ?? undefined;
  eventQueue.lastEventId = snapshot.last_event_id ?? -1;
  applySnapshot(snapshot);
  connection.value = 'live';
}

/** Completes the snapshot with the slices that the server left out, since an earlier visit had them. */
function addKnownSlices(snapshot: Snapshot, known: typeof cache.slices): void {
  const state = snapshot as unknown as Record<string, unknown[]>;
  const fields: Record<string, unknown> = {};
  const slices = new Map<string, unknown[]>();
  for (const { field, count, id } of snapshot.slices ?? []) {
    const slice = known.get(id) ?? (count ? state[field]!.splice(0, count) : [state[field]]);
    slices.set(id, slice);
    fields[field] = count ? [...((fields[field] as unknown[] | undefined) ?? []), ...slice] : slice[0];
  }
  Object.assign(snapshot, fields);
  cache.slices = slices;
}

async function listen(): Promise<void> {
  const loaded = await import('./open-tabs.ts').catch(() => undefined);
  const tabs = loaded && new loaded.OpenTabs(store.me.peek().id);
  if (tabs) eventQueue.tabs = tabs;
  for (;;)
    try {
      await retryUntilDone(() => poll(tabs));
    } catch (error) {
      // The server lost the queue, for example after a crash, or the client failed to process an event. Register again
      // in the background.
      if (!(error instanceof RequestError)) {
        reportError(error);
        await pause(LONGEST_PAUSE);
      }
      await retryUntilDone(register);
      tabs?.announce(true);
    }
}

/** The server sends a heartbeat within a minute. A longer silence means that the connection is dead. */
const POLL_TIMEOUT = 90_000;
/** If a timer fires this much too late, the machine slept and may be on another network. */
const CLOCK_CHECK_INTERVAL = 5000;
const SLEEP_THRESHOLD = 30_000;
const MANY_EVENTS = 5;
const MANY_MESSAGES = 1000;

async function poll(tabs: OpenTabs | undefined): Promise<void> {
  await tabs?.turn();
  try {
    await fetchEvents(tabs);
  } catch (error) {
    // Other tabs show it, too.
    tabs?.announce(false);
    throw error;
  }
}

async function receive(events: ServerEvent[], tabs: OpenTabs | undefined): Promise<void> {
  const hasEvents = events.some(({ type }) => type !== 'heartbeat');
  tabs?.announce(hasEvents);
  tabs?.reportFetched(hasEvents);
  connection.value = 'live';
  if (events.length === 0) return;
  // Applying many events takes a frame of its own.
  if (
    events.length > MANY_EVENTS ||
    events.some((event) => 'messages' in event && event.messages.length > MANY_MESSAGES)
  )
    await waitForPaint();
  eventQueue.lastEventId = events.at(-1)!.id;
  const actions: (() => void)[] = [];
  applyEvents(events, (event, known) => {
    for (const one of batchHandlers) {
      const act = one(event, known);
      if (act) actions.push(act);
    }
  });
  for (const event of events) for (const handler of eventHandlers) handler(event);
  for (const act of actions) act();
}

/**
 * Receives the events of one poll or stream. A connection can die silently, for example when a computer sleeps or
 * changes networks. Then the poll is aborted and started again. Returns early if another tab waits instead.
 */
async function fetchEvents(tabs: OpenTabs | undefined): Promise<void> {
  const waits = tabs?.waits ?? true;
  const displaced = tabs?.displaced.signal;
  const abort = new AbortController();
  displaced?.addEventListener('abort', () => waits && abort.abort(), { signal: abort.signal });
  eventQueue.pollAgain = () => {
    abort.abort();
    tabs?.wake();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(), POLL_TIMEOUT);
  };
  restartTimer();
  let lastCheck = Date.now();
  const clockTimer = setInterval(() => {
    const now = Date.now();
    if (now - lastCheck > SLEEP_THRESHOLD && !document.hidden) abort.abort();
    lastCheck = now;
  }, CLOCK_CHECK_INTERVAL);
  for (const name of ['offline', 'online']) addEventListener(name, () => abort.abort(), { signal: abort.signal });
  try {
    // After a reconnection, the first poll returns at once instead of waiting for an event.
    const immediate = (!waits || connection.peek() !== 'live') && { dont_block: true };
    const params = { queue_id: eventQueue.id!, last_event_id: eventQueue.lastEventId, ...immediate };
    const receiveMore = (events: ServerEvent[]) => {
      restartTimer();
      return receive(events, tabs);
    };
    if (!immediate && tabs?.stream.isPossible)
      return await tabs.stream.listen({
        request: (signal) => request('GET /events', { ...params, stream: true }, signal),
        signal: abort.signal,
        receive: receiveMore,
      });
    const { events } = await request('GET /events', params, abort.signal);
    if (events) return await receiveMore(events as ServerEvent[]);
  } catch (error) {
    if (!abort.signal.aborted || (error instanceof RequestError && error.isFromPortal)) throw error;
    if (waits && displaced?.aborted) return;
  } finally {
    clearTimeout(timer);
    clearInterval(clockTimer);
    abort.abort();
  }
  throw new RequestError('The server cannot be reached', 'NETWORK', 0);
}

/** Retries now. */
export function retryNow(): void {
  retryAt.value = undefined;
}

/**
 * Repeats an action until it succeeds, with growing pauses. It throws errors about the queue, and everything that is
 * not a request error.
 */
async function retryUntilDone(action: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 401 && !error.isFromPortal) return handleSessionEnd(error);
      if (error.code === 'BAD_EVENT_QUEUE_ID') throw error;
      connection.value = connectionAfter(error, tries);
      await waitForRetry(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 1.7 ** tries) * (0.5 + Math.random() / 2));
    }
}

/** A client that received a response is not offline, whatever the browser reports. */
function connectionAfter({ status, isFromPortal }: RequestError, tries: number): ConnectionState {
  if (isFromPortal) return 'portal';
  if (status === 0 && !navigator.onLine) return 'offline';
  return tries >= TOLERATED_FAILURES ? 'reconnecting' : connection.peek();
}

/** Waits, but returns early if the network comes back or the user retries. */
async function waitForRetry(ms: number): Promise<void> {
  const done = new AbortController();
  retryAt.value = Date.now() + ms;
  await new Promise<void>((resolve) => {
    const stop = retryAt.subscribe((at) => at === undefined && resolve());
    done.signal.addEventListener('abort', stop);
    addEventListener('online', () => resolve(), { signal: done.signal });
    setTimeout(resolve, ms);
  });
  done.abort();
  retryAt.value = undefined;
}

/**
 * If the session ended, reloads the page; the server shows the sign-in page, which leads back here. If the account was
 * deactivated, says so. Never resolves. A user who signs out here is on the way to another page, perhaps of an identity
 * provider: a reload would stop that.
 */
function handleSessionEnd({ code }: RequestError): Promise<never> {
  const deleted = deleteCache();
  if (code === 'USER_DEACTIVATED' || code === 'REALM_DEACTIVATED') connection.value = 'closed';
  else void deleted.then(() => isSigningOut.subscribe((isLeaving) => void (isLeaving || location.reload())));
  return new Promise(() => {});
}
