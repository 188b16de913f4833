import { signal } from '@preact/signals';
import type { OpenTabs } from '../../server/open-tabs.ts';
import type { ServerEvent } from '../../server/types.ts';
import type { StoreState } from '../state.ts';

/** The event queue on the server. */
export const eventQueue: {
  /** Send requests include it, so that the client recognizes the event of its own message. */
  id?: string | undefined;
  /** The ID of the last applied event. */
  lastEventId: number;
  /** The tabs of this browser, of which one waits for events. Undefined until the first registration. */
  tabs?: OpenTabs;
  /** Ends the waiting for events, and tries again. Undefined until the first try. */
  pollAgain?: () => void;
} = { lastEventId: -1 };

export type EventHandler = (event: ServerEvent) => void;

/** See `onEvent`. */
export const eventHandlers = new Set<EventHandler>();

export type BatchHandler = (event: ServerEvent, known: StoreState) => (() => void) | undefined;

/** See `onBatchedEvent`. */
export const batchHandlers = new Set<BatchHandler>();

/** The time of the next try in milliseconds; undefined while nothing waits. */
export const retryAt = signal<number | undefined>(undefined);
