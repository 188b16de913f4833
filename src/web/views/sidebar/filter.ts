import { computed, signal } from '@preact/signals';

/** What somebody looks for in the list of conversations. */
export const filter = signal('');

const wanted = computed(() => filter.value.trim().toLowerCase());
export const matches = (name: string): boolean => name.toLowerCase().includes(wanted.value);
