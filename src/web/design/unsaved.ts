import { type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';

// What is written where it does not save itself: it is there again when one comes back, and the browser asks before the page goes with it.

const drafts = new Map<string, Signal<unknown>>();
const unsaved = new Set<string>();
const warn = (event: Event): void => event.preventDefault();

/** Says whether something is written there that would be lost with the page. */
export function markUnsaved(where: string, is = true): void {
  if (is) unsaved.add(where);
  else unsaved.delete(where);
  if (unsaved.size > 0) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

export const isAnythingUnsaved = (): boolean => unsaved.size > 0;

/** As `useSignal`, but what is in it stays when one goes elsewhere, until `forgetDraft`. */
export const useDraft = <T>(where: string, start: T): Signal<T> =>
  useMemo(() => {
    const held = drafts.get(where) ?? signal<unknown>(start);
    drafts.set(where, held);
    return held as Signal<T>;
  }, [where]);

/** Forgets what was written there, and wherever the name begins so; everything, if none is said. */
export function forgetDraft(where = ''): void {
  for (const name of drafts.keys()) if (name.startsWith(where)) drafts.delete(name);
  for (const name of unsaved) if (name.startsWith(where)) markUnsaved(name, false);
}
