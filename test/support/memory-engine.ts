import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  type Announcement,
  type Closable,
  type Engine,
  type EngineServer,
  EngineUnavailable,
  type HeldLease,
  type Lease,
  type LeaseHolder,
  LogFenced,
  type LogListener,
  type NodeRegistry,
  type ReplicatedLog,
  type Snapshot,
  type SnapshotDescription,
  SnapshotMissing,
  type SnapshotStore,
} from '../../src/kernel/cluster/engine/engine.ts';

const KEPT_SNAPSHOTS = 2;

/** An append whose acknowledgement a test sends. */
interface HeldAppend {
  sequence: number;
  resolve: (sequence: number) => void;
  reject: (error: Error) => void;
}

/**
 * The servers of an engine, in memory. `node` returns the engine as one node sees it, with the controls of the network
 * between this node and the servers. Nothing happens by time: leases expire when a test says so.
 */
export class MemoryCluster {
  readonly nodes: MemoryEngine[] = [];
  readonly entries = new Map<number, { bytes: Uint8Array; by: MemoryEngine }>();
  first = 1;
  last = 0;
  holder: LeaseHolder | undefined;
  /** Of the newest grant of the lease. */
  epoch = 0;
  snapshots: { snapshot: Snapshot; content: Buffer }[] = [];
  #hasQuorum = true;

  node(name: string): MemoryEngine {
    const engine = new MemoryEngine(name, this);
    this.nodes.push(engine);
    return engine;
  }

  /** The lease expires although its holder did not release it, as if it had not been renewed. */
  expireLease(): void {
    this.setHolder(undefined);
  }

  /** From now on, nothing is stored and nothing can be read, until the quorum is back. */
  set hasQuorum(hasQuorum: boolean) {
    this.#hasQuorum = hasQuorum;
    for (const node of this.nodes) node.log.deliver();
  }

  get hasQuorum(): boolean {
    return this.#hasQuorum;
  }

  setHolder(holder: LeaseHolder | undefined): void {
    this.holder = holder;
    for (const node of this.nodes) node.lease.onChange();
  }

  nodesChanged(): void {
    for (const node of this.nodes) node.nodes.notify();
  }
}

/** The engine as one node sees it. */
export class MemoryEngine implements Engine {
  readonly name: string;
  readonly cluster: MemoryCluster;
  readonly log: MemoryLog;
  readonly lease: MemoryLease;
  readonly nodes: MemoryNodes;
  readonly snapshots: MemorySnapshots;
  isPartitioned = false;
  isKilled = false;

  constructor(name: string, cluster: MemoryCluster) {
    this.name = name;
    this.cluster = cluster;
    this.log = new MemoryLog(this);
    this.lease = new MemoryLease(this);
    this.nodes = new MemoryNodes(this);
    this.snapshots = new MemorySnapshots(this);
  }

  get isReachable(): boolean {
    return !this.isPartitioned && !this.isKilled && this.cluster.hasQuorum;
  }

  get lastContact(): number {
    return this.isPartitioned ? Number.NEGATIVE_INFINITY : performance.now();
  }

  /** Throws if this node cannot reach the servers. Like a real one, it never answers in the same turn. */
  async reach(): Promise<void> {
    await new Promise(setImmediate);
    if (!this.isReachable) throw new EngineUnavailable('The engine cannot be reached.');
  }

  /** Cuts this node off: its calls fail, it receives nothing, and others do not see it. It keeps the lease. */
  partition(): void {
    this.isPartitioned = true;
    this.cluster.nodesChanged();
  }

  heal(): void {
    this.isPartitioned = false;
    this.lease.renew();
    this.log.deliver();
    this.cluster.nodesChanged();
  }

  /** Ends this node as `kill -9` does: nothing that waits is settled, and the lease stays until it expires. */
  kill(): void {
    this.isKilled = true;
    this.log.drop();
    this.cluster.nodesChanged();
  }

  async servers(): Promise<EngineServer[]> {
    await this.reach();
    return [{ name: 'memory', version: '1', isDurable: true, isReachable: true, isCurrent: true }];
  }

  async close(): Promise<void> {
    this.log.failHeld();
    this.kill();
  }
}

export class MemoryLog implements ReplicatedLog {
  readonly #engine: MemoryEngine;
  readonly #followers = new Set<MemoryFollower>();
  #heldAppends: HeldAppend[] = [];
  /** While this is set, tests send the acknowledgements of this node's appends. */
  holdsAcknowledgements = false;
  /** Appends of this node are lost on the way: they fail and nothing is stored. */
  losesAppends = false;
  /** Entries after this one are not delivered to this node yet. */
  #deliverable = Number.POSITIVE_INFINITY;
  /** How many appends have failed, and the newest that did. */
  #failures = 0;
  #failed: { sequence: number; error: unknown } | undefined;

  constructor(engine: MemoryEngine) {
    this.#engine = engine;
  }

  async append(entry: Uint8Array, previous: number): Promise<number> {
    const bytes = Uint8Array.from(entry);
    const failures = this.#failures;
    await new Promise(setImmediate);
    // What was in flight when another append failed fails too, whatever it would find in the log.
    if (failures !== this.#failures) throw this.#failed!.error;
    if (this.#failed && previous >= this.#failed.sequence && previous > this.#received()) throw this.#failed.error;
    this.#failed = undefined;
    try {
      this.#store(bytes, previous);
    } catch (error) {
      this.#failures += 1;
      this.#failed = { sequence: previous + 1, error };
      throw error;
    }
    if (!this.holdsAcknowledgements) return previous + 1;
    return new Promise((resolve, reject) => this.#heldAppends.push({ sequence: previous + 1, resolve, reject }));
  }

  #received(): number {
    return Math.max(0, ...[...this.#followers].map(({ position }) => position));
  }

  #store(bytes: Uint8Array, previous: number): void {
    const { cluster, isReachable } = this.#engine;
    if (this.losesAppends || !isReachable) throw new EngineUnavailable('The append was lost on the way.');
    const sequence = previous + 1;
    const existing = cluster.entries.get(sequence);
    if (existing?.by === this.#engine && Buffer.compare(existing.bytes, bytes) === 0) return;
    if (cluster.last > previous) throw new LogFenced(`Entry ${sequence} is by another writer.`);
    if (cluster.last < previous) throw new EngineUnavailable(`Entry ${previous} is not in the log.`);
    cluster.entries.set(sequence, { bytes, by: this.#engine });
    cluster.last = sequence;
    for (const node of cluster.nodes) node.log.deliver();
  }

  /** The entries that are stored, and whose acknowledgements are held. */
  get waiting(): number[] {
    return this.#heldAppends.map(({ sequence }) => sequence);
  }

  /** Sends the acknowledgements of these entries in this order, or of all that wait. */
  acknowledge(...sequences: number[]): void {
    for (const sequence of sequences.length > 0 ? sequences : this.waiting) this.#take(sequence)?.resolve(sequence);
  }

  /** Loses the acknowledgement of an entry that is stored. Those in flight behind it fail too. */
  loseAcknowledgement(sequence: number): void {
    const error = new EngineUnavailable('The acknowledgement was lost on the way.');
    for (const behind of this.waiting.filter((waiting) => waiting >= sequence)) this.#take(behind)?.reject(error);
  }

  /** Delivers no entry after this one to this node; `deliverAll` ends it. */
  deliverUpTo(sequence: number): void {
    this.#deliverable = sequence;
    this.deliver();
  }

  deliverAll(): void {
    this.deliverUpTo(Number.POSITIVE_INFINITY);
  }

  #take(sequence: number): HeldAppend | undefined {
    const held = this.#heldAppends.find((append) => append.sequence === sequence);
    this.#heldAppends = this.#heldAppends.filter((append) => append !== held);
    return held;
  }

  failHeld(): void {
    this.loseAcknowledgement(0);
  }

  drop(): void {
    this.#heldAppends = [];
    this.#followers.clear();
  }

  async follow(after: number, listener: LogListener): Promise<Closable> {
    const follower = new MemoryFollower(this.#engine, after, listener);
    this.#followers.add(follower);
    setImmediate(() => this.deliver());
    return { close: async () => void this.#followers.delete(follower) };
  }

  /** Delivers what followers of this node may receive, in a later turn. */
  deliver(): void {
    for (const follower of this.#followers)
      setImmediate(() => {
        while (this.#followers.has(follower) && this.#engine.isReachable)
          if (!follower.deliverNext(this.#deliverable)) break;
        if (follower.isEnded) this.#followers.delete(follower);
      });
  }

  async bounds(): Promise<{ first: number; last: number }> {
    await this.#engine.reach();
    return { first: this.#engine.cluster.first, last: this.#engine.cluster.last };
  }

  async trim(sequence: number): Promise<void> {
    const { cluster } = this.#engine;
    await this.#engine.reach();
    for (; cluster.first <= Math.min(sequence, cluster.last); cluster.first += 1) cluster.entries.delete(cluster.first);
  }
}

class MemoryFollower {
  readonly #engine: MemoryEngine;
  readonly #listener: LogListener;
  position: number;
  isEnded = false;

  constructor(engine: MemoryEngine, after: number, listener: LogListener) {
    this.#engine = engine;
    this.position = after;
    this.#listener = listener;
  }

  /** Returns whether there may be more to deliver. */
  deliverNext(upTo: number): boolean {
    const { cluster } = this.#engine;
    if (this.isEnded || this.position >= Math.min(cluster.last, upTo)) return this.#endAtGap();
    if (this.#endAtGap()) return false;
    this.position += 1;
    this.#listener.onEntry(this.position, cluster.entries.get(this.position)!.bytes);
    return true;
  }

  #endAtGap(): boolean {
    const { first } = this.#engine.cluster;
    if (this.isEnded || this.position + 1 >= first) return false;
    this.isEnded = true;
    this.#listener.onGap(first);
    return true;
  }
}

export class MemoryLease implements Lease {
  readonly #engine: MemoryEngine;
  readonly #watchers = new Set<(holder: LeaseHolder | undefined) => void>();
  /** What this node believes to hold. */
  #held: { epoch: number; onLost: () => void } | undefined;

  constructor(engine: MemoryEngine) {
    this.#engine = engine;
  }

  async tryAcquire(onLost: () => void): Promise<HeldLease | undefined> {
    const { cluster, name } = this.#engine;
    await this.#engine.reach();
    if (cluster.holder) return undefined;
    const held = { epoch: ++cluster.epoch, onLost };
    this.#held = held;
    cluster.setHolder({ node: name, epoch: held.epoch });
    return { epoch: held.epoch, release: () => this.#release(held) };
  }

  async #release(held: object): Promise<void> {
    if (this.#held !== held) return;
    this.#held = undefined;
    await this.#engine.reach();
    this.#engine.cluster.setHolder(undefined);
  }

  async holder(): Promise<LeaseHolder | undefined> {
    await this.#engine.reach();
    return this.#engine.cluster.holder;
  }

  async watch(onChange: (holder: LeaseHolder | undefined) => void): Promise<Closable> {
    this.#watchers.add(onChange);
    setImmediate(() => this.#notify(onChange));
    return { close: async () => void this.#watchers.delete(onChange) };
  }

  /** Takes an expired lease back, as the next renewal does, if nobody else had it since. */
  renew(): void {
    const { cluster, name } = this.#engine;
    const isOurs = this.#held?.epoch === cluster.epoch && !cluster.holder;
    if (isOurs) cluster.setHolder({ node: name, epoch: cluster.epoch });
    else this.onChange();
  }

  /** A node learns that it lost the lease when another node has had it, and when it reaches the servers. */
  onChange(): void {
    if (!this.#engine.isReachable) return;
    const held = this.#held;
    if (held && held.epoch < this.#engine.cluster.epoch) {
      this.#held = undefined;
      setImmediate(held.onLost);
    }
    for (const onChange of this.#watchers) this.#notify(onChange);
  }

  #notify(onChange: (holder: LeaseHolder | undefined) => void): void {
    if (this.#watchers.has(onChange) && this.#engine.isReachable) onChange(this.#engine.cluster.holder);
  }
}

export class MemoryNodes implements NodeRegistry {
  readonly #engine: MemoryEngine;
  readonly #watchers = new Set<(nodes: readonly Announcement[]) => void>();
  #current: (() => Announcement) | undefined;

  constructor(engine: MemoryEngine) {
    this.#engine = engine;
  }

  announce(current: () => Announcement): void {
    this.#current = current;
    this.refresh();
  }

  refresh(): void {
    this.#engine.cluster.nodesChanged();
  }

  async list(): Promise<Announcement[]> {
    await new Promise(setImmediate);
    return this.#seen();
  }

  watch(onChange: (nodes: readonly Announcement[]) => void): Closable {
    this.#watchers.add(onChange);
    this.notify();
    return { close: async () => void this.#watchers.delete(onChange) };
  }

  notify(): void {
    for (const onChange of this.#watchers)
      setImmediate(() => this.#watchers.has(onChange) && !this.#engine.isKilled && onChange(this.#seen()));
  }

  #seen(): Announcement[] {
    const { nodes } = this.#engine.cluster;
    return nodes
      .filter((node) => node === this.#engine || this.#canReach(node))
      .filter(({ isKilled, nodes }) => !isKilled && nodes.#current)
      .map(({ nodes }) => nodes.#current!())
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #canReach({ isPartitioned }: MemoryEngine): boolean {
    return !isPartitioned && !this.#engine.isPartitioned;
  }
}

export class MemorySnapshots implements SnapshotStore {
  readonly #engine: MemoryEngine;

  constructor(engine: MemoryEngine) {
    this.#engine = engine;
  }

  async put(path: string, description: SnapshotDescription): Promise<Snapshot> {
    const { cluster } = this.#engine;
    const content = readFileSync(path);
    await this.#engine.reach();
    const sha256 = createHash('sha256').update(content).digest('hex');
    const snapshot = { ...description, bytes: content.length, sha256 };
    const all = [...cluster.snapshots, { snapshot, content }].sort((a, b) => a.snapshot.position - b.snapshot.position);
    cluster.snapshots = all.slice(-KEPT_SNAPSHOTS);
    return snapshot;
  }

  async newest(): Promise<Snapshot | undefined> {
    await this.#engine.reach();
    return this.#engine.cluster.snapshots.at(-1)?.snapshot;
  }

  async get(snapshot: Snapshot, path: string): Promise<void> {
    await this.#engine.reach();
    const found = this.#engine.cluster.snapshots.find((other) => other.snapshot.sha256 === snapshot.sha256);
    if (!found) throw new SnapshotMissing(`The snapshot at ${snapshot.position} was replaced by newer ones.`);
    writeFileSync(path, found.content, { flag: 'wx' });
  }
}
