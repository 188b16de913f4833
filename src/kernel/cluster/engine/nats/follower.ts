import type { Subscription } from '@nats-io/transport-node';
import type { LogListener } from '../engine.ts';
import { type Context, PAUSE, pause } from './connection.ts';
import type { Entries, StoredMessage } from './entries.ts';

/** How often to look for entries whose publication was lost, in ms. */
const LOOK = 500;
/** Entries that are requested at the same time. */
const PARALLEL = 32;
/** After this long, other work gets a turn, in ms. */
const TURN = 10;

/**
 * Follows the log. The leader publishes each entry when it is stored. Whatever was missed is read from any replica. No
 * state on the servers belongs to a follower, so nothing has to be set up again after the loss of one.
 */
export class Follower {
  readonly #context: Context;
  readonly #entries: Entries;
  readonly #listener: LogListener;
  #position: number;
  #subscription: Subscription | undefined;
  #isClosed = false;
  #wake = (): void => {};

  constructor({ context, entries, after, listener }: FollowerOptions) {
    this.#context = context;
    this.#entries = entries;
    this.#position = after;
    this.#listener = listener;
  }

  get position(): number {
    return this.#position;
  }

  start(): void {
    const { connection, names } = this.#context;
    this.#subscription = connection.subscribe(names.stored, {
      callback: (error, { headers, data }) => {
        if (!error) this.#onPublished(Number(headers?.get('Nats-Sequence')), { headers, data });
      },
    });
    void this.#run();
  }

  close(): void {
    this.#isClosed = true;
    this.#subscription?.unsubscribe();
    this.#wake();
  }

  #onPublished(sequence: number, message: StoredMessage): void {
    if (sequence === this.#position + 1 && !this.#entries.isInFile(message)) this.#deliver(sequence, message.data);
    else if (sequence > this.#position) this.#wake();
  }

  #deliver(sequence: number, entry: Uint8Array): void {
    if (this.#isClosed || sequence !== this.#position + 1) return;
    this.#position = sequence;
    this.#listener.onEntry(sequence, entry);
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      // Without a leader nothing is appended. Other errors pass, or the follower stays where it is.
      await this.#catchUp().catch(() => pause(PAUSE));
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async #catchUp(): Promise<void> {
    const { jsm, names } = this.#context;
    for (let busySince = performance.now(); !this.#isClosed; ) {
      const { first_seq: first, last_seq: last } = (await jsm.streams.info(names.logStream)).state;
      if (first > this.#position + 1) return this.#endAtGap(first);
      if (last <= this.#position) return;
      const before = this.#position;
      while (this.#position < last && (await this.#readNext(last)) && !this.#isClosed) {
        if (performance.now() - busySince < TURN) continue;
        await new Promise(setImmediate);
        busySince = performance.now();
      }
      if (this.#position === before) await pause(PAUSE);
    }
  }

  #endAtGap(first: number): void {
    if (this.#isClosed) return;
    this.close();
    this.#listener.onGap(first);
  }

  /** Reads and delivers entries up to `last`. Returns false if the replica that answered did not have the next one. */
  async #readNext(last: number): Promise<boolean> {
    const { jsm, names } = this.#context;
    const from = this.#position + 1;
    const count = Math.min(PARALLEL, last - this.#position);
    const requests = Array.from({ length: count }, (_, at) =>
      jsm.direct.getMessage(names.logStream, { seq: from + at }),
    );
    for (const [at, answer] of (await Promise.all(requests)).entries()) {
      if (!answer) return false;
      const message = { data: answer.data, headers: answer.header };
      if (from + at > this.#position) this.#deliver(from + at, await this.#entries.decode(message));
    }
    return true;
  }
}

interface FollowerOptions {
  context: Context;
  entries: Entries;
  after: number;
  listener: LogListener;
}
