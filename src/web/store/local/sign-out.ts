import { signal } from '@preact/signals';

/** Whether the user is signing out here: the end of the session is no surprise then. */
export const isSigningOut = signal(false);
