import { signal } from '@preact/signals';

/** When the user's do not disturb ends, in seconds; 0 means off. */
export const doNotDisturbUntil = signal(0);
