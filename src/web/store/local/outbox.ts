import { computed, signal } from '@preact/signals';
import { type Conversation, getKey } from '../conversation.ts';

/** An own message that the conversation does not show yet. */
export interface Unsent {
  local_id: string;
  /** The event queue of the first try; undefined: it was never tried. */
  queue_id?: string;
  conversation: Conversation;
  content: string;
  /** UNIX time in seconds. */
  at: number;
  /** Why sending failed; undefined while it is being sent. */
  reason?: string;
  /** The message ID that the server assigned. */
  id?: number;
  /** Whether the message's event has arrived. */
  hasArrived?: boolean;
  /** The window that sends the message when the server can be reached. */
  waits?: string | undefined;
}

/**
 * Stored beyond the page, since a message being sent when the page closes may be lost. All windows of a browser share
 * them.
 */
export const outbox = signal<readonly Unsent[]>([]);

/** The message that the user sent last in this window. */
export const lastSent = signal<Unsent | undefined>(undefined);

/** Messages that could not be sent. */
export const notSent = computed((): readonly Unsent[] => outbox.value.filter(({ reason }) => reason !== undefined));

/** Unsent messages of one conversation, oldest first. */
export const unsentIn = (key: string): readonly Unsent[] =>
  outbox.value.filter(({ conversation }) => getKey(conversation) === key);
