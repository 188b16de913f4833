import { signal } from '@preact/signals';

/** The message in the current feed that has the focus or had it last. */
export const selected = signal<number | undefined>(undefined);

/** The selected message by the entry of the browser's history. */
export const selectedAt = new Map<string, number | undefined>();
