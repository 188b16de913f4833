import { createHash } from 'node:crypto';
import { createWriteStream, fsyncSync, openSync, type WriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Pack, pack } from 'tar-stream';
import type { Contents } from './repository.ts';

/** The last entry of a backup: its table of contents. */
export interface Manifest extends Contents {
  format: 1;
  /** The version of Klatch that created it, and when. */
  version: string;
  made: string;
  uploads: boolean;
  /** By name, in the archive's order. */
  files: Record<string, { size: number; sha256: string }>;
}

export const MANIFEST = 'klatch-backup.json';
/**
 * The database file, compressed, followed by pieces of its write-ahead log, by their offsets: a piece at 0 replaces all
 * before it.
 */
export const DATABASE = 'klatch.db.zst';
export const logPiece = (offset: number, count: number): string => `klatch.db-wal.${count}.${offset}.zst`;
export const LOG_PIECE = /^klatch\.db-wal\.\d+\.(\d+)\.zst$/;
export const UPLOAD = /^uploads\/[\da-f]{2}\/[\da-f]{2}\/[\da-f]{32}$/;

const BLOCK = 512;

/**
 * A tar file being written. It is plain, so that any tar can read it and extract single files. Only the database is
 * compressed, by Zstandard, to a fifth of its size and faster than a disk writes: images and videos are compressed
 * already.
 */
export class Archive {
  readonly path: string;
  readonly #pack: Pack = pack();
  readonly #file: WriteStream;
  readonly #fd: number;
  readonly #written: Promise<void>;
  /** The total size of the complete entries in bytes. */
  length = 0;
  readonly files: Manifest['files'] = {};

  constructor(path: string) {
    this.path = path;
    this.#fd = openSync(path, 'wx', 0o600);
    this.#file = createWriteStream('', { fd: this.#fd, autoClose: false });
    this.#written = pipeline(this.#pack as unknown as Readable, this.#file);
    this.#written.catch(() => {});
  }

  async add(name: string, size: number, content: Readable | Buffer): Promise<void> {
    const hash = createHash('sha256');
    const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
    const sink = this.#pack.entry({ name, size, mode: 0o600, mtime: new Date() });
    const packed = pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      sink as unknown as NodeJS.WritableStream,
    );
    // A full disk ends the file, and no more entries can be written.
    await Promise.race([packed, this.#written.then(() => packed)]);
    this.files[name] = { size, sha256: hash.digest('hex') };
    this.length += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }

  /** Waits until all entries so far are on disk. */
  async settle(): Promise<void> {
    while (this.#file.bytesWritten < this.length) await Promise.race([wait(5), this.#written]);
    fsyncSync(this.#fd);
  }

  /** Adds the manifest, and waits until everything is on disk. */
  async finish(manifest: Omit<Manifest, 'files'>): Promise<void> {
    const text = Buffer.from(`${JSON.stringify({ ...manifest, files: this.files }, null, 1)}\n`);
    await this.add(MANIFEST, text.length, text);
    this.#pack.finalize();
    await this.#written;
    fsyncSync(this.#fd);
  }
}
