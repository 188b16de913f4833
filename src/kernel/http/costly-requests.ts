import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { LIMITS } from '../../limits.ts';
import type { Endpoint } from './endpoint.ts';
import { rateLimitHit } from './limits.ts';

/** How many costly requests may run at the same time. A request of another kind waits for no more than these. */
const PLACES = 4;
/**
 * Turns of the event loop before each costly request that waited. Node accepts one connection per turn, so without
 * these, a health check on a new connection would wait for as many costly requests as there are new connections.
 * An empty turn takes some microseconds.
 */
const TURNS_BETWEEN = 100;
/** Turns that have much to do are no longer counted after this time, ms. */
const TIME_BETWEEN = 10;
/** Bytes of replies to costly requests that clients have not received yet. With more, no costly request begins. */
const MAX_UNSENT = 64 * 2 ** 20;
/** How long an unsent reply counts, ms. So clients that do not read their replies cannot stop others. */
const COUNTED_FOR = 10_000;
/** After how many seconds a request comes back that found no room: not all at the same time. */
const RETRY_AFTER = { least: 5, most: 20 };

/**
 * Gives places to costly requests: those that take long, or whose replies are large. If a thousand clients register at
 * once, their replies would need gigabytes; as unread requests they need little more than their connections. The
 * endpoints take turns, so that a fetch of messages does not wait for a thousand registrations.
 */
export class CostlyRequests {
  /** By endpoint, in the order in which the endpoints get the next place. */
  readonly #waiting = new Map<Endpoint, Set<() => void>>();
  #running = 0;
  #unsent = 0;
  #isAdmitting = false;

  /**
   * Undefined if the request has a place now. Otherwise it resolves to whether it has one: not if its client hung up
   * while it waited. Call `leave` for each request that has a place. Throws RATE_LIMIT_HIT if too many wait.
   */
  place(endpoint: Endpoint, response: ServerResponse): Promise<boolean> | undefined {
    if (this.#waiting.size > 0 || !this.#isFree) {
      requireRoom([...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0));
      return this.#wait(endpoint, response);
    }
    this.#running += 1;
    return undefined;
  }

  /** Gives up the place of a request whose reply was passed to its connection. */
  leave(response: ServerResponse): void {
    this.#running -= 1;
    if (!response.destroyed && response.writableLength > 0) this.#countUnsent(response);
    void this.#admit();
  }

  get #isFree(): boolean {
    return this.#running < PLACES && this.#unsent < MAX_UNSENT;
  }

  #wait(endpoint: Endpoint, response: ServerResponse): Promise<boolean> {
    const queue = this.#waiting.get(endpoint) ?? new Set();
    this.#waiting.set(endpoint, queue);
    return new Promise((resolve) => {
      const begin = (): void => {
        response.off('close', hangUp);
        resolve(true);
      };
      const hangUp = (): void => {
        queue.delete(begin);
        if (queue.size === 0) this.#waiting.delete(endpoint);
        resolve(false);
      };
      queue.add(begin);
      response.once('close', hangUp);
    });
  }

  async #admit(): Promise<void> {
    if (this.#isAdmitting) return;
    this.#isAdmitting = true;
    while (this.#waiting.size > 0 && this.#isFree) {
      const began = performance.now();
      for (let turns = 0; turns < TURNS_BETWEEN && performance.now() - began < TIME_BETWEEN; turns++) await turn();
      this.#admitNext();
    }
    this.#isAdmitting = false;
  }

  #admitNext(): void {
    const next = this.#waiting.entries().next().value;
    if (!next) return;
    const [endpoint, queue] = next;
    const begin = queue.values().next().value!;
    queue.delete(begin);
    // The endpoint goes behind the others.
    this.#waiting.delete(endpoint);
    if (queue.size > 0) this.#waiting.set(endpoint, queue);
    this.#running += 1;
    begin();
  }

  #countUnsent(response: ServerResponse): void {
    const bytes = response.writableLength;
    this.#unsent += bytes;
    const forget = (): void => {
      clearTimeout(timer);
      response.off('close', forget);
      this.#unsent -= bytes;
      void this.#admit();
    };
    const timer = setTimeout(forget, COUNTED_FOR).unref();
    response.once('close', forget);
  }
}

/** Clients follow the time in the error, as they do for rate limits. */
function requireRoom(waiting: number): void {
  if (waiting < LIMITS.waiting_requests) return;
  const { least, most } = RETRY_AFTER;
  throw rateLimitHit(least + Math.random() * (most - least));
}
