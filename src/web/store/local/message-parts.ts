import { signal } from '@preact/signals';
import type { MessageField } from './elements.ts';

/** A quotation at the beginning of a message. */
export interface Quote {
  /** Its whole Markdown: who said it, the link, and the quoted text in fences. */
  markdown: string;
  author: string;
  /** The address of the message. */
  href: string;
  text: string;
}

/** A link to an uploaded file on a line of its own at the end of a message. */
export interface FileLink {
  markdown: string;
  name: string;
  href: string;
}

/** What a field for messages shows next to its text. */
export interface Chips {
  quotes: readonly Quote[];
  files: readonly FileLink[];
}

/** The chips of each field that has some. */
export const chipsOfFields = signal<ReadonlyMap<MessageField, Chips>>(new Map());

/** Another draft is shown, the user changed the chips, or the message was sent. */
export type MessageChangeReason = 'draft' | 'chips' | 'sent';

/** The last change of a field's message that was not typed. */
export const messageChange = signal<{ field: MessageField; reason: MessageChangeReason } | undefined>(undefined);
