import { createWriteStream, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../log.ts';
import { giveToOwner } from '../owner.ts';
import { closeStream } from './close-stream.ts';
import type { AuditOutput, AuditRecord } from './outputs.ts';

/** A file that failed is tried again with the first entry after this time, ms. */
const RETRY = 10_000;
/** What waits for a slow disk, in bytes. More is dropped and logged. */
const MOST_WAITING = 4 * 2 ** 20;
/** Readable by its owner and group only: it contains addresses of people. */
const MODE = 0o640;

/** Appends entries to a file as JSON Lines. */
export class FileOutput implements AuditOutput {
  readonly #path: string;
  readonly #log: Log;
  #stream: WriteStream | undefined;
  #retryAt = 0;
  #dropped = 0;

  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
    this.#open();
  }

  write(record: AuditRecord): void {
    if (!this.#stream && performance.now() >= this.#retryAt) this.#open();
    if (!this.#stream || this.#stream.writableLength > MOST_WAITING) {
      this.#dropped += 1;
      return;
    }
    this.#stream.write(`${JSON.stringify(record)}\n`);
  }

  reopen(): void {
    void this.close();
    this.#open();
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    this.#stream = undefined;
    if (stream) await closeStream(stream);
  }

  #open(): void {
    const path = this.#path;
    const stream = createWriteStream(path, { flags: 'a', mode: MODE });
    this.#stream = stream;
    stream.on('open', () => {
      giveToOwner(dirname(path), path);
      if (this.#dropped > 0) this.#log.warn({ path, missing: this.#dropped }, 'the audit file can be written again');
      this.#dropped = 0;
    });
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#log.error({ path, code: error.code }, 'the audit file cannot be written; entries are in the database only');
      if (this.#stream !== stream) return;
      this.#stream = undefined;
      this.#retryAt = performance.now() + RETRY;
    });
  }
}
