import { setTimeout as wait } from 'node:timers/promises';
import { ChangeSetConflict } from '../db/node-sqlite.ts';
import { immediateJournal } from '../journal/journal.ts';
import type { ClusterNode } from './cluster-node.ts';
import { type Engine, EngineUnavailable, type HeldLease, type LeaseHolder, LogFenced } from './engine/engine.ts';
import { CopyDiverged, type Follower } from './follower.ts';
import { LogWriter } from './log-writer.ts';
import { type replicationRepository, UNKNOWN_SEQUENCE } from './repository.ts';
import { splitTurns } from './turn.ts';

/** How often a process that has the lease tries to open the log for itself, ms. */
const RETRY_AFTER = 100;
/** How long the log may take to confirm the last turns of a process that steps down, ms. */
const LAST_CONFIRMATIONS = 10_000;
/** A process that stepped down lets others take the lease for this time, ms. */
const REST = 5000;
/** An entry without a turn: a new writer puts it behind the last one, so that older writers cannot append any more. */
const FENCE = new Uint8Array(0);

export interface ReplicaOptions {
  engine: Engine;
  node: ClusterNode;
  replication: ReturnType<typeof replicationRepository>;
  /** This process begins to write: its jobs may start. */
  onWriting(): void;
  /** Another process may write now; this one follows. */
  onFollowing(): void;
  /** This copy cannot be continued, or another process writes: this one must end. It starts again as a new one. */
  onLost(error: Error): void;
}

/**
 * One machine's copy of a database that several machines share through a log. It follows the log. When nobody has the
 * lease, it tries to take it, and then writes until it steps down or its process ends.
 *
 * The log is the fence between writers, not the lease. A writer opens with an entry of its own behind all others. From
 * then on the log rejects what older writers append.
 */
export class Replica {
  readonly #options: ReplicaOptions;
  #follower: Follower;
  /** The last entry of the log that is in this copy. */
  #sequence: number;
  #waiting: { sequence: number; resolve: () => void }[] = [];
  #holder: LeaseHolder | undefined;
  #lease: HeldLease | undefined;
  #writer: LogWriter | undefined;
  /** Tries to take the lease and to open the log; undefined: it does not. */
  #opening: Promise<void> | undefined;
  #isClosed = false;
  /** Until then this process does not take the lease, ms. */
  #restsUntil = 0;
  /** How many bytes of entries were applied. */
  #applied = 0;

  private constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#follower = options.node.follow();
    this.#sequence = options.replication.position().sequence;
  }

  /** Begins to follow the log behind the position of this copy. */
  static async start(options: ReplicaOptions): Promise<Replica> {
    const replica = new Replica(options);
    const { engine } = options;
    await engine.log.follow(replica.#sequence, {
      onEntry: (sequence, entry) => replica.#onEntry(sequence, entry),
      onGap: (first) => replica.#lose(new Error(`the log begins at entry ${first}, and this copy is older`)),
    });
    await engine.lease.watch((holder) => replica.#onHolder(holder));
    return replica;
  }

  /** The process that has the lease; undefined: nobody, or this one, but it does not write yet or any more. */
  get holder(): LeaseHolder | undefined {
    const { node } = this.#options;
    return node.isFollower && this.#holder?.node === node.name ? undefined : this.#holder;
  }

  /** The last entry of the log that is in this copy. */
  get sequence(): number {
    return this.#writer?.confirmed ?? this.#sequence;
  }

  /** How many bytes of entries came into this copy since the start. */
  get bytes(): number {
    return this.#applied + (this.#writer?.bytes ?? 0);
  }

  get isWriting(): boolean {
    return this.#writer !== undefined;
  }

  /** Waits until this copy has what is in the log now. Throws EngineUnavailable. */
  async catchUp(): Promise<void> {
    const { last } = await this.#options.engine.log.bounds();
    await this.#reached(last);
  }

  /**
   * Lets another process write. The copy here is complete then, and follows. Throws EngineUnavailable if the log does
   * not confirm the last turns; then this process goes on writing.
   */
  async stepDown(): Promise<void> {
    const writer = this.#writer;
    if (!writer || this.#isClosed) return;
    const { node } = this.#options;
    node.pauseWriting();
    if (!(await writer.confirms(writer.getSequence(node.turn), LAST_CONFIRMATIONS))) {
      node.resumeWriting();
      throw new EngineUnavailable('The NATS servers do not confirm the last changes.');
    }
    writer.close();
    this.#sequence = writer.confirmed;
    this.#applied += writer.bytes;
    this.#writer = undefined;
    this.#storePosition(this.#sequence);
    this.#follower = node.follow();
    this.#restsUntil = Math.max(this.#restsUntil, performance.now() + REST);
    this.#options.onFollowing();
    const lease = this.#lease;
    this.#lease = undefined;
    await lease?.release();
    setTimeout(() => this.#onHolder(this.#holder), REST).unref();
  }

  /**
   * Takes the lease never again, because this process stops. Resolves when it writes or not: what it has begun is
   * complete then, unless the engine is not available.
   */
  async abstain(): Promise<void> {
    this.#restsUntil = Number.POSITIVE_INFINITY;
    await Promise.race([this.#opening, wait(LAST_CONFIRMATIONS, undefined, { ref: false })]);
  }

  /** Where a turn of this copy is in the log, after the log confirmed it; undefined: it does not. */
  async findConfirmedSequence(turn: number): Promise<number | undefined> {
    const writer = this.#writer;
    if (!writer) return undefined;
    const sequence = writer.getSequence(turn);
    return (await writer.confirms(sequence, LAST_CONFIRMATIONS)) ? sequence : undefined;
  }

  /** Ends all work. The lease stays until it expires. */
  close(): void {
    this.#isClosed = true;
    this.#writer?.close();
  }

  /** The next start continues this copy from there, or replaces it if the place is not known. */
  #storePosition(sequence: number): void {
    const { node, replication } = this.#options;
    const { epoch, turn, hash } = replication.position();
    try {
      node.writeLocal(() => replication.setPosition(epoch, turn, hash, sequence));
    } catch (error) {
      // The place of a copy that wrote stays unknown, so it is replaced when there is space.
      if (!node.isDiskFull) throw error;
    }
  }

  /** Without space, SQLite also reports a conflict. The copy can be continued when there is space. */
  #onUnapplied(error: Error): void {
    const isFull = this.#options.node.isDiskFull;
    const isDifferent = error instanceof CopyDiverged || error instanceof ChangeSetConflict;
    if (isDifferent && !isFull) this.#storePosition(UNKNOWN_SEQUENCE);
    this.#lose(isFull ? new Error('the disk of this machine is full') : error);
  }

  /** All turns of an entry are applied in one uninterrupted block. */
  #onEntry(sequence: number, entry: Uint8Array): void {
    if (this.#writer || this.#isClosed || sequence <= this.#sequence) return;
    try {
      this.#apply(sequence, splitTurns(entry));
    } catch (error) {
      this.#onUnapplied(error as Error);
      return;
    }
    this.#sequence = sequence;
    this.#applied += entry.length;
    const ready = this.#waiting.filter((each) => each.sequence <= sequence);
    this.#waiting = this.#waiting.filter((each) => each.sequence > sequence);
    for (const { resolve } of ready) resolve();
  }

  /** The entry is in the copy when its last turn is. */
  #apply(sequence: number, turns: readonly Uint8Array[]): void {
    for (const [at, turn] of turns.entries())
      this.#follower.apply(turn, at === turns.length - 1 ? sequence : sequence - 1);
  }

  #onHolder(holder: LeaseHolder | undefined): void {
    this.#holder = holder;
    const mayTry = !this.#lease && !this.#isClosed && performance.now() >= this.#restsUntil;
    if (!holder && mayTry) this.#opening ??= this.#tryToWrite().finally(() => (this.#opening = undefined));
  }

  async #tryToWrite(): Promise<void> {
    try {
      this.#lease = await this.#options.engine.lease.tryAcquire(() => this.#lose(new LogFenced('another node writes')));
      if (this.#lease) await this.#open(this.#lease);
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) this.#lose(error as Error);
    }
  }

  /** Reads the log to its end, puts the fence behind it, and begins to write. */
  async #open(lease: HeldLease): Promise<void> {
    const { engine, node, onWriting } = this.#options;
    while (!this.#isClosed)
      try {
        const { last } = await engine.log.bounds();
        await this.#reached(last);
        const fence = await engine.log.append(FENCE, this.#sequence);
        await this.#reached(fence);
        const fail = (error: Error) => this.#lose(error);
        const writer = new LogWriter(engine.log, { sequence: fence, turn: node.turn, fail });
        this.#writer = writer;
        const stalledFor = () => writer.stalledFor;
        node.write({ epoch: lease.epoch, output: writer, local: immediateJournal, stalledFor });
        return onWriting();
      } catch (error) {
        // An older writer appended meanwhile, or the servers of the engine do not answer.
        if (!(error instanceof LogFenced || error instanceof EngineUnavailable)) throw error;
        await wait(RETRY_AFTER);
      }
  }

  async #reached(sequence: number): Promise<void> {
    if (sequence <= this.#sequence) return;
    await new Promise<void>((resolve) => this.#waiting.push({ sequence, resolve }));
  }

  #lose(error: Error): void {
    if (this.#isClosed) return;
    this.close();
    // Requests that arrive until the process ends are for the next writer.
    this.#options.node.pauseWriting();
    this.#options.onLost(error);
  }
}
