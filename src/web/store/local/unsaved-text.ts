import type { Signal } from '@preact/signals';
import type { Conversation } from '../conversation.ts';

/** The unsaved values of fields, by the name of the field. */
export const fieldDrafts = new Map<string, Signal<unknown>>();

/** The names of fields with text that closing the page would lose. */
export const unsavedFields = new Set<string>();

/** Unsaved edits of messages, which return when the message is edited again, and the version that they change. */
export const unsavedEdits = new Map<number, { text: string; source: string; conversation: Conversation }>();
