import type { Subscription } from '@nats-io/transport-node';
import { type Context, retryAttempt } from './connection.ts';

const WRONG_SEQUENCE = [10071, 10164];

/** The newest value of a subject. */
export interface Value<T> {
  readonly value: T;
  /** Rises with each change of any subject. */
  readonly revision: number;
  /** When it was written, by the clock of the leader, in ms. */
  readonly writtenAt: number;
}

/** Small values in a stream that keeps the newest one of each subject. Only the leader reads and writes. */
export class State {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async read<T>(subject: string): Promise<Value<T> | undefined> {
    const { jsm, names } = this.#context;
    const message = await retryAttempt(this.#context, 'The state of the cluster cannot be read', () =>
      jsm.streams.getMessage(names.stateStream, { last_by_subj: subject }),
    );
    return message ? { value: message.json<T>(), revision: message.seq, writtenAt: message.time.getTime() } : undefined;
  }

  /** The time by the clock of the leader, in ms. */
  async now(): Promise<number> {
    const { jsm, names } = this.#context;
    const { ts } = await retryAttempt(this.#context, 'The state of the cluster cannot be read', () =>
      jsm.streams.info(names.stateStream),
    );
    return Date.parse(ts!);
  }

  /**
   * Writes a value if the newest one has this revision, which is 0 if there is none. Returns the new revision, or
   * undefined if another value is there. Throws other errors of the client; then the value may have been written.
   */
  async write(subject: string, value: unknown, revision: number): Promise<number | undefined> {
    const { js, packages } = this.#context;
    try {
      return (await js.publish(subject, JSON.stringify(value), { expect: { lastSubjectSequence: revision } })).seq;
    } catch (error) {
      if (error instanceof packages.JetStreamApiError && WRONG_SEQUENCE.includes(error.code)) return undefined;
      throw error;
    }
  }

  /** Calls `onValue` with each value that is written. */
  watch<T>(subject: string, onValue: (value: T) => void): Subscription {
    const { connection, names } = this.#context;
    return connection.subscribe(`${names.changed}${subject.slice(names.state.length)}`, {
      callback: (error, message) => {
        if (!error) onValue(message.json<T>());
      },
    });
  }
}
