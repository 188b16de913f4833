import { signal } from '@preact/signals';

/** Messages of muted users that the user revealed. */
export const revealed = signal<ReadonlySet<number>>(new Set());

/** Long messages that the user expanded. */
export const expanded = signal<ReadonlySet<number>>(new Set());
