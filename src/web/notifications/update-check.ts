import { signal } from '@preact/signals';

/** Whether the server has a newer build of the client. */
export const isUpdateAvailable = signal(false);
