import { signal } from '@preact/signals';

/** The browser's own dialog that installs the client on a phone or computer (Chromium only). */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The dialog, once the browser offers it. */
export const installPrompt = signal<InstallPrompt | undefined>(undefined);

/** Whether to offer the installation now, below the header. */
export const isInstallOffered = signal(false);
