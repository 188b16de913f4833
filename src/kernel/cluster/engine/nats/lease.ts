import { randomUUID } from 'node:crypto';
import type { Closable, HeldLease, Lease, LeaseHolder } from '../engine.ts';
import { type Context, unavailable } from './connection.ts';
import type { State, Value } from './state.ts';

/** A lease that was not renewed for this long can be taken, in ms. */
const TIME_TO_LIVE = 2_000;
const RENEWAL = TIME_TO_LIVE / 4;

/** The lease as it is stored. Without a node, it was released. */
interface Stored {
  node?: string;
  epoch: number;
  /** Distinguishes this holder from an earlier one of the same name. */
  token: string;
}

/**
 * The lease as a value that its holder writes again and again. Each write names the one before it, so the holder knows
 * if another node wrote in between. Each holder has a higher epoch than the one before.
 *
 * The last write stays when the lease expires. So while the servers elect a leader, and nobody can write, the holder
 * does not lose the lease, unless another node is faster afterwards.
 */
export class NatsLease implements Lease {
  readonly #context: Context;
  readonly #state: State;
  #holding: Holding | undefined;
  readonly #watches = new Set<Watch>();
  /** The newest write of the lease that this node read, and when it read it first. */
  #read = { revision: 0, since: 0 };

  constructor(context: Context, state: State) {
    this.#context = context;
    this.#state = state;
  }

  /** When a renewal arrived last, by `performance.now()`. */
  get lastRenewal(): number {
    return Math.max(0, ...[...this.#watches].map(({ lastRenewal }) => lastRenewal));
  }

  async tryAcquire(onLost: () => void): Promise<HeldLease | undefined> {
    const { names, node } = this.#context;
    if (this.#holding) return undefined;
    const now = await this.#state.now();
    const current = await this.#state.read<Stored>(names.lease);
    if (this.#holderOf(current, now)) return undefined;
    const epoch = (current?.value.epoch ?? 0) + 1;
    const stored = { node, epoch, token: randomUUID() };
    const revision = await this.#state
      .write(names.lease, stored, current?.revision ?? 0)
      .catch((error) => Promise.reject(unavailable('The lease cannot be taken', error)));
    if (revision === undefined) return undefined;
    const holding = new Holding({ context: this.#context, state: this.#state, stored, revision, onLost });
    this.#holding = holding;
    holding.onEnd = () => {
      if (this.#holding === holding) this.#holding = undefined;
    };
    holding.start();
    return { epoch, release: () => holding.release() };
  }

  async holder(): Promise<LeaseHolder | undefined> {
    const now = await this.#state.now();
    return this.#holderOf(await this.#state.read<Stored>(this.#context.names.lease), now);
  }

  /**
   * The holder at this time of the leading server. If another server wrote the value, its clock may have been ahead. So
   * a value that this node has known for too long is expired, whatever the clocks of the servers show.
   */
  #holderOf(current: Value<Stored> | undefined, now: number): LeaseHolder | undefined {
    if (!current?.value.node) return undefined;
    const { node, epoch } = current.value;
    if (this.#read.revision !== current.revision) this.#read = { revision: current.revision, since: performance.now() };
    const age = Math.max(now - current.writtenAt, performance.now() - this.#read.since);
    return age > TIME_TO_LIVE ? undefined : { node, epoch };
  }

  async watch(onChange: (holder: LeaseHolder | undefined) => void): Promise<Closable> {
    const watch = new Watch(this, this.#state, onChange);
    this.#watches.add(watch);
    watch.start(this.#context.names.lease);
    return {
      close: async () => {
        this.#watches.delete(watch);
        watch.close();
      },
    };
  }

  close(): void {
    this.#holding?.stop();
    for (const watch of this.#watches) watch.close();
  }
}

interface HoldingOptions {
  context: Context;
  state: State;
  stored: Stored;
  revision: number;
  onLost: () => void;
}

/** A lease that this node has, and renews. */
class Holding {
  readonly #options: HoldingOptions;
  #revision: number;
  #timer: NodeJS.Timeout | undefined;
  #renewal: Promise<void> | undefined;
  onEnd = (): void => {};

  constructor(options: HoldingOptions) {
    this.#options = options;
    this.#revision = options.revision;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    }, RENEWAL);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.onEnd();
  }

  async #renew(): Promise<void> {
    const { context, state, stored, onLost } = this.#options;
    try {
      const revision = await state.write(context.names.lease, stored, this.#revision);
      if (revision !== undefined) {
        this.#revision = revision;
        return;
      }
      const current = await state.read<Stored>(context.names.lease);
      // An earlier renewal was stored although its answer was lost.
      if (current?.value.token === stored.token) this.#revision = current.revision;
      else if (this.#timer) {
        this.stop();
        onLost();
      }
    } catch {
      // Nobody else can write either. The next renewal shows who has the lease.
    }
  }

  async release(): Promise<void> {
    if (!this.#timer) return;
    this.stop();
    await this.#renewal;
    const { context, state, stored } = this.#options;
    const { epoch, token } = stored;
    // If it fails, the lease expires.
    await state.write(context.names.lease, { epoch, token }, this.#revision).catch(() => {});
  }
}

/** Reports the holder as this node learns of it. */
class Watch {
  readonly #lease: Lease;
  readonly #state: State;
  readonly #onChange: (holder: LeaseHolder | undefined) => void;
  #holder: LeaseHolder | undefined;
  #isKnown = false;
  #isClosed = false;
  #expiry: NodeJS.Timeout | undefined;
  lastRenewal = 0;
  #unsubscribe = (): void => {};

  constructor(lease: Lease, state: State, onChange: (holder: LeaseHolder | undefined) => void) {
    this.#lease = lease;
    this.#state = state;
    this.#onChange = onChange;
  }

  start(subject: string): void {
    const subscription = this.#state.watch<Stored>(subject, ({ node, epoch }) => {
      this.lastRenewal = performance.now();
      this.#report(node === undefined ? undefined : { node, epoch });
    });
    this.#unsubscribe = () => subscription.unsubscribe();
    void this.#ask();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#expiry);
    this.#unsubscribe();
  }

  /** Renewals are missing, perhaps only because this process was busy. */
  async #ask(): Promise<void> {
    const holder = await this.#lease.holder().catch(() => undefined);
    this.#report(holder);
  }

  #report(holder: LeaseHolder | undefined): void {
    if (this.#isClosed) return;
    clearTimeout(this.#expiry);
    if (holder) this.#expiry = setTimeout(() => void this.#ask(), TIME_TO_LIVE);
    const isSame = this.#isKnown && holder?.node === this.#holder?.node && holder?.epoch === this.#holder?.epoch;
    this.#isKnown = true;
    this.#holder = holder;
    if (!isSame) this.#onChange(holder);
  }
}
