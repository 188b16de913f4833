import { effect } from '@preact/signals';
import { errorText } from '../errors/error-text.ts';
import { onEvent } from '../server/connection.ts';
import { request } from '../server/request.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { eventQueue } from '../store/local/event-queue.ts';
import { outbox, type Unsent } from '../store/local/outbox.ts';
import { once } from '../store/memo.ts';
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
    for (const one of outbox.peek())
      if (one.local_id === local_message_id || one.id === message.id) messageArrived(one, message.id);
  });
  effect(() => void (connection.value === 'live' && sendWaiting()));
  effect(() => {
    const { all } = store.messages.value;
    removeFromOutbox(({ id }) => id !== undefined && all.has(id));
  });
}

/** While the messages are fetched again, the new one is missing there, so the outbox shows it until then. */
function messageArrived({ local_id, conversation }: Unsent, id: number): void {
  const { all, windows } = store.messages.peek();
  if (windows.get(keyOf(conversation))?.cut && !all.has(id)) changeUnsent(local_id, { id });
  else removeFromOutbox((one) => one.local_id === local_id);
}

function setOutbox(next: readonly Unsent[]): void {
  outbox.value = next;
  writeStored(STORAGE_KEY, next.length === 0 ? undefined : next);
}

const removeFromOutbox = (isThere: (one: Unsent) => boolean): void => {
  if (outbox.peek().some(isThere)) setOutbox(outbox.peek().filter((one) => !isThere(one)));
};

const changeUnsent = (local_id: string, how: Partial<Unsent>): void =>
  setOutbox(outbox.peek().map((one) => (one.local_id === local_id ? { ...one, ...how } : one)));

/** Sends a message. It appears at once, and stays with an error if it cannot be sent. */
export function send(conversation: Conversation, content: string): void {
  const unsent: Unsent = {
    local_id: `${Date.now()}.${Math.floor(Math.random() * 1000)}`,
    conversation,
    content,
    at: Date.now() / 1000,
  };
  setOutbox([...outbox.peek(), isOffline() ? { ...unsent, waits: windowName() } : unsent]);
  if (!isOffline()) void deliver(unsent);
}

/**
 * Failed requests decide this, not `navigator.onLine`: the browser may report no network although the server is on the
 * same machine, and vice versa.
 */
const isOffline = (): boolean => connection.peek() === 'offline' || connection.peek() === 'reconnecting';

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

/** Sends the messages that waited for a connection, in their order. */
async function sendWaiting(): Promise<void> {
  for (;;) {
    const { waits, ...next } = outbox.peek().find((one) => one.waits === windowName()) ?? {};
    if (!waits) return;
    const one = next as Unsent;
    setOutbox(outbox.peek().map((other) => (other.local_id === one.local_id ? one : other)));
    await deliver(one);
  }
}

/** Sends a failed message again. */
export function retry({ local_id }: Unsent): void {
  const unsent = outbox.peek().find((one) => one.local_id === local_id);
  if (!unsent) return;
  const { reason: _, ...again } = unsent;
  const waits = isOffline() && { waits: windowName() };
  setOutbox(outbox.peek().map((one) => (one.local_id === local_id ? { ...again, ...waits } : one)));
  if (!waits) void deliver(unsent);
}

export const discard = ({ local_id }: Unsent): void => removeFromOutbox((one) => one.local_id === local_id);

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
      ...(eventQueue.id && { queue_id: eventQueue.id }),
    });
    // The event and the response can arrive in either order.
    if (store.messages.peek().all.has(id)) removeFromOutbox((one) => one.local_id === local_id);
    else changeUnsent(local_id, { id });
  } catch (error) {
    changeUnsent(local_id, { reason: errorText(error) });
  }
}
