import { setTimeout as wait } from 'node:timers/promises';
import type { TurnOutput } from './copying-journal.ts';
import { EngineUnavailable, type ReplicatedLog } from './engine/engine.ts';
import { joinTurns, type SealedTurn } from './turn.ts';

/** After this time entries are appended again, ms. */
const RETRY_AFTER = 100;

interface Entry {
  bytes: Uint8Array;
  acknowledge: () => void;
}

/** Appends the turns of the process that writes to the log, each as one entry behind the one before. */
export class LogWriter implements TurnOutput {
  readonly #log: ReplicatedLog;
  readonly #fail: (error: Error) => void;
  /** The last entry that the log has confirmed. */
  #confirmed: number;
  /** Entries behind it, oldest first. */
  #entries: Entry[] = [];
  #isRetrying = false;
  #hasFailed = false;

  /** `last`: the last entry of the log. `fail` is called once, when another process has appended. */
  constructor(log: ReplicatedLog, last: number, fail: (error: Error) => void) {
    this.#log = log;
    this.#confirmed = last;
    this.#fail = fail;
  }

  append({ bytes }: SealedTurn, acknowledge: () => void): void {
    this.#entries.push({ bytes: joinTurns([bytes]), acknowledge });
    if (!this.#isRetrying) void this.#send(this.#entries.length - 1);
  }

  /** The other processes get the turns from the log. */
  release(): void {}

  /** Appends nothing any more. */
  close(): void {
    this.#hasFailed = true;
  }

  async #send(at: number): Promise<void> {
    const entry = this.#entries[at]!;
    try {
      const sequence = await this.#log.append(entry.bytes, this.#confirmed + at);
      this.#confirm(sequence);
    } catch (error) {
      if (error instanceof EngineUnavailable) await this.#retry();
      else if (!this.#hasFailed) {
        this.#hasFailed = true;
        this.#fail(error as Error);
      }
    }
  }

  /** Confirmations come in order. */
  #confirm(sequence: number): void {
    const count = sequence - this.#confirmed;
    this.#confirmed = Math.max(this.#confirmed, sequence);
    for (const { acknowledge } of this.#entries.splice(0, Math.max(0, count))) acknowledge();
  }

  /** Appends all entries again that are not confirmed, from the oldest, until the log confirms them. */
  async #retry(): Promise<void> {
    if (this.#isRetrying || this.#hasFailed) return;
    this.#isRetrying = true;
    while (this.#entries.length > 0 && !this.#hasFailed) {
      await wait(RETRY_AFTER);
      try {
        this.#confirm(await this.#log.append(this.#entries[0]!.bytes, this.#confirmed));
      } catch (error) {
        if (error instanceof EngineUnavailable) continue;
        this.#hasFailed = true;
        this.#fail(error as Error);
      }
    }
    this.#isRetrying = false;
  }
}
