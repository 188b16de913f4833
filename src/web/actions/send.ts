import { effect } from '@preact/signals';
import { once, oneAtATime } from '../../shared/memo.ts';
import { errorText } from '../errors/error-text.ts';
import { RequestError } from '../errors/request-error.ts';
import { onEvent } from '../server/connection.ts';
import { pause, request } from '../server/request.ts';
import { type Conversation, getKey } from '../store/conversation.ts';
import { eventQueue } from '../store/local/event-queue.ts';
import { lastSent, outbox, type Unsent } from '../store/local/outbox.ts';
import type { Messages } from '../store/messages.ts';
import { connection, store } from '../store/store.ts';
import { onStoredElsewhere, readStored, writeStored } from './local-storage.ts';

const STORAGE_KEY = 'unsent';

export function loadOutbox(interrupted: string): void {
  const left = readStored<Unsent[]>(STORAGE_KEY, []).filter(({ id }) => id === undefined);
  outbox.value = left.map((one) => (one.waits === windowName() ? one : { ...one, reason: one.reason ?? interrupted }));
  onStoredElsewhere(STORAGE_KEY, () => (outbox.value = readStored<Unsent[]>(STORAGE_KEY, [])));
  onEvent((event) => {
    if (event.type !== 'message') return;
    const { local_message_id, message } = event;
    for (const { local_id, id } of outbox.peek())
      if (local_id === local_message_id || id === message.id)
        changeUnsent(local_id, { id: message.id, hasArrived: true, waits: undefined });
  });
  effect(() => void (connection.value === 'live' && sendWaiting()));
  // The only place that settles messages, whatever comes first: the response, the event, or the messages themselves.
  effect(() => {
    const messages = store.messages.value;
    if (outbox.value.some(isSettled(messages))) setOutbox(outbox.peek().filter((one) => !isSettled(messages)(one)));
  });
}

/**
 * Whether the server has the message and its conversation shows it. While the messages are fetched again, it is missing
 * there, so the outbox shows it until then.
 */
const isSettled =
  ({ all, windows }: Messages) =>
  ({ id, hasArrived, conversation }: Unsent): boolean =>
    id !== undefined && (all.has(id) || (hasArrived === true && !windows.get(getKey(conversation))?.cut));

function setOutbox(next: readonly Unsent[]): void {
  outbox.value = next;
  writeStored(STORAGE_KEY, next.length === 0 ? undefined : next);
}

/** Changes a message, unless it was settled meanwhile. */
function changeUnsent(local_id: string, how: Partial<Unsent>): void {
  if (outbox.peek().some((one) => one.local_id === local_id))
    setOutbox(outbox.peek().map((one) => (one.local_id === local_id ? { ...one, ...how } : one)));
}

/** Sends a message. It appears at once, and stays with an error if it cannot be sent. */
export function send(conversation: Conversation, content: string): void {
  const unsent: Unsent = {
    local_id: `${Date.now()}.${Math.floor(Math.random() * 1000)}`,
    conversation,
    content,
    at: Date.now() / 1000,
  };
  start(unsent, [...outbox.peek(), unsent]);
  lastSent.value = unsent;
}

/** Sends a message of `all` now, or after those that wait. */
function start(unsent: Unsent, all: readonly Unsent[]): void {
  const mustWait = isOffline() || firstWaiting() !== undefined;
  setOutbox(mustWait ? all.map((one) => (one === unsent ? { ...one, waits: windowName() } : one)) : all);
  if (!mustWait) void deliver(unsent);
}

/**
 * Failed requests decide this, not `navigator.onLine`: the browser may report no network although the server is on the
 * same machine, and vice versa.
 */
const isOffline = (): boolean => ['offline', 'reconnecting', 'portal'].includes(connection.peek());

const firstWaiting = (): Unsent | undefined => outbox.peek().find(({ waits }) => waits === windowName());

const WINDOW = 'klatch.window';

/** This window's name, which survives a reload. */
const windowName = once(() => {
  let name = String(Math.random());
  try {
    name = sessionStorage.getItem(WINDOW) ?? name;
    sessionStorage.setItem(WINDOW, name);
  } catch {
    // Storage is forbidden: the name lasts only as long as the page.
  }
  return name;
});

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 4000;
/** The server knows for two days that a message came twice. Seconds. */
const REPEAT_LIMIT = 86_400;

/** Sends the messages that wait, in their order, until one of them has to wait for a connection. */
const sendWaiting = oneAtATime(async () => {
  for (let tries = 0; ; ) {
    const next = firstWaiting();
    if (!next || isOffline()) return;
    await deliver(next);
    if (firstWaiting()?.local_id !== next.local_id) tries = 0;
    else await pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries++));
  }
});

/** Sends a failed message again. */
export function retry({ local_id }: Unsent): void {
  const failed = outbox.peek().find((one) => one.local_id === local_id);
  if (!failed) return;
  const { reason: _, ...unsent } = failed;
  start(
    unsent,
    outbox.peek().map((one) => (one === failed ? unsent : one)),
  );
}

export const discard = ({ local_id }: Unsent): void =>
  setOutbox(outbox.peek().filter((one) => one.local_id !== local_id));

/** A message keeps the event queue of its first try: the server recognizes it by both ids, and sends it only once. */
async function deliver({ local_id, queue_id = eventQueue.id, conversation, content, at }: Unsent): Promise<void> {
  if (queue_id) changeUnsent(local_id, { queue_id });
  const to =
    conversation.kind === 'topic'
      ? { type: 'channel' as const, to: conversation.channel, topic: conversation.topic }
      : { type: 'direct' as const, to: [...conversation.people] };
  try {
    const queue = queue_id && { queue_id };
    const { id } = await request('POST /messages', { ...to, content, read_by_sender: true, local_id, ...queue });
    changeUnsent(local_id, { id, waits: undefined });
  } catch (error) {
    const mayRepeat = queue_id && isUnanswered(error) && Date.now() / 1000 - at < REPEAT_LIMIT;
    changeUnsent(local_id, mayRepeat ? { waits: windowName() } : { reason: errorText(error), waits: undefined });
    if (mayRepeat) void sendWaiting();
  }
}

/** The server may have received it, or its process that saves changes was just replaced. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof RequestError && (error.code === 'NETWORK' || error.status === 503);
