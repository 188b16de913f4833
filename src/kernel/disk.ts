import { statfsSync } from 'node:fs';
import { ApiError } from './errors.ts';
import type { Log } from './log.ts';

/** With less free space than this, bytes, a message may not fit. */
const LEAST_FREE = 16 * 2 ** 20;

/** A quota or a limit of this process may let small things be saved between larger ones: then not each is logged, ms. */
const BETWEEN_LINES = 60_000;

const DISK_FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/;

/** Whether an error says that there is no space left, on the disk or in a quota. */
export const isDiskFull = (error: unknown): boolean => DISK_FULL.test((error as { code?: string })?.code ?? '');

/** A client may try again later, and a proxy does not take the whole server for unavailable, as it would with 503. */
export const diskFull = (): ApiError =>
  new ApiError(
    507,
    'DISK_FULL',
    "The server's disk is full, so nothing can be saved. Ask an administrator to free space.",
  );

/** Whether what is written can be saved. The log says once that it cannot, and once that it can again. */
export class DiskState {
  readonly #folder: string;
  readonly #log: Log;
  #hasFailed = false;
  #logged = 0;

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Whether something could not be saved, and nothing has shown since that it can be. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get isFull(): boolean {
    return this.#hasFailed || this.freeBytes() < LEAST_FREE;
  }

  /** Returns whether an error says that the disk is full; then it is logged, if it is the first. */
  report(error: unknown): boolean {
    if (!isDiskFull(error)) return false;
    if (!this.#hasFailed && Date.now() - this.#logged > BETWEEN_LINES) {
      this.#logged = Date.now();
      const { code } = error as { code: string };
      const facts = { code, folder: this.#folder, free: this.freeBytes() };
      this.#log.error(facts, 'the disk is full: nothing can be saved, and senders get an error, until there is space');
    }
    this.#hasFailed = true;
    return true;
  }

  /** Something was saved. A small thing may fit where a larger one did not, so that there must be some space, too. */
  onSaved(): void {
    if (!this.#hasFailed || this.freeBytes() < LEAST_FREE) return;
    this.#hasFailed = false;
    this.#log.warn({ folder: this.#folder, free: this.freeBytes() }, 'the disk has space again, and all is saved');
  }

  /** Bytes that may still be written to the data folder's disk. */
  freeBytes(): number {
    try {
      const { bavail, bsize } = statfsSync(this.#folder);
      return bavail * bsize;
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  }
}
