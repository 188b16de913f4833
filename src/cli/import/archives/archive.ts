import type { Readable } from 'node:stream';

/** The files of an archive, by paths with slashes that are relative and never lead out of it. */
export interface Archive {
  /** Sorted. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /** In bytes, uncompressed. */
  sizeOf(name: string): number;
  /** Streams a file's content. It ends with an error if there is more than `sizeOf`. */
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

/** Throws for a file that would fill the memory or disk when it is unpacked. */
export function requireHarmlessSize(name: string, size: number, compressed: number): void {
  if (size > SUSPICIOUS_SIZE && size > compressed * STRONGEST_COMPRESSION)
    throw new BadArchive(`${name} unpacks to ${size} bytes from ${compressed}, which no chat archive does`);
}

/** Throws for a path that leads out of the archive. */
export function requireInnerPath(name: string): void {
  const parts = name.split(/[/\\]/);
  if (name.startsWith('/') || /^[a-z]:/i.test(name) || parts.includes('..') || name.includes('\0'))
    throw new BadArchive(`the path ${JSON.stringify(name)} leads out of the archive`);
}
