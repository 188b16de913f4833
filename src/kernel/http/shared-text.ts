import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { memoByObject } from '../../shared/memo.ts';
import { textWithBase } from './reply-text.ts';

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

  packText(): Promise<Packed> {
    return (this.#packed ??= pack(this.bytes, SHARED_LEVEL));
  }
}

/** Higher levels take twice the time for a few percent, which is worth it only for what is compressed once. */
const LEVEL = 3;
const SHARED_LEVEL = 6;

/** Shorter parts, such as the beginning of a reply about presence, are not worth compressing, bytes; at most 256. */
const SHORT = 256;

/** Compresses a part in the thread pool. It ends at a whole byte, refers to nothing before, and the stream goes on. */
async function pack(bytes: Buffer, level: number): Promise<Packed> {
  const packed = bytes.length < SHORT ? storeBlock(bytes) : await deflate(bytes, { level, finishFlush: FLUSH });
  return { bytes: packed, crc: crc32(bytes), shift: makeShift(bytes.length), length: bytes.length };
}

const deflate = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
const FLUSH = constants.Z_FULL_FLUSH;

/** A block that is not compressed, nor the last of its stream. */
const storeBlock = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0, bytes.length, 0, 255 - bytes.length, 255]), bytes]);

const GZIP_START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** An empty last block. */
const STREAM_END = Buffer.from([3, 0]);

/** The gzip stream of all parts, as the buffers that it consists of. */
export async function gzipParts(parts: readonly (Buffer | SharedText)[]): Promise<Buffer[]> {
  const packed = await Promise.all(
    parts.map((part) => (part instanceof SharedText ? part.packText() : pack(part, LEVEL))),
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
function makeShift(length: number): number {
  let shift = ONE;
  // x⁸, then its squares.
  let power = ONE >>> 8;
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = product(power, shift);
    power = product(power, power);
  }
  return shift;
}

/** Characters after which a slice ends. Smaller ones compress less, larger ones change more often. */
const SLICE = 32_000;

/** Some elements of a list of the reply. */
interface Slice {
  count: number;
  text: Buffer | SharedText;
}

/** A list of the reply, whose slices change by themselves. */
interface SharedList {
  field: string;
  slices: readonly Slice[];
}

/** A field of the reply that is no list, with the comma before it. It is one slice. */
interface SharedField {
  field: string;
  text: SharedText;
}

/** A part of the fields of a reply: a list, another field, or the text before, between or after lists. */
export type SharedPart = SharedText | SharedList | SharedField;

/** The fields of an object as parts of a reply, each field with a comma before it. */
export function sharedParts(fields: object, known: TextPool): SharedPart[] {
  const parts: SharedPart[] = [];
  let text = '';
  for (const [field, value] of Object.entries(fields)) {
    text += `,${JSON.stringify(field)}:`;
    if (Array.isArray(value) && value.length > 0) {
      parts.push(known.get(`${text}[`), { field, slices: splitSlices(value, known) });
      text = ']';
    } else text += JSON.stringify(value);
  }
  return text === '' ? parts : [...parts, known.get(text)];
}

/** The fields of an object, each as one part of a reply. */
export const sharedFields = (fields: object, known: TextPool): SharedPart[] =>
  Object.entries(fields).map(([field, value]) => ({
    field,
    text: known.get(`,${JSON.stringify(field)}:${JSON.stringify(value)}`),
  }));

function splitSlices(list: readonly unknown[], known: TextPool): Slice[] {
  const slices: Slice[] = [];
  let texts: string[] = [];
  let length = 0;
  for (const [at, each] of list.entries()) {
    const text = typeof each === 'object' && each ? textWithBase(each) : JSON.stringify(each);
    texts.push(text);
    length += text.length;
    if (length <= SLICE && at < list.length - 1) continue;
    slices.push({ count: texts.length, text: known.get(texts.join(',')) });
    texts = [];
    length = 0;
  }
  return slices;
}

/** What the slices of a field are, for a client that keeps them. */
export interface SliceDescription {
  field: string;
  /** How many elements of the list. Absent: the field is no list, and this is all of it. */
  count?: number;
  id: string;
}

/** Describes the slices of all fields in their order. Slices with the same content have the same id. */
export const describeSlices = (parts: readonly SharedPart[]): SliceDescription[] =>
  parts.flatMap((part): SliceDescription[] => {
    if (part instanceof SharedText) return [];
    const { field } = part;
    if ('text' in part) return [{ field, id: hashText(part.text.bytes) }];
    return part.slices.map(({ count, text }) => ({ field, count, id: hashText(getBytes(text)) }));
  });

/** The text of the parts, without slices that the client has. */
export const listTexts = (parts: readonly SharedPart[], has?: ReadonlySet<string>): (Buffer | SharedText)[] =>
  parts.flatMap((part) => {
    if (part instanceof SharedText) return [part];
    if ('text' in part) return has?.has(hashText(part.text.bytes)) ? [] : [part.text];
    const sent = has ? part.slices.filter(({ text }) => !has.has(hashText(getBytes(text)))) : part.slices;
    return sent.flatMap(({ text }, at) => (at === 0 ? [text] : [COMMA, text]));
  });

const COMMA = Buffer.from(',');
const getBytes = (text: Buffer | SharedText): Buffer => (text instanceof SharedText ? text.bytes : text);
const hashText = memoByObject((bytes: Buffer) =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, ID_LENGTH),
);
/** Enough that no two texts have the same id. */
const ID_LENGTH = 22;

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

/** The parts with one text within their lists replaced, for one reply. */
export function replacePart(parts: readonly SharedPart[], from: string, to: string): SharedPart[] {
  const sought = Buffer.from(from);
  const replaceIn = (slice: Slice): Slice => {
    const bytes = getBytes(slice.text);
    const at = bytes.indexOf(sought);
    if (at < 0) return slice;
    const text = Buffer.concat([bytes.subarray(0, at), Buffer.from(to), bytes.subarray(at + sought.length)]);
    return { ...slice, text };
  };
  return parts.map((part) => ('slices' in part ? { ...part, slices: part.slices.map(replaceIn) } : part));
}

const PARTS = Symbol('parts of the reply that others have, too');
type Parts = readonly (Buffer | SharedText)[];

/** A reply that has these parts, too, which begin with a comma. Its own fields must not be empty. */
export const withParts = <T extends object>(reply: T, parts: Parts): T => Object.assign(reply, { [PARTS]: parts });

export const findParts = (reply: object): Parts | undefined => (reply as { [PARTS]?: Parts })[PARTS];

/** The reply with the fields that its parts contain. */
export function wholeReply(reply: object): object {
  const parts = findParts(reply) ?? [];
  const text = parts.map((part) => getBytes(part).toString()).join('');
  return text === '' ? reply : { ...reply, ...JSON.parse(`{${text.slice(1)}}`) };
}
