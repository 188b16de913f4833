import type { Journal } from '../journal/journal.ts';

/**
 * What follows from a turn, once it is durable. `atCommit` runs before, and returns that. `record` describes it for
 * other processes.
 */
type Effect = { run: () => void } | { atCommit: () => () => void; record?: (() => unknown) | undefined };

/** The writes of one turn, and what follows from them. */
export interface Turn {
  effects: Effect[];
  /** Run in the transaction, at its end. */
  preparations: (() => void)[];
  /** A turn that changed nothing needs no sync: it may only have published events. */
  hasChanges: boolean;
  /** Nobody waits for it: it becomes durable together with the next turn. */
  isLazy: boolean;
  /** In the journal; that of the turn before, if nothing changed or the turn is lazy. */
  position: number;
  /** When its COMMIT began, ms. */
  began: number;
  promise: Promise<void>;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** A turn that has written nothing yet. Nobody needs to wait for its promise. */
export function newTurn(): Turn {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => {});
  return {
    effects: [],
    preparations: [],
    hasChanges: false,
    isLazy: false,
    position: 0,
    began: 0,
    promise,
    resolve,
    reject,
  };
}

/** The descriptions of a turn's effects, for a journal that copies it. */
export function listRecords({ effects }: Turn): unknown[] {
  const records: unknown[] = [];
  for (const effect of effects) if ('record' in effect && effect.record) records.push(effect.record());
  return records;
}

/** Turns after their COMMIT, oldest first, until the journal confirms that they are durable. */
export class CommittedTurns {
  /** Called for each turn with the time from its COMMIT until it is durable, ms. */
  onDurable: ((ms: number) => void) | undefined;
  #turns: Turn[] = [];
  /** The position of the newest turn in the journal. */
  #appended = 0;
  /** The journal has confirmed all turns up to this position. */
  #confirmed = 0;
  readonly #afterTurn: (() => void)[] = [];

  /** The newest turn that is not known to be durable. */
  get last(): Turn | undefined {
    return this.#turns.at(-1);
  }

  /** For a new journal, which has no position yet. */
  countFromZero(): void {
    this.#appended = this.#confirmed = 0;
  }

  /** Runs `work` when turns became durable, after all their effects. */
  afterTurn(work: () => void): void {
    this.#afterTurn.push(work);
  }

  /** Adds a turn right after its COMMIT, and appends it to the journal. */
  add(turn: Turn, journal: Journal): void {
    turn.effects = turn.effects.map((effect) => ('run' in effect ? effect : { run: effect.atCommit() }));
    this.#turns.push(turn);
    const isAwaited = turn.hasChanges && !turn.isLazy;
    if (isAwaited) this.#appended += 1;
    turn.position = this.#appended;
    if (isAwaited) journal.append(turn.position);
    else {
      if (turn.hasChanges) journal.appendLazily?.();
      this.confirm(this.#confirmed);
    }
  }

  /** Publishes turns that are durable now: their effects in order, then replies. Polls are answered after both. */
  confirm(position: number): void {
    this.#confirmed = Math.max(this.#confirmed, position);
    const isDurable = (turn: Turn) => turn.position <= this.#confirmed;
    const durable = this.#turns.filter(isDurable);
    if (durable.length === 0) return;
    this.#turns = this.#turns.slice(durable.length);
    for (const { effects } of durable) for (const effect of effects) (effect as { run: () => void }).run();
    for (const work of this.#afterTurn) work();
    for (const { began, resolve } of durable) {
      this.onDurable?.(performance.now() - began);
      resolve();
    }
  }

  /** Rejects all turns: nobody knows whether they are on disk. */
  rejectAll(reason: Error): void {
    for (const turn of this.#turns.splice(0)) turn.reject(reason);
  }
}
