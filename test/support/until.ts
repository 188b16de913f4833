import { setTimeout as wait } from 'node:timers/promises';

/** How often to check, and the timeout, which is far longer than anything takes on a busy machine; in ms. */
const INTERVAL = 10;
const TIMEOUT = 90_000;

/** Waits until a condition holds that depends on another process, or on the other end of a connection. */
export async function waitUntil(what: () => unknown, why: () => unknown = () => what): Promise<void> {
  for (const end = performance.now() + TIMEOUT; !(await what()); await wait(INTERVAL))
    if (performance.now() > end) throw new Error(`It did not come about: ${why()}`);
}
