import { computed, signal } from '@preact/signals';

/** What stands in the field above the list of conversations. */
export const typed = signal('');

/** What is looked for in the list: a frame later, so that no key waits for the rows. */
export const filter = signal('');

export function findTyped(): void {
  filter.value = typed.peek();
}

const wanted = computed(() => filter.value.trim().toLowerCase());
export const matches = (name: string): boolean => name.toLowerCase().includes(wanted.value);
