import { signal } from '@preact/signals';
import type { Conversation } from '../conversation.ts';

export interface Draft {
  conversation: Conversation;
  content: string;
  /** UNIX time in seconds. */
  at: number;
  /** The ID of the draft on the server, if the user synchronizes drafts. */
  id?: number;
}

/** Unsent drafts, by conversation. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/** The conversations whose drafts another window or device changed last. */
export const changedElsewhere = signal<ReadonlySet<string>>(new Set());

/** A conversation that moved while somebody may be composing in it, and its new place. */
export const movedConversation = signal<{ from?: string; to?: Conversation }>({});

/** The synchronization with the server, by conversation. */
export const draftSync = {
  /** The IDs of drafts on the server that must be deleted. */
  toDelete: new Map<string, number>(),
  /** Timers of changes that are sent soon. */
  timers: new Map<string, ReturnType<typeof setTimeout>>(),
  /** The latest requests. */
  running: new Map<string, Promise<void>>(),
};
