import { setImmediate as turn } from 'node:timers/promises';

// Work that takes longer than a turn, and may be requested again before it is done.

/** Work in steps: at each `yield`, something else may run. */
export type Steps<T> = Generator<void, T>;

/** Does all steps, and nothing else meanwhile. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does each step in a turn of its own. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await turn();
  }
}

/** Does the steps of so many milliseconds in each turn. */
export async function inSlices<T>(steps: Steps<T>, milliseconds: number): Promise<T> {
  for (let began = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < milliseconds) continue;
    await turn();
    began = performance.now();
  }
}

/** Does `step` in a turn of its own, again and again until it returns false, or `stopping` is aborted. */
export async function repeatInTurns(step: () => boolean, stopping?: AbortSignal): Promise<void> {
  while (step() && !stopping?.aborted) await turn();
}

/** Work of which one run at a time is enough: a request during a run is ignored. */
export class SingleRun {
  #running = false;

  get isRunning(): boolean {
    return this.#running;
  }

  async run(work: () => Promise<void>): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      await work();
    } finally {
      this.#running = false;
    }
  }
}

/** The keys of what is worked on: callers leave these out. */
export class InProgress<K> {
  readonly #keys = new Set<K>();

  get size(): number {
    return this.#keys.size;
  }

  has(key: K): boolean {
    return this.#keys.has(key);
  }

  async run<T>(key: K, work: () => Promise<T>): Promise<T> {
    this.#keys.add(key);
    try {
      return await work();
    } finally {
      this.#keys.delete(key);
    }
  }
}

/** Work by key, whose result is shared by all who request it before it is done. */
export class SharedWork<K, V> {
  readonly #running = new Map<K, Promise<V>>();

  /** The work with this key, if it is in progress. */
  get(key: K): Promise<V> | undefined {
    return this.#running.get(key);
  }

  run(key: K, work: () => Promise<V>): Promise<V> {
    let running = this.#running.get(key);
    if (!running) {
      running = work().finally(() => this.#running.delete(key));
      this.#running.set(key, running);
    }
    return running;
  }
}

/** Lets a limited number of tasks run at the same time; the others wait in order. */
export class Turns {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** How many tasks wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
