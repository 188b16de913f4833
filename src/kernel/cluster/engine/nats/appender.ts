import type { MsgHdrs } from '@nats-io/transport-node';
import { EngineUnavailable, LogFenced } from '../engine.ts';
import { ATTEMPT, type Context, PAUSE, pause, unavailable } from './connection.ts';
import type { Entries, Message } from './entries.ts';

/** The server rejects a message that does not follow the expected one with these codes. */
const WRONG_SEQUENCE = [10071, 10164];
/** What one message or atomic batch may contain. The server allows 1,000 messages. */
const GROUP_ENTRIES = 128;
const GROUP_BYTES = 4 * 2 ** 20;

/** A server that ends may lose what is on its way, so the first attempt is short, in ms. A repetition is harmless. */
const FIRST_ATTEMPT = 500;

/** An append that was not answered yet. */
interface Pending {
  readonly entry: Uint8Array;
  readonly sequence: number;
  readonly deadline: number;
  readonly resolve: (sequence: number) => void;
  readonly reject: (error: unknown) => void;
  message?: Message;
}

/**
 * Appends to the log. One message is in flight at a time. All entries that are appended meanwhile follow together, as
 * an atomic batch.
 *
 * Sending message after message without waiting would be unsafe. The server compares only the sequence of the last
 * message. If another writer took the place of the first one, the second would be stored behind the other writer's.
 */
export class Appender {
  readonly #context: Context;
  readonly #entries: Entries;
  /** The last entry that this node received. */
  readonly #received: () => number;
  #pending: Pending[] = [];
  #isRunning = false;
  #batch = 0;
  /** The oldest entry that was not appended, and why. */
  #failed: { sequence: number; error: unknown } | undefined;

  constructor(context: Context, entries: Entries, received: () => number) {
    this.#context = context;
    this.#entries = entries;
    this.#received = received;
  }

  async append(entry: Uint8Array, previous: number): Promise<number> {
    // A caller that does not know of a failure yet would append behind an entry that it does not know either.
    if (this.#failed && previous >= this.#failed.sequence && previous > this.#received()) throw this.#failed.error;
    this.#failed = undefined;
    return new Promise((resolve, reject) => {
      const deadline = performance.now() + this.#context.timeLimit;
      this.#pending.push({ entry, sequence: previous + 1, deadline, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Entries of the same turn belong together.
    await undefined;
    while (this.#pending.length > 0) {
      try {
        const stored = await this.#store(await this.#nextGroup());
        for (const { resolve, sequence } of this.#pending.splice(0, stored)) resolve(sequence);
      } catch (error) {
        this.#failed = { sequence: this.#pending[0]!.sequence, error };
        for (const { reject } of this.#pending.splice(0)) reject(error);
      }
    }
    this.#isRunning = false;
  }

  /** The oldest entries that follow each other and fit into one batch. */
  async #nextGroup(): Promise<Pending[]> {
    const group: Pending[] = [];
    let bytes = 0;
    for (const pending of this.#pending.slice(0, GROUP_ENTRIES)) {
      const before = group.at(-1);
      const isNext = !before || before.sequence === pending.sequence - 1;
      const message = isNext && (pending.message ??= await this.#encode(pending));
      if (!message || (before && bytes + message.data.length > GROUP_BYTES)) break;
      bytes += message.data.length;
      group.push(pending);
    }
    return group;
  }

  async #encode({ entry, sequence }: Pending): Promise<Message> {
    return this.#entries.encode(entry, sequence);
  }

  /** Stores entries. Returns how many of them are stored, at least one. Throws LogFenced or EngineUnavailable. */
  async #store(group: readonly Pending[]): Promise<number> {
    for (let timeout = FIRST_ATTEMPT; ; timeout = Math.min(2 * timeout, ATTEMPT)) {
      let failure: unknown;
      try {
        await this.#publish(group, timeout);
        return group.length;
      } catch (error) {
        failure = error;
        if (this.#isWrongSequence(error)) {
          const stored = await this.#countStored(group);
          if (stored > 0) return stored;
        }
      }
      const isLate = performance.now() > group[0]!.deadline;
      if (isLate || this.#context.connection.isClosed()) throw unavailable('The log does not answer', failure);
      await pause(PAUSE);
    }
  }

  async #publish(group: readonly Pending[], timeout: number): Promise<void> {
    const { js, names, instance } = this.#context;
    const [first] = group;
    const lastSequence = first!.sequence - 1;
    if (group.length === 1) {
      const { data, headers } = first!.message!;
      await js.publish(names.log, data, { headers: this.#headers(headers), expect: { lastSequence }, timeout });
      return;
    }
    const id = `${instance}-${(this.#batch += 1)}`;
    for (const [at, { message }] of group.entries()) {
      const headers = this.#headers(message!.headers);
      headers.set('Nats-Batch-Id', id);
      headers.set('Nats-Batch-Sequence', `${at + 1}`);
      if (at === 0) headers.set('Nats-Expected-Last-Sequence', `${lastSequence}`);
      if (at < group.length - 1) this.#context.connection.publish(names.log, message!.data, { headers });
      else await this.#commit(message!.data, headers, timeout);
    }
  }

  async #commit(data: Uint8Array, headers: MsgHdrs, timeout: number): Promise<void> {
    headers.set('Nats-Batch-Commit', '1');
    await this.#context.js.publish(this.#context.names.log, data, { headers, timeout });
  }

  #headers(values: Readonly<Record<string, string>>): MsgHdrs {
    const headers = this.#context.packages.headers();
    for (const [name, value] of Object.entries(values)) headers.set(name, value);
    return headers;
  }

  #isWrongSequence(error: unknown): boolean {
    return error instanceof this.#context.packages.JetStreamApiError && WRONG_SEQUENCE.includes(error.code);
  }

  /**
   * How many of these entries are in the log, because an earlier attempt stored them although its answer was lost.
   * Throws LogFenced if another entry is in the place of the first. Throws EngineUnavailable if the entry before the
   * first is missing. Returns 0 if nobody knows yet.
   */
  async #countStored(group: readonly Pending[]): Promise<number> {
    for (const [at, { sequence, message }] of group.entries()) {
      const stored = await this.#read(sequence);
      if (stored && this.#entries.isSame({ data: stored.data, headers: stored.header }, message!)) continue;
      if (at > 0) return at;
      if (stored) throw new LogFenced(`Another writer has appended the log entry ${sequence}.`);
      if (sequence > 1 && (await this.#isMissing(sequence - 1)))
        throw new EngineUnavailable(`The log entry ${sequence - 1} does not exist, so none can be behind it.`);
      return 0;
    }
    return group.length;
  }

  /** Only the leader answers this. What it has stored is final. */
  async #read(sequence: number) {
    const { jsm, names } = this.#context;
    return jsm.streams.getMessage(names.logStream, { seq: sequence }).catch(() => undefined);
  }

  async #isMissing(sequence: number): Promise<boolean> {
    const { jsm, names } = this.#context;
    const info = await jsm.streams.info(names.logStream).catch(() => undefined);
    return info !== undefined && info.state.last_seq < sequence;
  }
}
