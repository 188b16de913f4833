import { store } from '../store/store.ts';

/** Values that this browser stores for the user. None of them grants access. */
const storageKey = (name: string): string => `klatch.${store.me.peek().id}.${name}`;

export function readStored<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(storageKey(name));
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(storageKey(name));
    else localStorage.setItem(storageKey(name), JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the value lasts only as long as the page.
  }
}

/** Calls `act` when another window of this browser writes the value. */
export function onStoredElsewhere(name: string, act: () => void): void {
  addEventListener('storage', ({ key }) => key === storageKey(name) && act());
}
