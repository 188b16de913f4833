import { computed } from '@preact/signals';
import { filter, filterText } from '../../store/page.ts';

/** Applies the text of the filter field to the rows. */
export function applyFilter(): void {
  filter.value = filterText.peek();
}

const isRequested = computed(() => filter.value.trim().toLowerCase());
export const matches = (name: string): boolean => name.toLowerCase().includes(isRequested.value);
