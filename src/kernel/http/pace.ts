import { setImmediate as turn } from 'node:timers/promises';

/** See `Pace`, ms. With half of it, sends on 256 connections take 10 % more CPU time, since there are more turns. */
const BUDGET = 1;
/** After this many turns, `afterRequests` no longer waits. */
const MOST_TURNS = 5;

/**
 * Divides the work of many requests that arrive at once, or may be answered at once, among turns of the event loop. So
 * what takes no time, such as a static file, does not wait for all of them.
 */
export class Pace {
  readonly #budget: number;
  readonly #waiting: (() => void)[] = [];
  /** When the work of this turn began, ms; undefined: no turn is measured. */
  #began: number | undefined;

  /** `budget`: how long requests may be worked on in one turn, ms. */
  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  /** Undefined if there is time in this turn. Otherwise it resolves in a later one, in the order of the calls. */
  room(): Promise<void> | undefined {
    if (this.#began === undefined) {
      this.#began = performance.now();
      void this.#continue();
      return undefined;
    }
    if (this.#waiting.length === 0 && this.#hasTime(this.#began)) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * Runs work at the end of a turn in which no request waits for room: what the requests of several turns write then
   * shares one transaction. After some turns it runs anyway.
   */
  readonly afterRequests = (work: () => void, turns = MOST_TURNS): void => {
    setImmediate(() => {
      if (this.#waiting.length > 0 && turns > 1) this.afterRequests(work, turns - 1);
      else work();
    });
  };

  #hasTime = (began: number): boolean => performance.now() - began < this.#budget;

  /** Lets work go on in the next turns, until none is left. */
  async #continue(): Promise<void> {
    for (;;) {
      await turn();
      if (this.#waiting.length === 0) break;
      const began = performance.now();
      this.#began = began;
      do {
        this.#waiting.shift()!();
        // Ticks run when no microtask is left: after what this work does before it waits.
        await new Promise<void>((resolve) => process.nextTick(resolve));
      } while (this.#waiting.length > 0 && this.#hasTime(began));
    }
    this.#began = undefined;
  }
}
