import { appendFileSync, createReadStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFrames } from '../bson-documents.ts';
import { readText } from '../records.ts';
import { ArchiveCheck, BadArchive, gunzip } from './archive.ts';

const MAGIC = 0x8199e26d;
const MAGIC_LENGTH = 4;
/** Documents of a collection that are written together, in bytes. */
const WRITTEN_AT_ONCE = 4 * 2 ** 20;
/** Names of databases and collections that become names of files. Others are left out. */
const HARMLESS_NAME = /^[A-Za-z0-9_][\w.-]{0,119}$/;

/** Whether a file begins as `mongodump --archive` writes it. */
export const isMongoArchive = (beginning: Buffer): boolean =>
  beginning.length >= MAGIC_LENGTH && beginning.readUInt32LE(0) === MAGIC;

/**
 * Unpacks a file of `mongodump --archive` into an empty folder, as `mongodump` writes it without: a file for each
 * collection in the folder of its database. In the archive, collections are mixed: after a list of them, each part has
 * a document that names its collection, then documents of that, and an end mark. Returns the folder.
 */
export async function unpackMongoArchive(path: string, isCompressed: boolean, folder: string): Promise<string> {
  const source = createReadStream(path, { highWaterMark: 2 ** 20 });
  const { deserialize } = await import('bson');
  const collections = new Collections(folder);
  let isList = true;
  let current: string | undefined;
  let isBeginning = true;
  try {
    const chunks = withoutMagic(isCompressed ? gunzip(source, path) : source);
    for await (const frame of readFrames(chunks, true)) {
      if (frame === undefined) {
        isList = false;
        isBeginning = true;
      } else if (isList) continue;
      else if (isBeginning) {
        const { db, collection } = deserialize(frame);
        current = collections.findFile(readText(db) ?? '', readText(collection) ?? '');
        isBeginning = false;
      } else if (current !== undefined) collections.add(current, Buffer.from(frame));
    }
    collections.write();
  } catch (error) {
    throw error instanceof BadArchive ? error : new BadArchive(`${path} cannot be read: ${(error as Error).message}`);
  }
  return folder;
}

async function* withoutMagic(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = MAGIC_LENGTH;
  for await (const chunk of chunks) {
    const skipped = Math.min(rest, chunk.length);
    rest -= skipped;
    if (chunk.length > skipped) yield chunk.subarray(skipped);
  }
}

/** The files of the collections, which are written in large parts. */
class Collections {
  readonly #folder: string;
  readonly #check = new ArchiveCheck();
  readonly #seen = new Set<string>();
  readonly #parts: { path: string; bytes: Buffer }[] = [];
  #size = 0;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** The file of a collection; undefined: its name is dangerous. */
  findFile(db: string, collection: string): string | undefined {
    if (!HARMLESS_NAME.test(db) || !HARMLESS_NAME.test(collection)) return undefined;
    const path = join(this.#folder, db, `${collection}.bson`);
    if (!this.#seen.has(path)) {
      this.#check.addFile(`${db}/${collection}`, 0);
      this.#seen.add(path);
      mkdirSync(join(this.#folder, db), { recursive: true, mode: 0o700 });
      appendFileSync(path, '', { mode: 0o600 });
    }
    return path;
  }

  add(path: string, bytes: Buffer): void {
    this.#parts.push({ path, bytes });
    this.#size += bytes.length;
    if (this.#size >= WRITTEN_AT_ONCE) this.write();
  }

  write(): void {
    for (const [path, parts] of Map.groupBy(this.#parts, (part) => part.path))
      appendFileSync(path, Buffer.concat(parts.map(({ bytes }) => bytes)));
    this.#parts.length = 0;
    this.#size = 0;
  }
}
