import { setTimeout as wait } from 'node:timers/promises';
import type { TurnOutput } from './copying-journal.ts';
import { EngineUnavailable, type ReplicatedLog } from './engine/engine.ts';
import { joinTurns, type SealedTurn } from './turn.ts';

/** After this time entries are appended again, ms. */
const RETRY_AFTER = 100;
/** Between two looks at what is confirmed, ms. */
const POLL_INTERVAL = 10;

interface Entry {
  bytes: Uint8Array;
  acknowledge: () => void;
  /** When it was appended first, ms. */
  since: number;
}

interface Start {
  /** The last entry of the log, and the last turn before it. */
  sequence: number;
  turn: number;
  /** Is called once, when another process has appended. */
  fail: (error: Error) => void;
}

/** Appends the turns of the process that writes to the log, each as one entry behind the one before. */
export class LogWriter implements TurnOutput {
  readonly #log: ReplicatedLog;
  readonly #start: Start;
  /** The last entry that the log has confirmed. */
  #confirmed: number;
  /** Entries behind it, oldest first. */
  #entries: Entry[] = [];
  #isRetrying = false;
  /** Nothing is appended or acknowledged any more: what follows a rejected entry would leave a gap in the turns. */
  #hasEnded = false;

  /** How many bytes were appended. */
  bytes = 0;

  constructor(log: ReplicatedLog, start: Start) {
    this.#log = log;
    this.#start = start;
    this.#confirmed = start.sequence;
  }

  /** The last entry that the log has confirmed. */
  get confirmed(): number {
    return this.#confirmed;
  }

  /** How long the oldest entry that is not confirmed waits, ms. It grows without a majority of the log's servers. */
  get stalledFor(): number {
    const [oldest] = this.#entries;
    return oldest === undefined ? 0 : performance.now() - oldest.since;
  }

  /** The entry that contains this turn, confirmed or not. Each turn is one entry. */
  getSequence(turn: number): number {
    return this.#start.sequence + turn - this.#start.turn;
  }

  /** Waits until the log has confirmed this entry. Returns false if it does not within the time, ms. */
  async confirms(sequence: number, timeLimit: number): Promise<boolean> {
    for (const until = performance.now() + timeLimit; this.#confirmed < sequence; await wait(POLL_INTERVAL))
      if (this.#hasEnded || performance.now() > until) return false;
    return true;
  }

  append({ bytes }: SealedTurn, acknowledge: () => void): void {
    if (this.#hasEnded) return;
    this.#entries.push({ bytes: joinTurns([bytes]), acknowledge, since: performance.now() });
    this.bytes += bytes.length;
    if (!this.#isRetrying) void this.#send(this.#entries.length - 1);
  }

  /** The other processes get the turns from the log. */
  release(): void {}

  /** Appends nothing any more. */
  close(): void {
    this.#hasEnded = true;
  }

  async #send(at: number): Promise<void> {
    const entry = this.#entries[at]!;
    try {
      const sequence = await this.#log.append(entry.bytes, this.#confirmed + at);
      this.#confirm(sequence);
    } catch (error) {
      if (error instanceof EngineUnavailable) await this.#retry();
      else this.#end(error as Error);
    }
  }

  #end(error: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#start.fail(error);
  }

  /** Confirmations come in order. */
  #confirm(sequence: number): void {
    if (this.#hasEnded) return;
    const count = sequence - this.#confirmed;
    this.#confirmed = Math.max(this.#confirmed, sequence);
    for (const { acknowledge } of this.#entries.splice(0, Math.max(0, count))) acknowledge();
  }

  /** Appends all entries again that are not confirmed, from the oldest, until the log confirms them. */
  async #retry(): Promise<void> {
    if (this.#isRetrying || this.#hasEnded) return;
    this.#isRetrying = true;
    while (this.#entries.length > 0 && !this.#hasEnded) {
      await wait(RETRY_AFTER);
      try {
        this.#confirm(await this.#log.append(this.#entries[0]!.bytes, this.#confirmed));
      } catch (error) {
        if (!(error instanceof EngineUnavailable)) this.#end(error as Error);
      }
    }
    this.#isRetrying = false;
  }
}
