import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { SharedWork, Turns } from '../../time-slices.ts';
import {
  type FileStorage,
  MissingFile,
  makeStream,
  type OpenFile,
  type StoredFile,
  storageUnavailable,
} from '../storage.ts';
import { findElement, listElements, S3Client, S3Error, type S3Options, type S3Request } from './client.ts';

/** Larger files are sent in parts of at least this size, bytes. Each upload that is sent has one part in memory. */
const PART = 8 * 2 ** 20;
const MOST_PARTS = 10_000;
/** How many uploads are sent at the same time, and wait for that. */
const MOST_SENDING = 4;
const MOST_WAITING = 200;
/** Files up to this size stay in memory once they were read, up to a total: avatars, emoji and thumbnails. Bytes. */
const SMALL = 256 * 1024;
const MOST_KEPT = 32 * 2 ** 20;
/** What remembering a file's size costs, about, bytes. */
const OF_SIZE = 200;
/** How often a download continues after an interruption without anything arriving. */
const MOST_INTERRUPTIONS = 3;
/** The log reports a failing storage once in this time, ms. */
const BETWEEN_LINES = 60_000;

/** What is known of a file that exists. */
interface Known {
  size: number;
  /** All of it, if it is small. */
  body?: Buffer;
}

interface Options {
  location: string;
  /** Before all names in the bucket; empty, or with a slash at the end. */
  prefix: string;
  connection: () => S3Options;
  /** The folder for files of this machine. */
  incoming: () => string;
  /** undefined: callers report the causes of errors themselves. */
  log: Log | undefined;
}

/** Files in a bucket of an S3-compatible storage. */
export class S3Storage implements FileStorage {
  readonly location: string;
  readonly #client: S3Client;
  readonly #prefix: string;
  readonly #incoming: () => string;
  readonly #log: Log | undefined;
  readonly #sending = new Turns(MOST_SENDING);
  readonly #reading = new SharedWork<string, Known | undefined>();
  readonly #known = new LRUCache<string, Known>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ body }) => OF_SIZE + (body?.length ?? 0),
  });
  #logged = 0;

  constructor({ location, prefix, connection, incoming, log }: Options) {
    this.location = location;
    this.#client = new S3Client(connection);
    this.#prefix = prefix;
    this.#incoming = incoming;
    this.#log = log;
  }

  async put(name: string, path: string): Promise<void> {
    if (this.#sending.waiting >= MOST_WAITING)
      throw storageUnavailable(new S3Error(0, 'Busy', 'too many uploads are waiting'));
    await this.#sending.run(async () => {
      const file = await open(path);
      try {
        const { size } = await file.stat();
        if (size <= PART) await this.#putObject(name, await readPart(file, 0, size));
        else await this.#putParts(name, file, size);
      } finally {
        await file.close();
      }
      await rm(path, { force: true });
    });
  }

  write(name: string, data: Uint8Array): Promise<void> {
    return this.#putObject(name, data);
  }

  async open(name: string): Promise<OpenFile | undefined> {
    const known = this.#known.get(name);
    const needsBody = !known || (known.size <= SMALL && !known.body);
    const found = needsBody ? await this.#reading.run(name, () => this.#readSmall(name)) : known;
    if (!found) return undefined;
    const { size, body } = found;
    return {
      size,
      read: (start, length) => (body ? onePiece(body, start, length) : this.#readPieces(name, start, length)),
      async close() {},
    };
  }

  async size(name: string): Promise<number | undefined> {
    const known = this.#known.get(name);
    if (known) return known.size;
    const answer = await this.#find({ method: 'HEAD', key: name });
    if (!answer) return undefined;
    answer.resume();
    const size = Number(answer.headers['content-length']);
    this.#known.set(name, { size });
    return size;
  }

  async withLocalFile<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
    const file = await this.open(name);
    if (!file) throw new MissingFile(name);
    const path = join(this.#incoming(), randomBytes(16).toString('hex'));
    try {
      await pipeline(makeStream(file), createWriteStream(path, { mode: 0o600 }));
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  async remove(name: string): Promise<void> {
    this.#known.delete(name);
    const answer = await this.#find({ method: 'DELETE', key: name });
    answer?.resume();
  }

  async removeAll(folder: string): Promise<void> {
    for await (const { name } of this.list(folder)) await this.remove(name);
  }

  list = (folder: string): AsyncGenerator<StoredFile> => this.listFrom(`${folder}/`);

  /** All files whose names begin with a text. */
  async *listFrom(beginning: string): AsyncGenerator<StoredFile> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const query: Record<string, string> = { 'list-type': '2', prefix: this.#prefix + beginning };
      if (after !== '') query['continuation-token'] = after;
      const page = await this.#ask({ method: 'GET', key: '', query });
      for (const content of listElements(page, 'Contents')) {
        const name = findElement(content, 'Key')!.slice(this.#prefix.length);
        const size = Number(findElement(content, 'Size'));
        const modified = Date.parse(findElement(content, 'LastModified')!);
        yield { name, facts: () => Promise.resolve({ size, modified }) };
      }
      after = findElement(page, 'IsTruncated') === 'true' ? findElement(page, 'NextContinuationToken') : undefined;
    }
  }

  /** Parts that were sent of unfinished uploads cost as much as files. */
  async removeUnfinished(before: number, isOwn = (_name: string) => true): Promise<void> {
    const page = await this.#ask({ method: 'GET', key: '', query: { uploads: '', prefix: this.#prefix } });
    for (const upload of listElements(page, 'Upload')) {
      if (Date.parse(findElement(upload, 'Initiated')!) >= before) continue;
      const name = findElement(upload, 'Key')!.slice(this.#prefix.length);
      if (isOwn(name)) await this.#abort(name, findElement(upload, 'UploadId')!);
    }
  }

  async #putObject(name: string, body: Uint8Array): Promise<void> {
    await this.#ask({ method: 'PUT', key: name, body });
    this.#known.delete(name);
  }

  async #putParts(name: string, file: FileHandle, size: number): Promise<void> {
    const begun = await this.#ask({ method: 'POST', key: name, query: { uploads: '' } });
    const uploadId = findElement(begun, 'UploadId')!;
    try {
      const length = Math.max(PART, Math.ceil(size / MOST_PARTS));
      const space = Buffer.allocUnsafeSlow(length);
      const parts: string[] = [];
      for (let at = 0; at < size; at += length) {
        const body = await readPart(file, at, Math.min(length, size - at), space);
        const partNumber = String(parts.length + 1);
        const answer = await this.#send({ method: 'PUT', key: name, query: { partNumber, uploadId }, body });
        answer.resume();
        const etag = answer.headers.etag!.replaceAll('"', '&quot;');
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`);
      }
      const all = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
      const completed = await this.#ask({ method: 'POST', key: name, query: { uploadId }, body: all });
      // The status is sent before the parts are put together, so the body can be an error.
      if (!completed.includes('CompleteMultipartUploadResult'))
        throw this.#failure(
          new S3Error(200, findElement(completed, 'Code') ?? 'Incomplete', 'the parts were not joined'),
        );
    } catch (error) {
      await this.#abort(name, uploadId).catch(() => {});
      throw error;
    }
  }

  async #abort(name: string, uploadId: string): Promise<void> {
    const answer = await this.#find({ method: 'DELETE', key: name, query: { uploadId } });
    answer?.resume();
  }

  /** Reads the beginning of a file, which is all of a small one. */
  async #readSmall(name: string): Promise<Known | undefined> {
    try {
      const range = { Range: `bytes=0-${SMALL - 1}` };
      const answer = await this.#find({ method: 'GET', key: name, headers: range });
      if (!answer) return undefined;
      const total = /\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1] ?? answer.headers['content-length'];
      const size = Number(total);
      if (size > SMALL) answer.resume();
      const known = size > SMALL ? { size } : { size, body: await buffer(answer) };
      this.#known.set(name, known);
      return known;
    } catch (error) {
      // An empty file has no first byte.
      if (error instanceof S3Error && error.status === 416) return { size: 0, body: Buffer.alloc(0) };
      throw this.#failure(error);
    }
  }

  /**
   * If the connection ends, because the client of this server is slow or the storage restarts, the rest is requested
   * again.
   */
  async *#readPieces(name: string, start: number, length: number): AsyncGenerator<Buffer> {
    const end = start + length;
    for (let at = start, interruptions = 0; at < end; ) {
      const range = { Range: `bytes=${at}-${end - 1}` };
      const answer = await this.#send({ method: 'GET', key: name, headers: range });
      try {
        for await (const piece of answer as AsyncIterable<Buffer>) {
          at += piece.length;
          interruptions = 0;
          yield piece;
        }
        if (at < end) throw new Error('the answer is too short');
      } catch (error) {
        if (++interruptions > MOST_INTERRUPTIONS) throw this.#failure(error);
      }
    }
  }

  #send(request: S3Request): Promise<IncomingMessage> {
    return this.#client.send(this.#inBucket(request)).catch((error) => {
      throw this.#failure(error);
    });
  }

  #ask(request: S3Request): Promise<string> {
    return this.#client.ask(this.#inBucket(request)).catch((error) => {
      throw this.#failure(error);
    });
  }

  /** undefined: there is no such file. */
  async #find(request: S3Request): Promise<IncomingMessage | undefined> {
    try {
      return await this.#client.send(this.#inBucket(request));
    } catch (error) {
      if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return undefined;
      if (error instanceof S3Error && error.status === 416) throw error;
      throw this.#failure(error);
    }
  }

  #inBucket = (request: S3Request): S3Request =>
    request.key === '' ? request : { ...request, key: this.#prefix + request.key };

  /** What callers get instead of an error of the storage, which the log has. */
  #failure(error: unknown): Error {
    if (error instanceof ApiError) return error;
    const { code, message } = error as S3Error;
    if (this.#log && Date.now() - this.#logged > BETWEEN_LINES) {
      this.#logged = Date.now();
      this.#log.error({ storage: this.location, answer: code, reason: message }, 'the storage for files does not work');
    }
    return storageUnavailable(error);
  }
}

async function* onePiece(body: Buffer, start: number, length: number): AsyncGenerator<Buffer> {
  if (length > 0) yield body.subarray(start, start + length);
}

async function readPart(file: FileHandle, at: number, length: number, space = Buffer.alloc(length)): Promise<Buffer> {
  const part = space.subarray(0, length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(part, done, length - done, at + done);
    if (bytesRead === 0) throw new Error('the file is shorter than before');
    done += bytesRead;
  }
  return part;
}
