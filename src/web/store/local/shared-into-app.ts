import { signal } from '@preact/signals';

/** What another app has shared with the installed client. */
export interface Shared {
  text: string;
  files: readonly File[];
}

/** Shared files that wait for the message box. `to` is the key of their conversation, if the user has chosen one. */
export const sharedFiles = signal<{ files: readonly File[]; to?: string } | undefined>(undefined);
