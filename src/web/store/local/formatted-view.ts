import { signal } from '@preact/signals';

/** Whether fields for messages show formats while the user writes; undefined until the browser's storage is read. */
export const formattedView = signal<boolean | undefined>(undefined);
