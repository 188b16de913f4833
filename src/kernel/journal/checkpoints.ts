import type { Disk } from './disk.ts';

/** The write-ahead log as the journal needs it; see db/write-ahead-log.ts. */
export interface Log {
  readonly size: { frames: number; copied: number };
  readonly isIdle: boolean;
  guard(): void;
  release(): void;
  copy(): { frames: number; copied: number };
  restart(): boolean;
  close(): void;
}

/** When the log is copied and restarted, in frames (page versions). */
export interface CheckpointSizes {
  /** Turns between two looks at the size. */
  turns: number;
  /** This many frames are copied at once, which takes a millisecond. */
  copy: number;
  restart: number;
}

const SIZES: CheckpointSizes = { turns: 4, copy: 350, restart: 10_000 };
/** How often a busy log is synced again before the restart is put off. */
const MOST_TRIES = 20;

interface Options {
  log: Log;
  disk: Disk;
  sizes: CheckpointSizes | undefined;
  /** Syncs the log once more. */
  sync: () => void;
  fail: (error: Error) => void;
}

/**
 * Copies the log into the database file in small parts, and restarts it when it is large. The log is synced before its
 * pages are copied, and the database file before the log restarts. All syncs run outside of the event loop.
 *
 * A restart needs three syncs without a commit in between, so requests that write are paused for them. `draining` syncs
 * the last turns, `saving` the database file, and `renewing` the new header of the log.
 */
export class Checkpoints {
  readonly #log: Log;
  readonly #disk: Disk;
  readonly #sizes: CheckpointSizes;
  readonly #sync: Options['sync'];
  readonly #fail: Options['fail'];
  #state: 'idle' | 'flushing' | 'draining' | 'saving' | 'restarted' | 'renewing' = 'idle';
  #restartAt: number;
  #turns = 0;
  /** The size of the log at the last look. */
  #frames = 0;
  /** The next part of the log: not wanted, wanted, guarded by the sync that runs, on disk. */
  #part: 'none' | 'wanted' | 'guarded' | 'synced' = 'none';
  /** Whether a turn was committed since the log was copied completely. */
  #hasGrown = false;
  #tries = 0;
  #resume: (() => void) | undefined;
  pause: Promise<void> | undefined;

  constructor({ log, disk, sizes = SIZES, sync, fail }: Options) {
    this.#log = log;
    this.#disk = disk;
    this.#sizes = sizes;
    this.#restartAt = sizes.restart;
    this.#sync = sync;
    this.#fail = fail;
  }

  /** A turn was committed, and no transaction is open. */
  onCommit(): void {
    this.#hasGrown = true;
    if (this.#state === 'idle') this.#copyPart();
    if (this.#state !== 'idle' || ++this.#turns < this.#sizes.turns) return;
    this.#turns = 0;
    const { frames, copied } = this.#log.size;
    this.#frames = frames;
    if (frames >= this.#restartAt) this.#beginRestart();
    else if (frames - copied >= this.#sizes.copy && this.#part === 'none') this.#part = 'wanted';
  }

  /** All frames that are committed now will be on disk when this sync ends. */
  onSyncBegin(): void {
    if (this.#state === 'draining') this.#log.guard();
    else if (this.#state === 'restarted') this.#state = 'renewing';
    else if (this.#part === 'wanted') {
      this.#log.guard();
      this.#part = 'guarded';
    }
  }

  /** `isAll`: nothing was committed since the sync began. */
  onSynced(isAll: boolean): void {
    if (this.#part === 'guarded') this.#part = 'synced';
    if (this.#state === 'draining') this.#drain(isAll);
    else if (this.#state === 'renewing') this.#end(this.#sizes.restart);
  }

  /** No frame may follow the new header before that is on disk. A request would have waited for the pause. */
  beforeTurn(): void {
    if (this.#state !== 'restarted' && this.#state !== 'renewing') return;
    try {
      this.#disk.syncLogNow();
    } catch (error) {
      this.#fail(error as Error);
      throw error;
    }
    this.#end(this.#sizes.restart);
  }

  /**
   * Copies the log into the database file, if nothing else happens, so that closing the database has nothing to copy or
   * sync. Resolves when the file is synced. Commits may follow; closing the database saves them.
   */
  settle(): Promise<void> {
    if (this.#state !== 'idle' || this.#part === 'guarded' || !this.#log.isIdle) return Promise.resolve();
    const { frames, copied } = this.#log.size;
    if (frames === copied) return Promise.resolve();
    this.#part = 'none';
    this.#state = 'saving';
    this.#log.guard();
    return new Promise((resolve) => {
      // A lazy turn may not be on disk yet.
      this.#disk.syncLog((error) => {
        if (error) this.#fail(error);
        else this.#copyAll(resolve);
      });
    });
  }

  /** SQLite does not sync the file of a log that is copied completely. */
  close(): void {
    if (this.#state === 'saving') this.#disk.syncDatabaseNow();
  }

  /** Copies what was guarded and then synced. Right after a commit, there is always more in the log than that. */
  #copyPart(): void {
    if (this.#part !== 'synced') return;
    this.#part = 'none';
    const { frames, copied } = this.#log.copy();
    // The turn changed no page after all: the log is copied completely, and must not restart before it is saved.
    if (copied === frames) this.#save();
    else this.#log.release();
  }

  /** For `settle`, when all guarded frames are on disk. */
  #copyAll(done: () => void): void {
    const end = (error: Error | null) => {
      if (error) this.#fail(error);
      this.#putOff();
      done();
    };
    const { frames, copied } = this.#log.copy();
    if (copied === frames) this.#disk.syncDatabase(end);
    else end(null);
  }

  /** The bulk of the copied pages is synced while requests go on, so that the pause is short. */
  #beginRestart(): void {
    this.#state = 'flushing';
    this.#disk.syncDatabase((error) => {
      if (error) return void this.#fail(error);
      this.#part = 'none';
      this.#tries = 0;
      this.#state = 'draining';
      this.pause = new Promise((resolve) => (this.#resume = resolve));
      this.#sync();
    });
  }

  #drain(isAll: boolean): void {
    if (isAll && this.#log.isIdle) {
      const { frames, copied } = this.#log.copy();
      if (copied === frames) this.#save();
      else this.#putOff();
    } else if (++this.#tries > MOST_TRIES) this.#putOff();
    // Otherwise the next sync follows anyway.
    else if (isAll) this.#sync();
  }

  /** The log is in the database file completely, and the guard keeps it from restarting until that is synced. */
  #save(): void {
    this.#state = 'saving';
    this.#hasGrown = false;
    this.#disk.syncDatabase((error) => {
      if (error) return void this.#fail(error);
      this.#log.release();
      if (this.#hasGrown || !this.#log.isIdle || !this.#log.restart()) return void this.#putOff();
      this.#state = 'restarted';
      this.#sync();
    });
  }

  /** Another process reads the log, or requests did not pause. */
  #putOff(): void {
    this.#log.release();
    this.#end(this.#frames + this.#sizes.restart);
  }

  #end(restartAt: number): void {
    this.#state = 'idle';
    this.#restartAt = restartAt;
    this.pause = undefined;
    this.#resume?.();
  }
}
