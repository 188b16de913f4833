import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import {
  EngineUnavailable,
  type Snapshot,
  type SnapshotDescription,
  SnapshotMissing,
  type SnapshotStore,
} from '../engine.ts';
import { type Context, PAUSE, pause, unavailable } from './connection.ts';
import type { Files } from './files.ts';
import type { State } from './state.ts';

const KEPT = 2;

interface Stored extends Snapshot {
  file: string;
  parts: number;
}

/** Snapshots as files. A list of the newest ones says which files are complete. */
export class NatsSnapshots implements SnapshotStore {
  readonly #context: Context;
  readonly #state: State;
  readonly #files: Files;

  constructor(context: Context, state: State, files: Files) {
    this.#context = context;
    this.#state = state;
    this.#files = files;
  }

  async put(path: string, description: SnapshotDescription): Promise<Snapshot> {
    const file = randomUUID();
    const hash = createHash('sha256');
    let bytes = 0;
    const { partBytes } = this.#files;
    async function* parts() {
      for await (const part of createReadStream(path, { highWaterMark: partBytes })) {
        hash.update(part);
        bytes += part.length;
        yield part as Buffer;
      }
    }
    try {
      const count = await this.#files.write('snapshot', file, parts());
      const snapshot = { ...description, bytes, sha256: hash.digest('hex') };
      await this.#add({ ...snapshot, file, parts: count });
      return snapshot;
    } catch (error) {
      await this.#files.remove('snapshot', file).catch(() => {});
      throw error instanceof EngineUnavailable ? error : unavailable('The snapshot cannot be stored', error);
    }
  }

  /** Adds a snapshot to the list, and deletes those that it replaces. */
  async #add(stored: Stored): Promise<void> {
    const { names, timeLimit } = this.#context;
    for (const end = performance.now() + timeLimit; ; await pause(PAUSE)) {
      const current = await this.#state.read<Stored[]>(names.snapshots);
      const others = (current?.value ?? []).filter(({ file }) => file !== stored.file);
      const all = [...others, stored].sort((a, b) => a.position - b.position);
      try {
        if ((await this.#state.write(names.snapshots, all.slice(-KEPT), current?.revision ?? 0)) !== undefined) {
          for (const { file } of all.slice(0, -KEPT)) await this.#files.remove('snapshot', file).catch(() => {});
          return;
        }
      } catch (error) {
        if (performance.now() > end) throw unavailable('The list of snapshots cannot be written', error);
      }
    }
  }

  async newest(): Promise<Snapshot | undefined> {
    const newest = (await this.#list()).at(-1);
    if (!newest) return undefined;
    const { position, epoch, schema, bytes, sha256 } = newest;
    return { position, epoch, schema, bytes, sha256 };
  }

  async #list(): Promise<Stored[]> {
    return (await this.#state.read<Stored[]>(this.#context.names.snapshots))?.value ?? [];
  }

  async get({ position, sha256 }: Snapshot, path: string): Promise<void> {
    const missing = new SnapshotMissing(`The snapshot at the log entry ${position} was replaced by newer ones.`);
    const stored = (await this.#list()).find((other) => other.position === position && other.sha256 === sha256);
    if (!stored) throw missing;
    const hash = createHash('sha256');
    const output = await open(path, 'wx');
    try {
      for await (const part of this.#files.read('snapshot', stored.file, stored.parts)) {
        if (!part) throw missing;
        hash.update(part);
        await output.write(part);
      }
      if (hash.digest('hex') !== sha256) throw new EngineUnavailable(`The snapshot at ${position} is damaged.`);
    } catch (error) {
      await rm(path);
      throw error;
    } finally {
      await output.close();
    }
  }
}
