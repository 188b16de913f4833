/** One element of the list in a JSON file, or of a list that is a field of its object. */
export interface JsonElement {
  /** The field; '' if the file is a list. */
  key: string;
  /** From 0; null: the field's value is no list, and this is all of it. */
  index: number | null;
  /** JSON; undefined: longer than the limit. */
  text: string | undefined;
}

/** The file is no JSON; the message says where. What came before is usable. */
export class BadJson extends Error {}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
const LIST = 0x5b;
const END_OF_LIST = 0x5d;
const OBJECT = 0x7b;
const END_OF_OBJECT = 0x7d;
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

type State = 'start' | 'key' | 'colon' | 'value' | 'element' | 'after-value' | 'after-element' | 'end';

/**
 * Splits a JSON file into its elements without keeping more than one of them, so that a file of any size can be read.
 * An element longer than `limit` bytes is not kept. Throws BadJson.
 */
export async function* jsonElements(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<JsonElement> {
  const splitter = new Splitter(limit);
  for await (const chunk of chunks) yield* splitter.split(chunk);
  splitter.finish();
}

class Splitter {
  #state: State = 'start';
  #isObject = false;
  #key = '';
  #index: number | null = null;
  /** Where the bytes before the current chunk end, for error messages. */
  #position = 0;
  readonly #value: ValueReader;

  constructor(limit: number) {
    this.#value = new ValueReader(limit);
  }

  *split(chunk: Buffer): Generator<JsonElement> {
    let at = this.#position === 0 && chunk[0] === 0xef ? 3 : 0;
    while (at < chunk.length) {
      if (this.#value.isReading) {
        at = this.#value.read(chunk, at);
        if (this.#value.isReading) break;
        yield* this.#take();
        continue;
      }
      const byte = chunk[at]!;
      if (isBlank(byte)) at += 1;
      else at += this.#next(byte, at);
    }
    this.#position += chunk.length;
  }

  /** Throws unless the file is complete. */
  finish(): void {
    if (this.#state !== 'end') throw new BadJson(`the JSON ends early, after ${this.#position} bytes`);
  }

  /** A value is complete: a key, an element, or a field's value. */
  *#take(): Generator<JsonElement> {
    const text = this.#value.take();
    if (this.#state === 'key') {
      if (text === undefined || text.length > 1000) throw new BadJson('a field has too long a name');
      this.#key = parseKey(text);
      this.#state = 'colon';
      return;
    }
    yield { key: this.#key, index: this.#index, text };
    this.#state = this.#index === null ? 'after-value' : 'after-element';
    if (this.#index !== null) this.#index += 1;
  }

  /** Handles a byte between values. Returns how many bytes it used. */
  #next(byte: number, at: number): 0 | 1 {
    const state = this.#state;
    if (state === 'start' && byte === LIST) return this.#become('element', 0);
    if (state === 'start' && byte === OBJECT) {
      this.#isObject = true;
      return this.#become('key', null);
    }
    if (state === 'key' && byte === END_OF_OBJECT) return this.#become('end', null);
    if (state === 'key' && byte === QUOTE) return this.#begin();
    if (state === 'colon' && byte === COLON) return this.#become('value', null);
    if (state === 'value' && byte === LIST) return this.#become('element', 0);
    if (state === 'value' && byte !== COMMA && !CLOSE.has(byte)) return this.#begin();
    if (state === 'element' && byte === END_OF_LIST) return this.#endList();
    if (state === 'element' && byte !== COMMA) return this.#begin();
    if (state === 'after-element' && byte === COMMA) return this.#become('element', this.#index);
    if (state === 'after-element' && byte === END_OF_LIST) return this.#endList();
    if (state === 'after-value' && byte === COMMA) return this.#become('key', null);
    if (state === 'after-value' && byte === END_OF_OBJECT) return this.#become('end', null);
    throw new BadJson(`this is no JSON at byte ${this.#position + at}`);
  }

  #become(state: State, index: number | null): 1 {
    this.#state = state;
    this.#index = index;
    return 1;
  }

  #endList(): 1 {
    return this.#become(this.#isObject ? 'after-value' : 'end', null);
  }

  #begin(): 0 {
    this.#value.begin();
    return 0;
  }
}

/** Collects the bytes of one value. */
class ValueReader {
  readonly #limit: number;
  isReading = false;
  #parts: Buffer[] = [];
  #length = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;
  #began = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  begin(): void {
    this.isReading = true;
    this.#began = false;
    this.#depth = 0;
  }

  /** Reads on from `from`. Returns where the value, or the chunk, ends. */
  read(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length && this.isReading; at++) {
      const byte = chunk[at]!;
      if (this.#inText) this.#readText(byte);
      else if (!this.#readOutside(byte)) break;
    }
    this.#keep(chunk.subarray(from, at));
    return at;
  }

  take(): string | undefined {
    const text = this.#length > this.#limit ? undefined : Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#length = 0;
    return text;
  }

  #readText(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inText = false;
      this.isReading = this.#depth > 0;
    }
  }

  /** false: the byte is after the value, which was a number or a word. */
  #readOutside(byte: number): boolean {
    if (this.#depth === 0 && this.#began && (byte === COMMA || CLOSE.has(byte) || isBlank(byte))) {
      this.isReading = false;
      return false;
    }
    this.#began = true;
    if (byte === QUOTE) this.#inText = true;
    else if (OPEN.has(byte)) this.#depth += 1;
    else if (CLOSE.has(byte)) {
      this.#depth -= 1;
      this.isReading = this.#depth > 0;
    }
    return true;
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    // The chunk may be reused before the value ends.
    if (this.#length <= this.#limit) this.#parts.push(this.isReading ? Buffer.from(part) : part);
    else this.#parts = [];
  }
}

function parseKey(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    throw new BadJson(`this is no name of a field: ${text.slice(0, 50)}`);
  }
}
