import { type FileHandle, open } from 'node:fs/promises';
import { crc32, inflateSync } from 'node:zlib';

/** The EXIF tag of the location: a pointer to a table of its own. */
const GPS = 0x8825;
/** Limits for bytes of a file's part, parts passed over, and parts cleared: no camera writes more. */
const LONGEST = 4 * 2 ** 20;
const MOST_PARTS = 10_000;
const MOST_CLEARED = 8;
/** Limits for chained tables, entries of a location's table, and bytes of one value. */
const MOST_TABLES = 8;
const MOST_ENTRIES = 64;
const LONGEST_VALUE = 4096;
/** How many bytes of a HEIF file are searched. */
const SEARCHED = 64 * 2 ** 20;
const WINDOW = 2 ** 20;

/** A part of a file: its kind, and where its content is. */
interface Part {
  kind: 'exif' | 'xmp' | 'iTXt' | 'zTXt';
  at: number;
  length: number;
  /** For PNG: a checksum follows, over the four letters before and the content. */
  checked?: true;
}

/**
 * Overwrites the location that cameras store in an image, and keeps everything else, above all the orientation. The
 * file keeps its size. Supports JPEG, PNG, WebP, HEIC, AVIF, and TIFF up to 4 MB.
 */
export async function removeLocation(path: string, type: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    let cleared = 0;
    for await (const part of readParts(file, type, size)) {
      await clean(file, part);
      if (++cleared === MOST_CLEARED) return;
    }
  } finally {
    await file.close();
  }
}

async function clean(file: FileHandle, { kind, at, length, checked }: Part): Promise<void> {
  if (length < 8 || length > LONGEST) return;
  const content = await read(file, at, length);
  const changed = kind === 'exif' ? clearExif(content) : kind === 'xmp' ? clearXmp(content) : clearText(content, kind);
  if (!changed) return;
  await file.write(content, 0, content.length, at);
  if (!checked) return;
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([await read(file, at - 4, 4), content])));
  await file.write(sum, 0, 4, at + content.length);
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function* readParts(file: FileHandle, type: string, size: number): AsyncGenerator<Part> {
  if (type === 'image/jpeg') yield* partsOfJpeg(file, size);
  else if (type === 'image/png' || type === 'image/apng') yield* partsOfPng(file, size);
  else if (type === 'image/webp') yield* partsOfWebp(file, size);
  else if (type === 'image/tiff') yield { kind: 'exif', at: 0, length: size };
  else if (/^image\/(?:heic|heif|avif)$/.test(type)) yield* partsOfHeif(file, size);
}

/** Segments: FF, type, two bytes of length, content. The image data begins after the last of them. */
async function* partsOfJpeg(file: FileHandle, size: number): AsyncGenerator<Part> {
  for (let at = 2, count = 0; at + 4 < size && count < MOST_PARTS; count++) {
    const head = await read(file, at, 40);
    const marker = head[1]!;
    if (head[0] !== 0xff || marker === 0xda) return;
    const length = head.readUInt16BE(2);
    const begins = (text: string) => marker === 0xe1 && head.toString('latin1', 4, 4 + text.length) === text;
    if (begins('Exif\0\0')) yield { kind: 'exif', at: at + 10, length: length - 8 };
    else if (begins('http://ns.adobe.com/xap/1.0/')) yield { kind: 'xmp', at: at + 33, length: length - 31 };
    at += 2 + length;
  }
}

/** Chunks: four bytes of length, four letters, content, a checksum. */
async function* partsOfPng(file: FileHandle, size: number): AsyncGenerator<Part> {
  for (let at = 8, count = 0; at + 12 <= size && count < MOST_PARTS; count++) {
    const head = await read(file, at, 30);
    const length = head.readUInt32BE(0);
    const name = head.toString('latin1', 4, 8);
    if (name === 'eXIf') yield { kind: 'exif', at: at + 8, length, checked: true };
    else if ((name === 'iTXt' || name === 'zTXt') && head.toString('latin1', 8, 26) === KEYWORD)
      yield { kind: name, at: at + 8, length, checked: true };
    at += 12 + length;
  }
}

/** XMP in PNG is a text under this keyword, after one byte (zTXt) or two flags and two empty strings (iTXt). */
const KEYWORD = 'XML:com.adobe.xmp\0';

/** Compressed text cannot be changed in place: all of it is cleared if it contains a location. */
function clearText(chunk: Buffer, kind: 'iTXt' | 'zTXt'): boolean {
  if (kind === 'iTXt' && chunk[KEYWORD.length] === 0) return clearXmp(chunk);
  try {
    const text = inflateSync(chunk.subarray(KEYWORD.length + (kind === 'iTXt' ? 4 : 1)), { maxOutputLength: LONGEST });
    if (!text.includes('exif:GPS')) return false;
  } catch {
    // What no program can read is cleared, too.
  }
  chunk.fill(0, KEYWORD.length);
  return true;
}

/** Chunks: four letters, four bytes of length, content, padded to an even length. */
async function* partsOfWebp(file: FileHandle, size: number): AsyncGenerator<Part> {
  for (let at = 12, count = 0; at + 8 <= size && count < MOST_PARTS; count++) {
    const head = await read(file, at, 14);
    const length = head.readUInt32LE(4);
    const name = head.toString('latin1', 0, 4);
    const prefix = head.toString('latin1', 8, 14) === 'Exif\0\0' ? 6 : 0;
    if (name === 'EXIF') yield { kind: 'exif', at: at + 8 + prefix, length: length - prefix };
    else if (name === 'XMP ') yield { kind: 'xmp', at: at + 8, length };
    at += 8 + length + (length % 2);
  }
}

/** Its tables locate data in complicated ways; EXIF is found by its first bytes. */
async function* partsOfHeif(file: FileHandle, size: number): AsyncGenerator<Part> {
  const most = Math.min(size, SEARCHED);
  for (let from = 0; from < most; from += WINDOW) {
    const window = await read(file, from, WINDOW + 10);
    for (let at = window.indexOf('Exif\0\0', 'latin1'); at !== -1; at = window.indexOf('Exif\0\0', at + 6, 'latin1'))
      if (/^(?:MM\0\*|II\*\0)/.test(window.toString('latin1', at + 6, at + 10)))
        yield { kind: 'exif', at: from + at + 6, length: Math.min(2 ** 16, size - from - at - 6) };
  }
}

const WIDTHS = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/** Fills the location's table, and all it points to, with zeros. */
function clearExif(exif: Buffer): boolean {
  const little = exif.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (at + 2 > exif.length ? 0 : little ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const long = (at: number) => (at + 4 > exif.length ? 0 : little ? exif.readUInt32LE(at) : exif.readUInt32BE(at));
  if (exif.length < 8 || (!little && exif.toString('latin1', 0, 2) !== 'MM') || short(2) !== 42) return false;
  let changed = false;
  for (
    let table = long(4), count = 0;
    table > 0 && count < MOST_TABLES;
    table = long(table + 2 + short(table) * 12), count++
  )
    for (let entry = table + 2; entry < table + 2 + short(table) * 12 && entry + 12 <= exif.length; entry += 12) {
      if (short(entry) !== GPS) continue;
      if (!changed) clearTable(long(entry + 8));
      changed = true;
    }
  return changed;

  /** Its entries stay, with empty values. */
  function clearTable(table: number): void {
    if (table < 8) return;
    const count = Math.min(short(table), MOST_ENTRIES);
    for (let entry = table + 2; entry < table + 2 + count * 12 && entry + 12 <= exif.length; entry += 12) {
      const bytes = Math.min((WIDTHS[short(entry + 2)] ?? 0) * long(entry + 4), LONGEST_VALUE);
      if (bytes > 4) exif.fill(0, long(entry + 8), Math.min(exif.length, long(entry + 8) + bytes));
      else exif.fill(0, entry + 8, entry + 12);
    }
  }
}

/** Fills the location's values with blanks, in attributes and elements. */
function clearXmp(xmp: Buffer): boolean {
  const text = xmp.toString('latin1');
  const cleared = text
    .replace(
      /(\bexif:GPS\w{1,40}\s{0,9}=\s{0,9})(["'])(.*?)\2/gs,
      (_, name: string, quote: string, value: string) => name + quote + ' '.repeat(value.length) + quote,
    )
    .replace(
      /(<exif:(GPS\w{1,40})[^<>]*>)([^<]*)(<\/exif:\2>)/g,
      (_, start: string, __, value: string, end: string) => start + ' '.repeat(value.length) + end,
    );
  if (cleared === text) return false;
  xmp.write(cleared, 'latin1');
  return true;
}
