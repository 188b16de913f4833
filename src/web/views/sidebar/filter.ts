import { computed, signal } from '@preact/signals';

/** The text in the filter field above the sidebar. */
export const filterText = signal('');

/** The applied filter, one frame later, so that typing does not wait for the rows. */
export const filter = signal('');

export function applyFilter(): void {
  filter.value = filterText.peek();
}

const isRequested = computed(() => filter.value.trim().toLowerCase());
export const matches = (name: string): boolean => name.toLowerCase().includes(isRequested.value);
