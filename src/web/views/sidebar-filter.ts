import { signal } from '@preact/signals';

/** What somebody looks for in the list of conversations. */
export const filter = signal('');
