import { signal } from '@preact/signals';
import type { Conversation } from '../../store/conversation.ts';

/** The recipient that the user selected instead of the current conversation. */
export const selectedRecipient = signal<Conversation | undefined>(undefined);
/** Whether the user is choosing recipients. */
export const choosingRecipient = signal<'topic' | 'direct' | undefined>(undefined);
