import { type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { dialog } from '../store/local/layers.ts';
import { fieldDrafts, unsavedFields } from '../store/local/unsaved-text.ts';
import { uploads } from '../store/local/uploads.ts';
import { editing } from '../store/page.ts';

// Unsaved text in fields that need a save button. It survives navigation within the client, and the browser asks before
// closing the page.

const confirmLeaving = (event: Event): void => event.preventDefault();

/** Records whether a field has text that closing the page would lose. */
export function markUnsaved(where: string, is = true): void {
  if (is) unsavedFields.add(where);
  else unsavedFields.delete(where);
  if (unsavedFields.size > 0) addEventListener('beforeunload', confirmLeaving);
  else removeEventListener('beforeunload', confirmLeaving);
}

/** Whether closing the page would lose something. Drafts and unsent messages are kept in any case. */
export const isAnythingUnsaved = (): boolean =>
  unsavedFields.size > 0 || dialog.peek() !== undefined || editing.peek() !== undefined || uploads.peek().length > 0;

/** Like `useSignal`, but the value survives navigation until `forgetDraft`. */
export const useDraft = <T>(where: string, start: T): Signal<T> =>
  useMemo(() => {
    const held = fieldDrafts.get(where) ?? signal<unknown>(start);
    fieldDrafts.set(where, held);
    return held as Signal<T>;
  }, [where]);

/**
 * Discards the unsaved text of this field and of all fields whose name starts with it; of all fields without an
 * argument.
 */
export function forgetDraft(where = ''): void {
  for (const name of fieldDrafts.keys()) if (name.startsWith(where)) fieldDrafts.delete(name);
  for (const name of unsavedFields) if (name.startsWith(where)) markUnsaved(name, false);
}
