import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Kernel } from '../kernel.ts';
import { describeCopy, stampCopy } from './copy-repository.ts';
import type { Directory } from './directory.ts';
import { type Engine, EngineUnavailable } from './engine/engine.ts';
import type { Replica } from './replica.ts';

/** A new node applies at most about as much before it follows. The log is limited to 1 GB. */
const DUE = { entries: 20_000, bytes: 200_000_000 };
const INTERVAL = 30_000;

interface Options {
  app: Kernel;
  engine: Engine;
  replica: Replica;
  directory: Directory;
  /** The name of this machine. */
  name: string;
  /** Copies the database of this machine to a new file at this path, as it is at one moment. */
  copy(path: string): Promise<void>;
  /** The new file. */
  path: string;
  schema: number;
}

/** Makes snapshots, so that the log can be trimmed and nodes can join. One machine does it, rather not the writer. */
export class Snapshots {
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  /** Where this copy was at the last snapshot. */
  #last: { position: number; bytes: number };

  constructor(options: Options) {
    this.#options = options;
    this.#last = { position: options.replica.sequence, bytes: options.replica.bytes };
    this.#timer = setInterval(() => void this.#makeIfDue(), INTERVAL).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Makes a snapshot, or waits for the one that is made. Throws EngineUnavailable. */
  make(): Promise<void> {
    return (this.#running ??= this.#make().finally(() => (this.#running = undefined)));
  }

  /** Makes a snapshot if entries came since the newest one. */
  async makeLast(): Promise<void> {
    const newest = await this.#options.engine.snapshots.newest();
    if (newest?.position !== this.#options.replica.sequence) await this.make();
  }

  async #makeIfDue(): Promise<void> {
    const { app, engine, replica } = this.#options;
    const isMany =
      replica.sequence - this.#last.position >= DUE.entries || replica.bytes - this.#last.bytes >= DUE.bytes;
    if (!isMany || !this.#isChosen()) return;
    try {
      const newest = await engine.snapshots.newest();
      if (newest && replica.sequence - newest.position < DUE.entries / 2) this.#remember();
      else await this.make();
    } catch (err) {
      app.log.warn({ err }, 'no snapshot of the cluster could be made; trying again');
    }
  }

  /** The first follower by name, or the writer if there is none. */
  #isChosen(): boolean {
    const { directory, name } = this.#options;
    const { nodes } = directory;
    return (
      (nodes.find(({ role }) => role === 'follower') ?? nodes.find(({ role }) => role === 'writer'))?.name === name
    );
  }

  #remember(): void {
    const { replica } = this.#options;
    this.#last = { position: replica.sequence, bytes: replica.bytes };
  }

  async #make(): Promise<void> {
    const { app, engine, replica, copy, path, schema } = this.#options;
    this.#remember();
    rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await copy(path);
      const { position } = describeCopy(path)!;
      const { epoch = 0, turn = 0, sequence: stored = -1 } = position ?? {};
      // The copy of a node that writes does not say where it is.
      const sequence = stored >= 0 ? stored : await replica.findConfirmedSequence(turn);
      if (sequence === undefined) throw new EngineUnavailable('The log does not confirm the turns of the snapshot.');
      stampCopy(path, sequence);
      const before = await engine.snapshots.newest();
      if (before && before.position >= sequence) return;
      await engine.snapshots.put(path, { position: sequence, epoch, schema });
      // A node that was away for a while continues from its own copy, if the entries behind that are left.
      if (before) await engine.log.trim(before.position);
      app.log.info({ position: sequence }, 'a snapshot of the cluster was made');
    } finally {
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    }
  }
}
