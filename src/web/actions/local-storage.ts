import { store } from '../store/store.ts';

/** What this browser keeps for the one who reads: nothing that lets anybody in. */
const nameOf = (name: string): string => `klatch.${store.me.peek().id}.${name}`;

export function readStored<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(nameOf(name));
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(nameOf(name));
    else localStorage.setItem(nameOf(name), JSON.stringify(value));
  } catch {
    // Full, or not allowed: it lasts as long as the page.
  }
}

/** Does something when another window of this browser wrote it. */
export function storedElsewhere(name: string, act: () => void): void {
  addEventListener('storage', ({ key }) => key === nameOf(name) && act());
}
