import { signal } from '@preact/signals';
import type { Call } from '../../server/types.ts';

/** Calls whose time is over, though their end has not arrived. */
export const expiredCalls = signal<ReadonlySet<number>>(new Set());

/** A call made in this window that somebody has accepted. It is shown until its caller joins, too. */
export const acceptedCall = signal<Call | undefined>(undefined);

export const ringing = {
  /** The calls that have begun and whose end has not arrived, by message. */
  known: new Map<number, Call>(),
  /** Calls that were made in this window and whose caller has not joined yet. */
  madeHere: new Set<number>(),
  /** Calls of which this window showed a notification. */
  notified: new Set<number>(),
  /** Ends the sound, if this window plays it or waits to do so. */
  stopSound: undefined as (() => void) | undefined,
};
