import { signal } from '@preact/signals';
import { readStored, writeStored } from '../../actions/local-storage.ts';

/** Whether the right sidebar is shown; it is hidden at first. */
export const panelShown = signal(false);
export const openPanel = (): void => {
  panelShown.value = readStored('panel', false);
};
export const togglePanel = (): void => {
  // If the focus is inside, closing moves it to the button.
  if (document.activeElement?.closest('.panel')) document.querySelector<HTMLElement>('.panel-toggle')?.focus();
  panelShown.value = !panelShown.peek();
  writeStored('panel', panelShown.peek() || undefined);
};

/** Requests the focus for the filter field, which may not be rendered yet. */
export const isFilterFocusRequested = signal(false);
/** Opens the right sidebar and focuses its filter field. */
export function focusUserList(): boolean {
  isFilterFocusRequested.value = true;
  if (!panelShown.peek()) togglePanel();
  return true;
}
