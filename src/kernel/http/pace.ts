import { setImmediate as turn } from 'node:timers/promises';

/** See `Pace`, ms. With half of it, sends on 256 connections take 10 % more CPU time, since there are more turns. */
const BUDGET = 1;
/**
 * When this many requests wait, forms are no longer read as they arrive. With a smaller number, sends on 64 connections
 * would take more CPU time.
 */
const CROWD = 64;
/** After this many turns, `afterRequests` no longer waits. */
const MOST_TURNS = 5;
/** The beginning of a turn that has no time for requests. */
const LONG_AGO = -Infinity;

/**
 * Divides the work of many requests that arrive at once, or may be answered at once, among turns of the event loop. So
 * what takes no time, such as a static file, does not wait for all of them. Other long work gets turns of its own.
 */
export class Pace {
  readonly #budget: number;
  readonly #waiting: (() => void)[] = [];
  /** Finished replies. */
  readonly #replies: (() => void)[] = [];
  /** The work given to `afterRequests`. */
  readonly #endings: (() => void)[] = [];
  /** In how many turns the endings run at the latest. */
  #turnsLeft = 0;
  /** The step given to `beforeRequests`. */
  #step: (() => boolean) | undefined;
  /** When the work of this turn began, ms; undefined: no turn is measured. */
  #began: number | undefined;

  /** `budget`: how long requests may be worked on in one turn, ms. */
  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  /** Undefined if there is time in this turn. Otherwise it resolves in a later one, in the order of the calls. */
  room(): Promise<void> | undefined {
    return this.#roomIn(this.#waiting);
  }

  /**
   * The same for a finished reply. It goes before all requests that have not begun, so that few replies are in memory
   * however many requests wait.
   */
  roomForReply(): Promise<void> | undefined {
    return this.#roomIn(this.#replies);
  }

  #roomIn(queue: (() => void)[]): Promise<void> | undefined {
    if (this.#began === undefined) {
      this.#start(performance.now());
      return undefined;
    }
    if (queue.length === 0 && this.#hasTime(this.#began)) return undefined;
    return new Promise((resolve) => queue.push(resolve));
  }

  /**
   * Undefined if a form can be read now; otherwise as `room`. It costs the least to read forms as they arrive, but the
   * forms of a crowd would take most of a turn.
   */
  roomForForm(): Promise<void> | undefined {
    return this.#waiting.length < CROWD ? undefined : this.room();
  }

  /**
   * Runs work in a turn in which no request waits for room: what the requests of several turns write then shares one
   * transaction. After some turns it runs anyway.
   */
  readonly afterRequests = (work: () => void): void => {
    if (this.#endings.push(work) === 1) this.#turnsLeft = MOST_TURNS;
    if (this.#began === undefined) this.#start(performance.now());
  };

  /** Runs a step of work in each of the next turns, until it returns false: it did nothing. Requests wait meanwhile. */
  beforeRequests(step: () => boolean): void {
    this.#step = step;
    if (this.#began === undefined) this.#start(LONG_AGO);
    else this.#began = LONG_AGO;
  }

  #hasTime = (began: number): boolean => performance.now() - began < this.#budget;

  #start(began: number): void {
    this.#began = began;
    void this.#continue();
  }

  /** Lets work go on in the next turns, until none is left. */
  async #continue(): Promise<void> {
    for (;;) {
      await turn();
      this.#began = LONG_AGO;
      if (this.#step?.()) continue;
      this.#step = undefined;
      if (this.#endings.length > 0 && (!this.#next || --this.#turnsLeft === 0)) {
        for (const work of this.#endings.splice(0)) work();
      } else if (this.#next) await this.#handleSome();
      else break;
    }
    this.#began = undefined;
  }

  /** The queue whose first one goes next; undefined if none waits. */
  get #next(): (() => void)[] | undefined {
    if (this.#replies.length > 0) return this.#replies;
    return this.#waiting.length > 0 ? this.#waiting : undefined;
  }

  async #handleSome(): Promise<void> {
    const began = performance.now();
    this.#began = began;
    let next = this.#next;
    do {
      next!.shift()!();
      // Ticks run when no microtask is left: after what this work does before it waits.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      next = this.#next;
    } while (next && this.#hasTime(began));
  }
}
