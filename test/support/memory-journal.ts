import type { Confirmation, Journal } from '../../src/kernel/journal/journal.ts';

/**
 * A journal whose acknowledgements tests send: late, in any order, or never, as if the process had ended. Like a log on
 * several machines, it confirms a turn when this one and all before are acknowledged.
 */
export class MemoryJournal implements Journal {
  readonly #confirmation: Confirmation;
  readonly #acknowledged = new Set<number>();
  #appended = 0;
  #confirmed = 0;
  #isLost = false;
  /** Called with each turn as it is appended. */
  onAppend: (position: number) => void = () => {};
  pause: Promise<void> | undefined;

  constructor(confirmation: Confirmation) {
    this.#confirmation = confirmation;
  }

  append(position: number): void {
    this.#appended = position;
    this.onAppend(position);
  }

  beforeTurn(): void {}

  whenReady(commit: () => void): void {
    commit();
  }

  flush(): void {
    while (this.#confirmed < this.#appended && !this.#isLost) this.acknowledge(this.#confirmed + 1);
  }

  close(): () => void {
    return () => {};
  }

  /** The positions of turns that were appended and not acknowledged. */
  get waiting(): number[] {
    const positions = Array.from({ length: this.#appended - this.#confirmed }, (_, at) => this.#confirmed + 1 + at);
    return positions.filter((position) => !this.#acknowledged.has(position));
  }

  get confirmed(): number {
    return this.#confirmed;
  }

  acknowledge(position: number): void {
    if (this.#isLost) return;
    this.#acknowledged.add(position);
    const before = this.#confirmed;
    while (this.#acknowledged.delete(this.#confirmed + 1)) this.#confirmed += 1;
    if (this.#confirmed > before) this.#confirmation.confirm(this.#confirmed);
  }

  fail(error: Error): void {
    this.#isLost = true;
    this.#confirmation.commitsFailed(error);
  }

  /** From now on nothing is confirmed any more. */
  lose(): void {
    this.#isLost = true;
  }
}

/** Gives a server such a journal, after everything so far. */
export function useMemoryJournal(db: {
  useJournal(create: (confirmation: Confirmation) => Journal): void;
}): MemoryJournal {
  let journal!: MemoryJournal;
  db.useJournal((confirmation) => (journal = new MemoryJournal(confirmation)));
  return journal;
}
