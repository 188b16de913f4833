import type { Confirmation, Journal } from '../journal/journal.ts';
import type { SealedTurn } from './turn.ts';
import type { TurnRecorder } from './turn-recorder.ts';

/** Where the process that writes puts its turns. */
export interface TurnOutput {
  /** Takes a committed turn, in order. Calls `acknowledge` when it survives what the output promises to survive. */
  append(turn: SealedTurn, acknowledge: () => void): void;
  /** These turns are durable here, too: other processes may have them. */
  release(turns: readonly SealedTurn[]): void;
}

interface Waiting {
  position: number;
  turn: SealedTurn | undefined;
  isAcknowledged: boolean;
}

interface Options {
  recorder: TurnRecorder;
  output: TurnOutput;
  /** Makes turns durable on this machine. */
  local: (confirmation: Confirmation) => Journal;
}

/** The journal of the process that writes: a turn is durable when its file and its output have it. */
export class CopyingJournal implements Journal {
  readonly copies: TurnRecorder;
  readonly #confirmation: Confirmation;
  readonly #output: TurnOutput;
  readonly #local: Journal;
  /** Turns that are not durable yet, oldest first. */
  #waiting: Waiting[] = [];
  /** What the local journal has confirmed. */
  #saved = 0;

  constructor(confirmation: Confirmation, { recorder, output, local }: Options) {
    this.copies = recorder;
    this.#confirmation = confirmation;
    this.#output = output;
    this.#local = local({
      confirm: (position) => {
        this.#saved = position;
        this.#confirm();
      },
      commitsFailed: (error) => confirmation.commitsFailed(error),
    });
  }

  get pause(): Promise<void> | undefined {
    return this.#local.pause;
  }

  append(position: number): void {
    const turn = this.copies.take();
    const waiting: Waiting = { position, turn, isAcknowledged: turn === undefined };
    this.#waiting.push(waiting);
    if (turn)
      this.#output.append(turn, () => {
        waiting.isAcknowledged = true;
        this.#confirm();
      });
    this.#local.append(position);
  }

  appendLazily(): void {
    this.#local.appendLazily?.();
  }

  beforeTurn(): void {
    this.#local.beforeTurn();
  }

  /** At once, because the output takes turns one after the other, also during a sync. */
  whenReady(commit: () => void): void {
    commit();
  }

  /** The output may still lack turns: nobody got an answer to them. */
  flush(): void {
    this.#local.flush();
  }

  close(): () => void {
    return this.#local.close();
  }

  #confirm(): void {
    let count = 0;
    for (const { position, isAcknowledged } of this.#waiting) {
      if (!isAcknowledged || position > this.#saved) break;
      count += 1;
    }
    if (count === 0) return;
    const durable = this.#waiting.splice(0, count);
    this.#output.release(durable.flatMap(({ turn }) => turn ?? []));
    this.#confirmation.confirm(durable.at(-1)!.position);
  }
}
