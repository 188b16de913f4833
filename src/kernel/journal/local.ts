import { type CheckpointSizes, Checkpoints, type Log } from './checkpoints.ts';
import { type Disk, openDisk } from './disk.ts';
import type { Confirmation, Journal } from './journal.ts';

/**
 * The journal of a server on its own: turns are durable when the write-ahead log of their database file is synced.
 * `areSynced`: its files are on disk, so that opening them does not block.
 */
export function localJournal(
  confirmation: Confirmation,
  log: Log & { path: string; databasePath: string },
  opening?: { areSynced: boolean },
): Journal {
  return new LocalJournal({ confirmation, log, disk: openDisk(log, opening) });
}

interface Options {
  confirmation: Confirmation;
  log: Log;
  disk: Disk;
  sizes?: CheckpointSizes;
}

/**
 * Syncs the log outside of the event loop. One sync runs at a time. The turn that is open meanwhile is committed when
 * it ends, and all turns that were committed by then share the next sync.
 */
export class LocalJournal implements Journal {
  readonly #confirmation: Confirmation;
  readonly #log: Log;
  readonly #disk: Disk;
  readonly #checkpoints: Checkpoints;
  #appended = 0;
  #confirmed = 0;
  /** Whether a sync runs, and whether another one must follow. */
  #isSyncing = false;
  #isWanted = false;
  #hasFailed = false;
  /** Commits the open turn, when the sync that runs ends. */
  #commit: (() => void) | undefined;

  constructor({ confirmation, log, disk, sizes }: Options) {
    this.#confirmation = confirmation;
    this.#log = log;
    this.#disk = disk;
    this.#checkpoints = new Checkpoints({
      log,
      disk,
      sizes,
      sync: () => this.#sync(),
      fail: (error) => this.#fail(error),
    });
  }

  get pause(): Promise<void> | undefined {
    return this.#checkpoints.pause;
  }

  append(position: number): void {
    this.#checkpoints.onCommit();
    this.#appended = position;
    this.#sync();
  }

  appendLazily(): void {
    this.#checkpoints.onCommit();
  }

  beforeTurn(): void {
    this.#checkpoints.beforeTurn();
  }

  whenReady(commit: () => void): void {
    if (this.#isSyncing) this.#commit = commit;
    else commit();
  }

  flush(): void {
    if (this.#hasFailed || this.#confirmed === this.#appended) return;
    this.#disk.syncLogNow();
    this.#confirm(this.#appended);
  }

  settle(): Promise<void> {
    return this.#checkpoints.settle();
  }

  close(): () => void {
    this.#checkpoints.close();
    this.#log.close();
    return () => this.#disk.close();
  }

  /** Syncs the log, after the sync that runs. */
  #sync(): void {
    this.#isWanted = true;
    if (this.#isSyncing || this.#hasFailed) return;
    this.#isSyncing = true;
    this.#isWanted = false;
    const position = this.#appended;
    this.#checkpoints.onSyncBegin();
    this.#disk.syncLog((error) => {
      if (error) return void this.#fail(error);
      this.#commitOpenTurn();
      this.#isSyncing = false;
      this.#checkpoints.onSynced(!this.#isWanted);
      // The next sync begins before replies are written, which takes longer.
      if (this.#isWanted) this.#sync();
      this.#confirm(position);
    });
  }

  /** The next sync includes it. */
  #commitOpenTurn(): void {
    const commit = this.#commit;
    this.#commit = undefined;
    commit?.();
  }

  #confirm(position: number): void {
    this.#confirmed = Math.max(this.#confirmed, position);
    this.#confirmation.confirm(position);
  }

  /** After a failed sync nobody knows what is on disk, and a later one may succeed without having written it. */
  #fail(error: Error): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#confirmation.commitsFailed(error);
  }
}
