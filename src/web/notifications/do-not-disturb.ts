import { readStored, writeStored } from '../actions/local-storage.ts';
import { doNotDisturb, doNotDisturbUntil } from '../store/local/do-not-disturb.ts';

// Do not disturb applies to this browser. Until it ends, nothing plays or pops up here, and the service worker's
// notifications are silent.

const STORAGE_KEY = 'quiet';
const FAR = 2 ** 31 - 1;

export const isDoNotDisturb = (): boolean => doNotDisturbUntil.peek() > Date.now();

/** Turns on do not disturb until this time in milliseconds; 0 turns it off. */
export function setDoNotDisturb(until: number): void {
  writeStored(STORAGE_KEY, until || undefined);
  applyEnd(until);
}

function applyEnd(until: number): void {
  clearTimeout(doNotDisturb.timer);
  doNotDisturbUntil.value = until > Date.now() ? until : 0;
  if (doNotDisturbUntil.peek())
    doNotDisturb.timer = setTimeout(() => applyEnd(until), Math.min(FAR, until - Date.now()));
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ until: doNotDisturbUntil.peek() }));
}

/** Reads the value again, since another window may have changed it. */
export const loadDoNotDisturb = (): void => {
  applyEnd(readStored(STORAGE_KEY, 0));
  addEventListener('storage', ({ key }) => key?.endsWith(`.${STORAGE_KEY}`) && applyEnd(readStored(STORAGE_KEY, 0)));
};

/** Tomorrow at eight in the browser's time zone. */
export function tomorrow(now = new Date()): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + (now.getHours() < 5 ? 0 : 1), 8).getTime();
}
