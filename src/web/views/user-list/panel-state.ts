import { readStored, writeStored } from '../../actions/local-storage.ts';
import { elements } from '../../store/local/elements.ts';
import { isFilterFocusRequested, panelShown } from '../../store/page.ts';

export const openPanel = (): void => {
  panelShown.value = readStored('panel', false);
};
export const togglePanel = (): void => {
  // If the focus is inside, closing moves it to the button.
  if (elements.panel.current?.contains(document.activeElement)) elements.panelToggle.current?.focus();
  panelShown.value = !panelShown.peek();
  writeStored('panel', panelShown.peek() || undefined);
};

/** Opens the right sidebar and focuses its filter field. */
export function focusUserList(): boolean {
  isFilterFocusRequested.value = true;
  if (!panelShown.peek()) togglePanel();
  return true;
}
