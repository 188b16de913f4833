import { signal } from '@preact/signals';

export const readMarks = {
  /** Read messages whose IDs the server does not have yet. */
  unsent: new Set<number>(),
  /** Messages that the user has read but that are still displayed as unread. */
  displayedUnread: new Set<number>(),
  /** Whether a timer will send the IDs. */
  isSendDue: false,
};

/**
 * The narrow in which the user marked messages as unread. Nothing in it is marked as read automatically until the user
 * leaves it.
 */
export const manuallyUnreadNarrow = signal<string | undefined>(undefined);
