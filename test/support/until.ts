import { setTimeout as wait } from 'node:timers/promises';

/** How often to check, and the timeout, which is far longer than anything takes on a busy machine; in ms. */
const INTERVAL = { first: 10, longest: 100 };
const TIMEOUT = 90_000;

/** How long to wait after a check: a tenth of the time so far, because many checks cost a page or a server time. */
const getInterval = (waited: number): number => Math.min(Math.max(waited / 10, INTERVAL.first), INTERVAL.longest);

/** Waits until a condition holds that depends on another process, or on the other end of a connection. */
export async function waitUntil(what: () => unknown, why: () => unknown = () => what): Promise<void> {
  const began = performance.now();
  for (let waited = 0; !(await what()); await wait(getInterval(waited))) {
    waited = performance.now() - began;
    if (waited > TIMEOUT) throw new Error(`It did not come about: ${why()}`);
  }
}
