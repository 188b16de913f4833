import { signal } from '@preact/signals';

/** Whether it is a good moment to ask for notifications: somebody was just called, and did not see it elsewhere. */
export const asks = signal(false);
