import type { Closable, LogListener, ReplicatedLog } from '../engine.ts';
import { Appender } from './appender.ts';
import { type Context, retryAttempt } from './connection.ts';
import { Entries } from './entries.ts';
import type { Files } from './files.ts';
import { Follower } from './follower.ts';

/** The log as a stream. The sequence of an entry is that of its message. */
export class NatsLog implements ReplicatedLog {
  readonly #context: Context;
  readonly #entries: Entries;
  readonly #appender: Appender;
  readonly #followers = new Set<Follower>();

  constructor(context: Context, files: Files) {
    this.#context = context;
    this.#entries = new Entries(context, files);
    this.#appender = new Appender(context, this.#entries, () => this.#received());
  }

  append(entry: Uint8Array, previous: number): Promise<number> {
    return this.#appender.append(entry, previous);
  }

  async follow(after: number, listener: LogListener): Promise<Closable> {
    const follower = new Follower({ context: this.#context, entries: this.#entries, after, listener });
    this.#followers.add(follower);
    follower.start();
    return {
      close: async () => {
        this.#followers.delete(follower);
        follower.close();
      },
    };
  }

  #received(): number {
    return Math.max(0, ...[...this.#followers].map(({ position }) => position));
  }

  async bounds(): Promise<{ first: number; last: number }> {
    const { jsm, names } = this.#context;
    const { state } = await retryAttempt(this.#context, 'The log cannot be read', () =>
      jsm.streams.info(names.logStream),
    );
    return { first: Math.max(1, state.first_seq), last: state.last_seq };
  }

  async trim(sequence: number): Promise<void> {
    const { jsm, names } = this.#context;
    const { last } = await this.bounds();
    await retryAttempt(this.#context, 'The log cannot be trimmed', async () => {
      await jsm.streams.purge(names.logStream, { seq: Math.min(sequence, last) + 1 });
      await this.#entries.trim(sequence);
    });
  }

  close(): void {
    for (const follower of this.#followers) follower.close();
  }
}
