import { setTimeout as wait } from 'node:timers/promises';

/** How often it is looked, and how long at most: far longer than anything takes, on a busy machine, too; ms. */
const LOOK = 10;
const PATIENCE = 90_000;

/** Waits until what another process, or another end of a connection, does has come about. */
export async function until(what: () => unknown, why: () => unknown = () => what): Promise<void> {
  for (const end = performance.now() + PATIENCE; !(await what()); await wait(LOOK))
    if (performance.now() > end) throw new Error(`It did not come about: ${why()}`);
}
