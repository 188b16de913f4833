import { signal } from '@preact/signals';
import type { RequestError } from '../../errors/request-error.ts';
import type { Side } from '../messages.ts';

/** Narrows with a running fetch and its side, or the error of a failed fetch. */
export const fetchStates = signal<ReadonlyMap<string, Side | RequestError>>(new Map());

/** The state of fetching older conversations; undefined when idle. */
export const olderState = signal<'fetching' | RequestError | undefined>(undefined);
