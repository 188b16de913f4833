import type { Conversation } from '../conversation.ts';

/** The typing notification that recipients of this user see now. */
export const typingNotice: {
  conversation?: Conversation | undefined;
  /** When it was sent last, as UNIX time in milliseconds. */
  sentAt: number;
  /** Ends it when the user pauses. */
  timer?: ReturnType<typeof setTimeout>;
} = { sentAt: 0 };
