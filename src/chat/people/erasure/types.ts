/** What becomes of the messages of an erased user. */
export const ERASED_MESSAGES = ['keep', 'delete'] as const;
export type ErasedMessages = (typeof ERASED_MESSAGES)[number];

/** The name of erased users. */
export const ERASED_NAME = 'Deleted user';

/** What is removed from texts. */
export interface Redaction {
  id: number;
  name: string;
  email: string;
  /** Replaces the address. */
  placeholder: string;
  /** Whether other users have the same name: then a mention without an ID is not replaced. */
  isShared: boolean;
}

/** An erasure that is not finished. */
export interface PendingErasure {
  user_id: number;
  messages: ErasedMessages;
  /** null: all texts are changed, and only the free space of the database still has to go. */
  redaction: Redaction | null;
}
