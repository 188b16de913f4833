import { type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';

// Unsaved text in fields that need a save button. It survives navigation within the client, and the browser asks before
// closing the page.

const drafts = new Map<string, Signal<unknown>>();
const unsaved = new Set<string>();
const confirmLeaving = (event: Event): void => event.preventDefault();

/** Records whether a field has text that closing the page would lose. */
export function markUnsaved(where: string, is = true): void {
  if (is) unsaved.add(where);
  else unsaved.delete(where);
  if (unsaved.size > 0) addEventListener('beforeunload', confirmLeaving);
  else removeEventListener('beforeunload', confirmLeaving);
}

export const isAnythingUnsaved = (): boolean => unsaved.size > 0;

/** Like `useSignal`, but the value survives navigation until `forgetDraft`. */
export const useDraft = <T>(where: string, start: T): Signal<T> =>
  useMemo(() => {
    const held = drafts.get(where) ?? signal<unknown>(start);
    drafts.set(where, held);
    return held as Signal<T>;
  }, [where]);

/**
 * Discards the unsaved text of this field and of all fields whose name starts with it; of all fields without an
 * argument.
 */
export function forgetDraft(where = ''): void {
  for (const name of drafts.keys()) if (name.startsWith(where)) drafts.delete(name);
  for (const name of unsaved) if (name.startsWith(where)) markUnsaved(name, false);
}
