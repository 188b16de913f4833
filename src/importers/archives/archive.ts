import { pipeline, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The files of an archive, by paths with slashes that are relative and never lead out of it. */
export interface Archive {
  /** Sorted. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /** In bytes, uncompressed; of a file that was compressed alone, compressed. */
  getSize(name: string): number;
  /** Streams a file's content. It ends with an error if there is more than `getSize`. */
  open(name: string): Promise<Readable>;
  close(): void;
}

/** The archive cannot be used; the message says why. */
export class BadArchive extends Error {}

/** The maximum number of files in an archive. */
export const MOST_FILES = 2_000_000;
/** Larger files are suspicious if they are compressed more strongly than text ever is. */
const SUSPICIOUS_SIZE = 64 * 2 ** 20;
const STRONGEST_COMPRESSION = 200;

/** The maximum size of all files together, in bytes. */
const LARGEST = 2 ** 40;

/** Checks the files of an archive of any kind, one after the other. Its methods throw BadArchive. */
export class ArchiveCheck {
  #files = 0;
  #size = 0;
  #compressed = 0;

  /** Sizes in bytes. A file that is not compressed by itself has the same twice. */
  addFile(name: string, size: number, compressed = size): void {
    requireInnerPath(name);
    requireHarmlessSize(name, size, compressed);
    this.#files += 1;
    this.#size += size;
    this.#compressed += compressed;
    if (this.#files > MOST_FILES) throw new BadArchive(`there are more than ${MOST_FILES} files in it`);
    if (this.#size > LARGEST) throw new BadArchive('its files are too large');
    requireHarmlessSize('it', this.#size, this.#compressed);
  }
}

/** Throws for what would fill the memory or disk when it is unpacked. */
function requireHarmlessSize(name: string, size: number, compressed: number): void {
  if (size > SUSPICIOUS_SIZE && size > compressed * STRONGEST_COMPRESSION)
    throw new BadArchive(`${name} unpacks to ${size} bytes from ${compressed}, which no chat archive does`);
}

/** Throws for a path that leads out of the archive. */
function requireInnerPath(name: string): void {
  const parts = name.split(/[/\\]/);
  if (/^[/\\]/.test(name) || /^[a-z]:/i.test(name) || parts.includes('..') || name.includes('\0'))
    throw new BadArchive(`the path ${JSON.stringify(name)} leads out of the archive`);
}

/** The names of files have slashes, also in an archive from Windows. */
export const withSlashes = (name: string): string => name.replaceAll('\\', '/');

/** Decompresses a stream. It ends with BadArchive if it unpacks to suspiciously much. */
export function gunzip(source: Readable, name: string): Readable {
  let compressed = 0;
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      compressed += chunk.length;
      done(null, chunk);
    },
  });
  const check = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      try {
        requireHarmlessSize(name, size, compressed);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  // The last stream ends with the error of any.
  return pipeline(source, count, createGunzip(), check, () => {});
}
