import { statfsSync } from 'node:fs';
import { ApiError } from './errors.ts';
import type { Log } from './log.ts';

/** With less free space than this, in bytes, a message may not fit. */
const LEAST_FREE = 16 * 2 ** 20;

/**
 * With a quota, small writes may succeed between larger ones that fail. The log then does not report each change, ms.
 */
const BETWEEN_LINES = 60_000;

const DISK_FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/;

/** Whether an error says that there is no space left, on the disk or in a quota. */
export const isDiskFull = (error: unknown): boolean => DISK_FULL.test((error as { code?: string })?.code ?? '');

/** A client may try again later. Unlike with 503, a proxy does not take the whole server for unavailable. */
export const diskFull = (): ApiError =>
  new ApiError(
    507,
    'DISK_FULL',
    "The server's disk is full, so nothing can be saved. Ask an administrator to free space.",
  );

/** Whether writes can be saved. The log reports once that they cannot, and once that they can again. */
export class DiskState {
  readonly #folder: string;
  readonly #log: Log;
  #hasFailed = false;
  #logged = 0;
  /** A write failed, and the one before it had not. */
  onFull = (): void => {};

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Whether a write failed, and none has succeeded since. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get isFull(): boolean {
    return this.#hasFailed || this.freeBytes() < LEAST_FREE;
  }

  /** Returns whether an error says that the disk is full. The first one is logged. */
  report(error: unknown): boolean {
    if (!isDiskFull(error)) return false;
    if (!this.#hasFailed && Date.now() - this.#logged > BETWEEN_LINES) {
      this.#logged = Date.now();
      const { code } = error as { code: string };
      const facts = { code, folder: this.#folder, free: this.freeBytes() };
      this.#log.error(facts, 'the disk is full; nothing can be saved until there is space');
    }
    const hadFailed = this.#hasFailed;
    this.#hasFailed = true;
    if (!hadFailed) this.onFull();
    return true;
  }

  /** A write succeeded. A small one may fit where a larger one did not, so free space is checked, too. */
  onSaved(): void {
    if (!this.#hasFailed || this.freeBytes() < LEAST_FREE) return;
    this.#hasFailed = false;
    this.#log.warn({ folder: this.#folder, free: this.freeBytes() }, 'the disk has space again; saving works');
  }

  /** The free space of the data folder's disk, in bytes. */
  freeBytes(): number {
    return this.space()?.free ?? Number.POSITIVE_INFINITY;
  }

  /** The free space and the size of the data folder's disk, in bytes; undefined: the system does not say. */
  space(): { free: number; total: number } | undefined {
    try {
      const { bavail, blocks, bsize } = statfsSync(this.#folder);
      return { free: bavail * bsize, total: blocks * bsize };
    } catch {
      return undefined;
    }
  }
}
