import { signal } from '@preact/signals';

/** Whether the server has a newer client than this page is. */
export const newer = signal(false);
