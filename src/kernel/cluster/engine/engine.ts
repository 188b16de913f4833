/**
 * What a cluster needs of the engine under it: a replicated log, a lease, a list of nodes and a store of snapshots. An
 * engine keeps nothing of Klatch's meaning: entries are bytes. NATS JetStream implements it in nats/, a memory with
 * controls for tests in test/support/memory-engine.ts. Both pass the tests in test/kernel/cluster/engine/contract.ts.
 */
export interface Engine {
  readonly log: ReplicatedLog;
  readonly lease: Lease;
  readonly nodes: NodeRegistry;
  readonly snapshots: SnapshotStore;
  /** When this node last received a renewal of the lease, or something of another node, by `performance.now()`. */
  readonly lastContact: number;
  /** The servers of the engine, for `klatch cluster status`. Throws EngineUnavailable. */
  servers(): Promise<EngineServer[]>;
  /** Ends all work of this node, and releases neither the lease nor anything else that others rely on. */
  close(): Promise<void>;
}

/** A function that ends what was started. */
export interface Closable {
  close(): Promise<void>;
}

/**
 * A log that survives the loss of a minority of its servers. Its entries are numbered from 1, without gaps. The log is
 * the fence between writers: an entry gets its number only if nobody else took it before.
 */
export interface ReplicatedLog {
  /**
   * Appends `entry` directly behind the entry `previous`. Resolves with its sequence, which is `previous + 1`, when a
   * majority of the servers has it on disk.
   *
   * Appends may be in flight together, if each names the one before it and they are called in this order. The engine
   * stores an entry behind another one in flight only if that one is stored too, and is by this engine. An append is
   * idempotent: if an earlier call of the same engine already stored this entry there, it resolves. So after
   * EngineUnavailable the same entries can be appended again, from the oldest one.
   *
   * Throws LogFenced if the entry behind `previous` is another one. Then this one is not in the log, and never will be.
   * Throws EngineUnavailable if nobody knows within the time limit. Then the entry may be in the log, or appear later.
   * If an append fails, those in flight behind it fail too, and so do later ones behind entries that this node did not
   * receive. So a writer cannot append behind another one before it knows of it.
   */
  append(entry: Uint8Array, previous: number): Promise<number>;
  /**
   * Calls `onEntry` for each entry after `after`, in order, without gaps, and goes on until it is closed or a gap is
   * found. It reconnects by itself. An entry is delivered only when a majority has it. Resolves when it is set up;
   * entries may arrive before.
   */
  follow(after: number, listener: LogListener): Promise<Closable>;
  /**
   * The sequences of the first and the last entry. `first` is `last + 1` if there are no entries. A server that lost
   * its connection to the others may answer with old values, so only an append shows what the last entry is. Throws
   * EngineUnavailable.
   */
  bounds(): Promise<{ first: number; last: number }>;
  /** Deletes the entries up to and including `sequence`. Throws EngineUnavailable. */
  trim(sequence: number): Promise<void>;
}

export interface LogListener {
  /** Must not throw. */
  onEntry(sequence: number, entry: Uint8Array): void;
  /** Entries that should have come next were trimmed; `first` is the first that is left. Nothing is called after it. */
  onGap(first: number): void;
}

/**
 * At most one node believes for long that it is the writer. A lease cannot prevent that two nodes believe it for a
 * moment. The log prevents that both write.
 */
export interface Lease {
  /**
   * Takes the lease if nobody has it, and renews it from then on. Epochs only rise. `onLost` is called once, if another
   * node takes the lease. While the engine is not available, nobody can take it, so it is not lost.
   * Returns undefined if another node has it, or this one. Throws EngineUnavailable.
   */
  tryAcquire(onLost: () => void): Promise<HeldLease | undefined>;
  /** The node that has the lease now. Throws EngineUnavailable. */
  holder(): Promise<LeaseHolder | undefined>;
  /**
   * Calls `onChange` with the holder, or undefined when the lease has expired or was released. The first call comes
   * when the holder is known, at the latest after the time to live.
   */
  watch(onChange: (holder: LeaseHolder | undefined) => void): Promise<Closable>;
}

export interface LeaseHolder {
  readonly node: string;
  readonly epoch: number;
}

export interface HeldLease {
  readonly epoch: number;
  /** Lets others take the lease at once. `onLost` is not called any more. */
  release(): Promise<void>;
}

/** What a node tells the others about itself. */
export interface Announcement {
  readonly name: string;
  /** Where other nodes reach it. */
  readonly url: string;
  /** A leaving one stops for a moment, and continues the event queues of its clients when it is back. */
  readonly role: 'writer' | 'follower' | 'leaving';
  /** The last log entry that it has applied. */
  readonly position: number;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The nodes that are running. An announcement expires a few seconds after its node ends. */
export interface NodeRegistry {
  /** Announces this node from now on. `current` is called for each announcement. */
  announce(current: () => Announcement): void;
  /** Announces a change at once. */
  refresh(): void;
  /** All nodes, sorted by name. A process that just connected waits a moment for them to answer. */
  list(): Promise<Announcement[]>;
  /** Calls `onChange` with all nodes whenever one appears, changes or disappears. */
  watch(onChange: (nodes: readonly Announcement[]) => void): Closable;
}

export interface SnapshotDescription {
  /** The last log entry that the snapshot contains. */
  readonly position: number;
  readonly epoch: number;
  /** The version of the database schema. */
  readonly schema: number;
}

export interface Snapshot extends SnapshotDescription {
  readonly bytes: number;
  /** Of the file, in hexadecimal. */
  readonly sha256: string;
}

/** Keeps the two newest snapshots. */
export interface SnapshotStore {
  /**
   * Stores the file at `path`. The snapshot can be found when all of it is on the disks of a majority. Throws
   * EngineUnavailable; then nothing is stored.
   */
  put(path: string, description: SnapshotDescription): Promise<Snapshot>;
  newest(): Promise<Snapshot | undefined>;
  /** Writes the snapshot to a new file at `path`. Throws SnapshotMissing if it was replaced by newer ones meanwhile. */
  get(snapshot: Snapshot, path: string): Promise<void>;
}

export interface EngineServer {
  readonly name: string;
  readonly version: string;
  /** Whether it syncs each entry to disk before it confirms it. */
  readonly isDurable: boolean;
  /** Undefined if the engine does not have leaders. */
  readonly isLeader?: boolean;
  readonly isReachable: boolean;
  /** Whether it has all of the log. */
  readonly isCurrent: boolean;
}

/** Another writer has appended to the log. This node is not the writer any more. */
export class LogFenced extends Error {
  override name = 'LogFenced';
}

/** Too few servers answer, or none. What was asked for may have happened or not. */
export class EngineUnavailable extends Error {
  override name = 'EngineUnavailable';
}

/** The engine answers, and it is set up in a way that could lose data. The message says what to change. */
export class EngineMisconfigured extends Error {
  override name = 'EngineMisconfigured';
}

export class SnapshotMissing extends Error {
  override name = 'SnapshotMissing';
}
