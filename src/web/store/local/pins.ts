import { computed, signal } from '@preact/signals';
import type { Reply } from '../../server/types.ts';
import type { Message } from '../narrow.ts';

/** A message that is pinned in its conversation. */
export interface PinnedMessage {
  pin: Reply<'GET /pinned_messages'>['pinned_messages'][number];
  message: Message;
}

/** The pinned messages of viewed places by key, the newest first: of a conversation, or of a whole channel. */
export const pinnedLists = signal<ReadonlyMap<string, readonly PinnedMessage[]>>(new Map());

/** The messages that are known to be pinned. */
export const pinnedIds = computed(
  (): ReadonlySet<number> => new Set([...pinnedLists.value.values()].flat().map(({ message }) => message.id)),
);
