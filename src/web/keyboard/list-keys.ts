import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { registerShortcuts } from './shortcuts.ts';

/** Moves the focus by some of the rows in a box. Returns false if it has none. */
export function stepThrough(box: Element | null, rows: string, by: number): boolean {
  const all = [...(box?.querySelectorAll<HTMLElement>(rows) ?? [])];
  const at = all.findIndex((row) => row.parentElement!.contains(document.activeElement));
  all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
  return all.length > 0;
}

/** Lets the shortcuts for the next and the previous row step through the rows of a box that has the focus. */
export function useListKeys(box: RefObject<HTMLElement | null>, rows: string): void {
  useLayoutEffect(() => {
    const step = (by: number) => () =>
      box.current?.contains(document.activeElement) === true && stepThrough(box.current, rows, by);
    return registerShortcuts({ next: step(1), previous: step(-1) });
  }, []);
}
