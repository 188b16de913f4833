import { signal } from '@preact/signals';
import { forgetKept } from '../actions/cache.ts';
import { painted } from '../design/after-paint.ts';
import { withPresences } from '../store/activity.ts';
import type { World } from '../store/state.ts';
import { hear, type Link, link, ready, start, store } from '../store/store.ts';
import { ask, pause, Refusal } from './request.ts';
import type { Seen, ServerEvent, Snapshot } from './types.ts';

/** The queue the events come by; sends name it, so that their echo is known again. */
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
/** After so many tries nobody believes in a hiccup any more. */
const HICCUP = 2;

type Watcher = (event: ServerEvent) => void;
const watchers = new Set<Watcher>();

/** Tells of every event, after the store has taken it up: for what only happens and is not kept (sounds, notifications). */
export function watch(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

type Judge = (event: ServerEvent, known: World) => (() => void) | undefined;
const judges = new Set<Judge>();

/** Decides upon every event by what was known when it came, not by those that came with it; does what it decided once all are seen. */
export const judge = (one: Judge): void => void judges.add(one);

/** Does what takes a while; with the answer come the events that were heard until then, which may not be in it. */
export async function withNews<T>(action: () => Promise<T>): Promise<[T, readonly ServerEvent[]]> {
  const news: ServerEvent[] = [];
  const stop = watch((event) => news.push(event));
  try {
    return [await action(), news];
  } finally {
    stop();
  }
}

/** Registers and listens for as long as the page is open. Resolves once everything is known for the first time. */
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
      // The server forgot the queue, as after a crash, or the client does not understand what it said: begin anew, behind what is on the screen.
      if (!(error instanceof Refusal)) {
        reportError(error);
        await pause(LONGEST_PAUSE);
      }
      await persist(register);
    }
}

/** The server answers within a minute, if only that it is there: whoever hears nothing for so long hears nobody. */
const SILENCE = 90_000;
/** A clock that was not looked at for so long slept with the machine, which may be at another place by now. */
const PULSE = 5000;
const ASLEEP = 30_000;
const SOME = 5;
const MANY = 1000;

async function poll(): Promise<void> {
  const events = await answerOf();
  link.value = 'live';
  if (events.length === 0) return;
  // Taking up many is work for a frame of its own.
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

/** A connection may be lost without a word, as when a computer sleeps or finds another network: then another is made. */
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
    // That it is there again is to be known at once, not with the next event.
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

/** When it is tried next, in ms; undefined: it is not waited. */
export const retryAt = signal<number | undefined>(undefined);
let wake: (() => void) | undefined;
/** Does not wait for that any longer. */
export const tryNow = (): void => wake?.();

/** Does what may fail for a while until it succeeds, with pauses that grow; throws only what it is told of the queue, and what is no refusal. */
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

/** Whatever the browser knows of networks, somebody who got an answer is not offline. */
function linkAfter({ status }: Refusal, tries: number): Link {
  if (status === 0 && !navigator.onLine) return 'offline';
  return tries >= HICCUP ? 'reconnecting' : link.peek();
}

/** A pause that ends sooner if the network comes back, or somebody does not want to wait. */
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

/** The session ended, and the server shows the way in, which leads back to where one was; or the account is closed. Never resolves. */
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
      // The next one says it as well.
    }
    await pause(STILL_THERE);
    if (!ready.peek()) return;
  }
}
