import { computed, signal } from '@preact/signals';

/** The text in the filter field above the sidebar. */
export const typed = signal('');

/** The applied filter, one frame later, so that typing does not wait for the rows. */
export const filter = signal('');

export function findTyped(): void {
  filter.value = typed.peek();
}

const wanted = computed(() => filter.value.trim().toLowerCase());
export const matches = (name: string): boolean => name.toLowerCase().includes(wanted.value);
