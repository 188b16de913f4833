import { RequestError } from '../errors/request-error.ts';
import { request } from '../server/request.ts';
import type { EventNamed } from '../server/types.ts';
import { afterPaint } from '../store/local/after-paint.ts';
import { manuallyUnreadNarrow, readMarks } from '../store/local/read-marks.ts';
import type { Message, Narrow } from '../store/narrow.ts';
import { narrowKey } from '../store/narrow.ts';
import { applyEvents, connection, registrations, store } from '../store/store.ts';

// The user's own flags of messages: read, starred and collapsed.

const READ_DELAY = 400;
const AGAIN = 5000;

/**
 * Marks messages as read. Locally this happens after the next paint, because all unread counts are redrawn. The server
 * receives the IDs in batches.
 */
export function markRead(ids: readonly number[]): void {
  const { where } = store.unread.peek();
  const unread = ids.filter((id) => where.has(id) && !readMarks.displayedUnread.has(id));
  if (unread.length === 0) return;
  if (readMarks.displayedUnread.size === 0)
    afterPaint(() => {
      const messages = [...readMarks.displayedUnread];
      readMarks.displayedUnread.clear();
      applyFlag('add', 'read', messages);
    });
  for (const id of unread) {
    readMarks.displayedUnread.add(id);
    readMarks.unsent.add(id);
  }
  scheduleSendRead(READ_DELAY);
}

function scheduleSendRead(ms: number): void {
  if (readMarks.isSendDue) return;
  readMarks.isSendDue = true;
  setTimeout(() => {
    readMarks.isSendDue = false;
    void sendRead();
  }, ms);
}

/** Sends the IDs of read messages that the server does not have yet. */
async function sendRead(): Promise<void> {
  if (readMarks.unsent.size === 0) return;
  if (connection.peek() !== 'live') return scheduleSendRead(AGAIN);
  const messages = [...readMarks.unsent];
  readMarks.unsent.clear();
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
      for (const id of messages) readMarks.unsent.add(id);
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
  registrations.subscribe(() => readMarks.unsent.size > 0 && applyFlag('add', 'read', [...readMarks.unsent]));
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
