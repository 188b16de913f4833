import { signal } from '@preact/signals';
import { readStored, writeStored } from '../../actions/local-storage.ts';

/** Whether the right column is shown; at first it is not. */
export const panelShown = signal(false);
export const openPanel = (): void => {
  panelShown.value = readStored('panel', false);
};
export const togglePanel = (): void => {
  // Closed from within, it would take the focus with it.
  if (document.activeElement?.closest('.panel')) document.querySelector<HTMLElement>('.panel-toggle')?.focus();
  panelShown.value = !panelShown.peek();
  writeStored('panel', panelShown.peek() || undefined);
};

/** Somebody wants to write into the column's field, which may not be there yet. */
export const filterAwaited = signal(false);
/** Goes to the field that finds somebody in the right column, which opens for it. */
export function focusPeople(): boolean {
  filterAwaited.value = true;
  if (!panelShown.peek()) togglePanel();
  return true;
}
