import { setTimeout as wait } from 'node:timers/promises';

/** How often to check, and the timeout, which is far longer than anything takes on a busy machine; in ms. */
const LOOK = 10;
const PATIENCE = 90_000;

/** Waits until a condition holds that depends on another process, or on the other end of a connection. */
export async function until(what: () => unknown, why: () => unknown = () => what): Promise<void> {
  for (const end = performance.now() + PATIENCE; !(await what()); await wait(LOOK))
    if (performance.now() > end) throw new Error(`It did not come about: ${why()}`);
}
