import { performance } from 'node:perf_hooks';

/** How long the load is measured before it is judged again, ms. */
const PERIOD = 1000;
/** A share of time from which on there is much to do. */
const MUCH = 0.4;

/** How much of its time the event loop of this process worked lately. */
export class LoopLoad {
  #measured = performance.eventLoopUtilization();
  #at = performance.now();
  #isHigh = false;

  /** Whether there was much to do in the last second, or since the last call. */
  get isHigh(): boolean {
    const now = performance.now();
    if (now - this.#at >= PERIOD) {
      const measured = performance.eventLoopUtilization();
      this.#isHigh = performance.eventLoopUtilization(measured, this.#measured).utilization > MUCH;
      this.#measured = measured;
      this.#at = now;
    }
    return this.#isHigh;
  }
}
