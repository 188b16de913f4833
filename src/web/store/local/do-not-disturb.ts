import { signal } from '@preact/signals';

/** The end of do not disturb as UNIX time in milliseconds; 0 means off. */
export const doNotDisturbUntil = signal(0);

/** The timer that ends it. */
export const doNotDisturb: { timer?: ReturnType<typeof setTimeout> } = {};
