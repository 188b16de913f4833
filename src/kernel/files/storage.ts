import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ApiError } from '../errors.ts';

/**
 * Where uploaded files and thumbnails are: a folder, or S3-compatible storage. A name has the form of a path, such as
 * `uploads/ab/cd/<random>`. What has a name never changes. Methods throw STORAGE_UNAVAILABLE if the storage fails.
 */
export interface FileStorage {
  /** For people: a path, or `s3://BUCKET/PREFIX`. */
  readonly location: string;
  /** From now on the storage fails while this file is missing in it, because then its folder is not mounted. */
  requireMarker?(name: string): void;
  /** Stores a file of this machine, which is gone afterwards. Resolves when it is durable. */
  put(name: string, path: string): Promise<void>;
  /** Stores content that can be generated again. */
  write(name: string, data: Uint8Array): Promise<void>;
  /** Opens a file; undefined: there is none. */
  open(name: string): Promise<OpenFile | undefined>;
  /** The size of a file in bytes; undefined: there is none. */
  size(name: string): Promise<number | undefined>;
  /** Runs work on a file of this machine with the same content. Throws MissingFile. */
  withLocalFile<T>(name: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Deletes a file. A missing one is no error. */
  remove(name: string): Promise<void>;
  /** Deletes all files below a folder. */
  removeAll(folder: string): Promise<void>;
  /** All files below a folder. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** Deletes what interruptions before a time (ms) left of unfinished files. */
  removeUnfinished(before: number): Promise<void>;
}

/** A file in a list. */
export interface StoredFile {
  name: string;
  /** Its size in bytes, and when it was stored, ms; undefined: it was deleted meanwhile. */
  facts(): Promise<{ size: number; modified: number } | undefined>;
}

/** A file that is being read. The caller that opened it closes it. */
export interface OpenFile {
  /** In bytes. */
  size: number;
  /** A part of the content, in pieces. Each piece is valid until the next one is requested. */
  read(start: number, length: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** A file that can be opened; undefined: it is missing. */
export interface FileSource {
  open(): Promise<OpenFile | undefined>;
}

/** All of an open file as a stream. */
export const makeStream = (file: OpenFile): Readable => Readable.from(readCopies(file), { objectMode: false });

async function* readCopies({ size, read }: OpenFile): AsyncGenerator<Buffer> {
  for await (const piece of read(0, size)) yield Buffer.from(piece);
}

/** There is no such file. */
export class MissingFile extends Error {
  constructor(name: string) {
    super(`There is no file ${name}`);
  }
}

const UNAVAILABLE = 'STORAGE_UNAVAILABLE';

/** Clients may try again later. `cause`: the reason, which they do not see. */
export function storageUnavailable(cause?: unknown): ApiError {
  return Object.assign(
    new ApiError(502, UNAVAILABLE, "The server's storage for files does not work at the moment. Try again later."),
    { cause },
  );
}

export const isStorageFailure = (error: unknown): boolean => error instanceof ApiError && error.code === UNAVAILABLE;

/** A file of this machine. */
export const localFile = (path: string): FileSource => ({ open: () => openLocalFile(path) });

const PIECE = 256 * 1024;

/** Opens a file of this machine; undefined: it cannot be read. */
export async function openLocalFile(path: string): Promise<OpenFile | undefined> {
  const file = await open(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    return { size, read: (start, length) => readPieces(file, start, length), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Through one buffer: a stream would allocate one for every piece. Throws if the file is shorter than before. */
async function* readPieces(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE, length));
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, length - done), start + done);
    if (bytesRead === 0) throw new Error('the file is shorter than before');
    done += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
