import { signal } from '@preact/signals';
import { readStored, writeStored } from '../actions/local-storage.ts';

// Do not disturb applies to this browser. Until it ends, nothing plays or pops up here, and the service worker's
// notifications are silent.

const STORED = 'quiet';
const FAR = 2 ** 31 - 1;

/** The end of do not disturb as UNIX time in milliseconds; 0 means off. */
export const quietUntil = signal(0);
let timer: ReturnType<typeof setTimeout> | undefined;

export const isQuiet = (): boolean => quietUntil.peek() > Date.now();

/** Turns on do not disturb until this time in milliseconds; 0 turns it off. */
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

/** Reads the value again, since another window may have changed it. */
export const openQuiet = (): void => {
  take(readStored(STORED, 0));
  addEventListener('storage', ({ key }) => key?.endsWith(`.${STORED}`) && take(readStored(STORED, 0)));
};

/** Tomorrow at eight in the browser's time zone. */
export function tomorrow(now = new Date()): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + (now.getHours() < 5 ? 0 : 1), 8).getTime();
}
