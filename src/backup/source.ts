import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, fstatSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib';
import type { ReadConnection } from '../kernel/db/read-connection.ts';
import { type FileStorage, makeStream, type StoredFile } from '../kernel/files/storage.ts';
import { type Archive, DATABASE, logPiece, UPLOAD } from './archive.ts';

/** A piece of the write-ahead log in memory. */
const PIECE = 16 * 2 ** 20;
const HEADER = 32;
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/**
 * The files of a database in use, read as bytes. They stay open until this process ends: closing one would release the
 * locks that SQLite holds in this process.
 */
export class DatabaseFiles {
  readonly #probe: ReadConnection;
  readonly #database: number;
  readonly #log: number | undefined;
  readonly size: number;
  /** How much of the log is in the archive, and its header. */
  #taken = 0;
  #header = '';
  #pieces = 0;

  /**
   * `path` is frozen by a read connection other than `probe`: the file has its content at that time, or newer pages
   * that are also in the log.
   */
  constructor(path: string, probe: ReadConnection) {
    this.#probe = probe;
    this.#database = openSync(path, 'r');
    this.#log = openIfThere(`${path}-wal`);
    this.size = fstatSync(this.#database).size;
  }

  /** The database file, compressed. */
  async addDatabase(to: Archive, progress: (bytes: number) => void): Promise<void> {
    const compressed = `${to.path}.db`;
    try {
      await pipeline(
        createReadStream('', {
          fd: this.#database,
          autoClose: false,
          start: 0,
          end: this.size - 1,
          highWaterMark: 2 ** 20,
        }),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            progress(chunk.length);
            yield chunk;
          }
        },
        createZstdCompress(CHECKED),
        createWriteStream(compressed, { mode: 0o600 }),
      );
      await to.add(DATABASE, statSync(compressed).size, createReadStream(compressed));
    } finally {
      rmSync(compressed, { force: true });
    }
  }

  /**
   * Adds what the log has grown by, and returns how much that was. A log that was restarted is read from its beginning.
   */
  async addLog(to: Archive): Promise<number> {
    if (this.#log === undefined) return 0;
    const { header, end } = this.#committed();
    if (header !== this.#header) this.#taken = 0;
    this.#header = header;
    const first = this.#taken;
    const hash = createHash('sha256');
    while (this.#taken < end) {
      const piece = this.#read(this.#taken, Math.min(PIECE, end - this.#taken));
      hash.update(piece);
      const compressed = zstdCompressSync(piece, CHECKED);
      await to.add(logPiece(this.#taken, this.#pieces++), compressed.length, compressed);
      this.#taken += piece.length;
    }
    // The log can restart once, at the first write after the freeze: perhaps while it was being read.
    if (first === 0 && this.#hash(end) !== hash.digest('hex')) {
      this.#taken = 0;
      return this.addLog(to);
    }
    return this.#taken - first;
  }

  /** The header of the log, which tells one from the next in the same file, and how much of it will not change. */
  #committed(): { header: string; end: number } {
    for (;;) {
      const header = this.#read(0, HEADER).toString('hex');
      const end = this.#probe.committedLog();
      if (header === this.#read(0, HEADER).toString('hex')) return { header, end };
    }
  }

  #hash(end: number): string {
    const hash = createHash('sha256');
    for (let at = 0; at < end; at += PIECE) hash.update(this.#read(at, Math.min(PIECE, end - at)));
    return hash.digest('hex');
  }

  #read(offset: number, length: number): Buffer {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(this.#log!, buffer, 0, length, offset));
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

/** The complete uploaded files, by name in their storage. */
export async function uploadsIn(storage: FileStorage): Promise<Map<string, StoredFile>> {
  const found = new Map<string, StoredFile>();
  for await (const file of storage.list('uploads')) if (UPLOAD.test(file.name)) found.set(file.name, file);
  return found;
}

/** The total size of files in bytes. */
export async function measureFiles(files: Iterable<StoredFile>): Promise<number> {
  let total = 0;
  for (const file of files) total += (await file.facts())?.size ?? 0;
  return total;
}

/** Adds an uploaded file; one that was deleted meanwhile is skipped. */
export async function addUpload(
  to: Archive,
  storage: FileStorage,
  name: string,
  progress: (bytes: number) => void,
): Promise<void> {
  const file = await storage.open(name);
  if (!file) return;
  const { size } = file;
  try {
    await to.add(name, size, size === 0 ? Buffer.alloc(0) : makeStream(file));
  } finally {
    await file.close();
  }
  progress(size);
}
