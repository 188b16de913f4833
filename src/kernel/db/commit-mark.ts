import { closeSync, openSync, readSync } from 'node:fs';

/** The part of the header of SQLite's `-shm` file that the recovery after a crash computes again from the log. */
const START = 16;
const END = 40;

/**
 * Identifies the newest commit of a database with a write-ahead log, by the log's number of pages, salts and checksum
 * in SQLite's index of it. A database that went another way has another mark. The file stays open as long as the
 * database: closing it releases SQLite's locks.
 */
export class CommitMark {
  readonly #file: number;
  readonly #header = Buffer.alloc(END);

  constructor(databasePath: string) {
    this.#file = openSync(`${databasePath}-shm`, 'r');
  }

  read(): string {
    readSync(this.#file, this.#header, 0, END, 0);
    return this.#header.toString('base64', START, END);
  }

  close(): void {
    closeSync(this.#file);
  }
}
