import type { Archive } from './archives/archive.ts';
import type { Raw, Skips } from './records.ts';

/** MongoDB's own limit is 16 MiB. */
const LARGEST = 17 * 2 ** 20;
const SMALLEST = 5;

/** The documents of a dump of MongoDB. A broken one is reported; the documents after it cannot be found any more. */
export async function* readDocuments(archive: Archive, name: string, skips: Skips): AsyncGenerator<Raw> {
  if (!archive.has(name)) return;
  // Loaded with the first dump.
  const { deserialize } = await import('bson');
  let number = 0;
  try {
    for await (const bytes of readFrames(await archive.open(name))) {
      number += 1;
      try {
        yield deserialize(bytes!, { promoteBuffers: true }) as Raw;
      } catch (error) {
        skips.skip('document', `${name}, document ${number}`, (error as Error).message);
      }
    }
  } catch (error) {
    skips.skip('file', `${name}, after document ${number}`, (error as Error).message);
  }
}

/** Where a part of an archive ends, there is this number instead of a length. */
const END = -1;
const END_LENGTH = 4;

/** Each document begins with its length. `hasEnds`: there are end marks between documents, which become undefined. */
export async function* readFrames(chunks: AsyncIterable<Buffer>, hasEnds = false): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = [];
  let length = 0;
  /** The bytes that the next document needs, as far as it is known. */
  let needed = 4;
  const joinChunks = (): Buffer => (parts.length === 1 ? parts[0]! : Buffer.concat(parts));
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    for (let rest = length >= needed ? joinChunks() : undefined; rest; ) {
      const size = rest.length >= 4 ? rest.readInt32LE(0) : Number.POSITIVE_INFINITY;
      if (hasEnds && size === END) {
        yield undefined;
        rest = rest.subarray(END_LENGTH);
        continue;
      }
      if (size !== Number.POSITIVE_INFINITY && (size < SMALLEST || size > LARGEST))
        throw new Error(`a document cannot have ${size} bytes`);
      if (rest.length < size) {
        parts = [rest];
        length = rest.length;
        needed = rest.length >= 4 ? size : 4;
        break;
      }
      yield rest.subarray(0, size);
      rest = rest.subarray(size);
    }
  }
  if (length > 0) throw new Error('the file ends early');
}

/** A date in whole seconds since 1970; undefined: it is no date. */
export const readSeconds = (value: unknown): number | undefined =>
  value instanceof Date && Number.isFinite(value.getTime()) ? Math.floor(value.getTime() / 1000) : undefined;
