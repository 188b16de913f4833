import { signal } from '@preact/signals';
import { readStored, writeStored } from '../actions/local-storage.ts';

// Do not disturb is this browser's: nothing rings and nothing pops up here until then, and the worker says nothing aloud.

const STORED = 'quiet';
const FAR = 2 ** 31 - 1;

/** Until when (ms) nobody is to be disturbed; 0: they may be. */
export const quietUntil = signal(0);
let timer: ReturnType<typeof setTimeout> | undefined;

export const isQuiet = (): boolean => quietUntil.peek() > Date.now();

/** Wants quiet until then (ms); 0: no more. */
export function setQuiet(until: number): void {
  writeStored(STORED, until || undefined);
  take(until);
}

function take(until: number): void {
  clearTimeout(timer);
  quietUntil.value = until > Date.now() ? until : 0;
  if (quietUntil.peek()) timer = setTimeout(() => take(until), Math.min(FAR, until - Date.now()));
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ until: quietUntil.peek() }));
}

/** Reads it again: another window may have set it. */
export const openQuiet = (): void => {
  take(readStored(STORED, 0));
  addEventListener('storage', ({ key }) => key?.endsWith(`.${STORED}`) && take(readStored(STORED, 0)));
};

/** Tomorrow at eight, by the browser's clock. */
export function tomorrow(now = new Date()): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + (now.getHours() < 5 ? 0 : 1), 8).getTime();
}
