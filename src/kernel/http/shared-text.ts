import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** A part of a gzip stream: compressed without the end of the stream, with what its checksum needs. */
interface Packed {
  bytes: Buffer;
  crc: number;
  /** What appending it does to the checksum of what precedes it. */
  shift: number;
  length: number;
}

/** A part of replies, of which many are the same: it is compressed once, when the first reply needs it. */
export class SharedText {
  readonly bytes: Buffer;
  #packed: Promise<Packed> | undefined;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }

  packed(): Promise<Packed> {
    return (this.#packed ??= pack(this.bytes, SHARED_LEVEL));
  }
}

/** Higher levels take twice the time for a few percent, which is worth it only for what is compressed once. */
const LEVEL = 3;
const SHARED_LEVEL = 6;

/** Shorter parts are not worth compressing, bytes. */
const SHORT = 64;

/** Compresses a part in the thread pool. It ends at a whole byte, refers to nothing before, and the stream goes on. */
async function pack(bytes: Buffer, level: number): Promise<Packed> {
  const packed = bytes.length < SHORT ? stored(bytes) : await deflate(bytes, { level, finishFlush: FLUSH });
  return { bytes: packed, crc: crc32(bytes), shift: shiftOf(bytes.length), length: bytes.length };
}

const deflate = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
const FLUSH = constants.Z_FULL_FLUSH;

/** A block that is not compressed, nor the last of its stream. */
const stored = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0, bytes.length, 0, 255 - bytes.length, 255]), bytes]);

const GZIP_START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** An empty last block. */
const STREAM_END = Buffer.from([3, 0]);

/** The gzip stream of all parts, as the buffers that it consists of. */
export async function gzipOf(parts: readonly (Buffer | SharedText)[]): Promise<Buffer[]> {
  const packed = await Promise.all(
    parts.map((part) => (part instanceof SharedText ? part.packed() : pack(part, LEVEL))),
  );
  let crc = 0;
  let length = 0;
  for (const one of packed) {
    crc = (product(one.shift, crc) ^ one.crc) >>> 0;
    length += one.length;
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc, 0);
  end.writeUInt32LE(length >>> 0, 4);
  return [GZIP_START, ...packed.map(({ bytes }) => bytes), STREAM_END, end];
}

/** The polynomial of CRC-32, whose bits are in reverse order: the highest is the coefficient of x⁰. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** The product of two polynomials modulo that of CRC-32. */
function product(a: number, b: number): number {
  let sum = 0;
  let multiple = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) sum ^= multiple;
    multiple = multiple & 1 ? (multiple >>> 1) ^ POLYNOMIAL : multiple >>> 1;
  }
  return sum >>> 0;
}

/** x to the power of 8 times the length: what so many bytes do to the checksum of what precedes them. */
function shiftOf(length: number): number {
  let shift = ONE;
  // x⁸, then its squares.
  let power = ONE >>> 8;
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = product(power, shift);
    power = product(power, power);
  }
  return shift;
}

/** Characters after which a part ends. Smaller ones compress less, larger ones change more often. */
const PART = 32_000;

/** The fields of an object as parts of a reply, each field with a comma before it. Large values have several parts. */
export function sharedTexts(fields: object, known: TextPool): SharedText[] {
  const texts: SharedText[] = [];
  let text = '';
  const add = (more: string): void => {
    text += more;
    if (text.length > PART) {
      texts.push(known.get(text));
      text = '';
    }
  };
  for (const [name, value] of Object.entries(fields)) {
    add(`,${JSON.stringify(name)}:`);
    if (Array.isArray(value)) {
      for (const [at, each] of value.entries()) add(`${at === 0 ? '[' : ','}${JSON.stringify(each)}`);
      add(value.length === 0 ? '[]' : ']');
    } else add(JSON.stringify(value));
  }
  if (text) texts.push(known.get(text));
  return texts;
}

/** The texts that were made last, by what they say. Most parts stay the same if one person changes. */
export class TextPool {
  readonly #texts = new LRUCache<string, SharedText>({
    maxSize: 32 * 2 ** 20,
    ttl: 30 * 60_000,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  });

  get(text: string): SharedText {
    let known = this.#texts.get(text);
    if (!known) this.#texts.set(text, (known = new SharedText(text)));
    return known;
  }
}

/** The parts with one text within them replaced, for one reply. */
export function replaced(parts: readonly SharedText[], from: string, to: string): (Buffer | SharedText)[] {
  const sought = Buffer.from(from);
  return parts.map((part) => {
    const at = part.bytes.indexOf(sought);
    if (at < 0) return part;
    return Buffer.concat([part.bytes.subarray(0, at), Buffer.from(to), part.bytes.subarray(at + sought.length)]);
  });
}

const PARTS = Symbol('parts of the reply that others have, too');
type Parts = readonly (Buffer | SharedText)[];

/** A reply that has these parts, too, which begin with a comma. Its own fields must not be empty. */
export const withParts = <T extends object>(reply: T, parts: Parts): T => Object.assign(reply, { [PARTS]: parts });

export const partsOf = (reply: object): Parts | undefined => (reply as { [PARTS]?: Parts })[PARTS];

/** The reply with the fields that its parts contain. */
export function wholeReply(reply: object): object {
  const parts = partsOf(reply) ?? [];
  const text = parts.map((part) => (part instanceof SharedText ? part.bytes : part).toString()).join('');
  return text === '' ? reply : { ...reply, ...JSON.parse(`{${text.slice(1)}}`) };
}
