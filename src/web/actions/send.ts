import { computed, effect, signal } from '@preact/signals';
import { reasonOf } from '../errors/error-text.ts';
import { onEvent, queueId } from '../server/connection.ts';
import { request } from '../server/request.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { connection, store } from '../store/store.ts';
import { readStored, storedElsewhere, writeStored } from './local-storage.ts';

/** An own message whose event has not arrived yet. */
export interface Unsent {
  local_id: string;
  conversation: Conversation;
  content: string;
  /** UNIX time in seconds. */
  at: number;
  /** Why sending failed; undefined while it is being sent. */
  reason?: string;
  /** The message ID that the server assigned. */
  id?: number;
  /**
   * The window that sends the message once it is online. The message was never tried before, so it cannot be sent
   * twice.
   */
  waits?: string;
}

const STORED = 'unsent';

/**
 * Stored beyond the page, since a message being sent when the page closes may be lost. All windows of a browser share
 * them.
 */
export const outbox = signal<readonly Unsent[]>([]);

export function openOutbox(interrupted: string): void {
  const left = readStored<Unsent[]>(STORED, []).filter(({ id }) => id === undefined);
  outbox.value = left.map((one) => (one.waits === thisWindow() ? one : { ...one, reason: one.reason ?? interrupted }));
  storedElsewhere(STORED, () => (outbox.value = readStored<Unsent[]>(STORED, [])));
  onEvent((event) => {
    if (event.type !== 'message') return;
    const { local_message_id, message } = event;
    for (const one of outbox.peek())
      if (one.local_id === local_message_id || one.id === message.id) arrived(one, message.id);
  });
  effect(() => void (connection.value === 'live' && sendWaiting()));
  effect(() => {
    const { all } = store.messages.value;
    settle(({ id }) => id !== undefined && all.has(id));
  });
}

/** While the messages are fetched again, the new one is missing there, so the outbox shows it until then. */
function arrived({ local_id, conversation }: Unsent, id: number): void {
  const { all, windows } = store.messages.peek();
  if (windows.get(keyOf(conversation))?.cut && !all.has(id)) change(local_id, { id });
  else settle((one) => one.local_id === local_id);
}

function put(next: readonly Unsent[]): void {
  outbox.value = next;
  writeStored(STORED, next.length === 0 ? undefined : next);
}

const settle = (isThere: (one: Unsent) => boolean): void => {
  if (outbox.peek().some(isThere)) put(outbox.peek().filter((one) => !isThere(one)));
};

const change = (local_id: string, how: Partial<Unsent>): void =>
  put(outbox.peek().map((one) => (one.local_id === local_id ? { ...one, ...how } : one)));

/** Sends a message. It appears at once, and stays with an error if it cannot be sent. */
export function send(conversation: Conversation, content: string): void {
  const unsent: Unsent = {
    local_id: `${Date.now()}.${Math.floor(Math.random() * 1000)}`,
    conversation,
    content,
    at: Date.now() / 1000,
  };
  put([...outbox.peek(), isAway() ? { ...unsent, waits: thisWindow() } : unsent]);
  if (!isAway()) void deliver(unsent);
}

/**
 * Failed requests decide this, not `navigator.onLine`: the browser may report no network although the server is on the
 * same machine, and vice versa.
 */
const isAway = (): boolean => connection.peek() === 'offline' || connection.peek() === 'reconnecting';

const WINDOW = 'klatch.window';
let ownName: string | undefined;

/** This window's name, which survives a reload. */
function thisWindow(): string {
  try {
    ownName ??= sessionStorage.getItem(WINDOW) ?? undefined;
    ownName ??= String(Math.random());
    sessionStorage.setItem(WINDOW, ownName);
  } catch {
    // Storage is forbidden: the name lasts only as long as the page.
  }
  return (ownName ??= String(Math.random()));
}

/** Sends the messages that waited for a connection, in their order. */
async function sendWaiting(): Promise<void> {
  for (;;) {
    const { waits, ...next } = outbox.peek().find((one) => one.waits === thisWindow()) ?? {};
    if (!waits) return;
    const one = next as Unsent;
    put(outbox.peek().map((other) => (other.local_id === one.local_id ? one : other)));
    await deliver(one);
  }
}

/** Sends a failed message again. */
export function retry({ local_id }: Unsent): void {
  const unsent = outbox.peek().find((one) => one.local_id === local_id);
  if (!unsent) return;
  const { reason: _, ...again } = unsent;
  const waits = isAway() && { waits: thisWindow() };
  put(outbox.peek().map((one) => (one.local_id === local_id ? { ...again, ...waits } : one)));
  if (!waits) void deliver(unsent);
}

export const discard = ({ local_id }: Unsent): void => settle((one) => one.local_id === local_id);

/** Messages that could not be sent. */
export const notSent = computed((): readonly Unsent[] => outbox.value.filter(({ reason }) => reason !== undefined));

/** Unsent messages of one conversation, oldest first. */
export const unsentIn = (key: string): readonly Unsent[] =>
  outbox.value.filter(({ conversation }) => keyOf(conversation) === key);

async function deliver({ local_id, conversation, content }: Unsent): Promise<void> {
  const to =
    conversation.kind === 'topic'
      ? { type: 'channel' as const, to: conversation.channel, topic: conversation.topic }
      : { type: 'direct' as const, to: [...conversation.people] };
  try {
    const { id } = await request('POST /messages', {
      ...to,
      content,
      read_by_sender: true,
      local_id,
      ...(queueId && { queue_id: queueId }),
    });
    // The event and the response can arrive in either order.
    if (store.messages.peek().all.has(id)) settle((one) => one.local_id === local_id);
    else change(local_id, { id });
  } catch (error) {
    change(local_id, { reason: reasonOf(error) });
  }
}

const AGAIN = 10_000;
const FORGOTTEN = 15_000;

/** Sends typing notifications: at the start, every ten seconds, and when the user stops. */
export class TypingNotice {
  #conversation: Conversation | undefined;
  #told = 0;
  #stop: ReturnType<typeof setTimeout> | undefined;

  wrote(conversation: Conversation): void {
    const { send_private_typing_notifications: direct, send_stream_typing_notifications: channel } =
      store.settings.peek();
    if (!(conversation.kind === 'direct' ? direct : channel)) return;
    if (this.#conversation && keyOf(this.#conversation) !== keyOf(conversation)) this.stopped();
    clearTimeout(this.#stop);
    this.#stop = setTimeout(() => this.stopped(), FORGOTTEN);
    if (this.#conversation && Date.now() - this.#told < AGAIN) return;
    this.#conversation = conversation;
    this.#told = Date.now();
    tell('start', conversation);
  }

  stopped(): void {
    clearTimeout(this.#stop);
    if (this.#conversation) tell('stop', this.#conversation);
    this.#conversation = undefined;
  }
}

function tell(op: 'start' | 'stop', conversation: Conversation): void {
  const to =
    conversation.kind === 'topic'
      ? { type: 'channel' as const, stream_id: conversation.channel, topic: conversation.topic }
      : { type: 'direct' as const, to: [...conversation.people] };
  request('POST /typing', { op, ...to }).catch(() => {
    // A lost typing notification does no harm.
  });
}
