import type { Archive } from './archives/archive.ts';
import { BadJson, jsonElements } from './json-elements.ts';
import { readLines } from './lines.ts';

/** The maximum size of one record in an archive, in bytes. Real ones have some kilobytes. */
const MOST_RECORD_BYTES = 16 * 2 ** 20;

/** Where broken parts of an archive are reported. */
export interface Skips {
  skip(kind: string, origin: string, reason: string): void;
}

/** An object from an archive. Nothing is known about its fields. */
export type Raw = Readonly<Record<string, unknown>>;

export const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
export const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const readRaws = (value: unknown): Raw[] => readList(value).filter(isRaw);
export const readTexts = (value: unknown): string[] =>
  readList(value).filter((one): one is string => typeof one === 'string');
/** An id, which is a text or a number. */
export const readId = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : readText(value) || undefined;

/**
 * The objects of a JSON file: the elements of its list, or of the lists that are fields of its object, with the field.
 * Broken ones are reported and left out.
 */
export async function* readObjects(
  archive: Archive,
  name: string,
  sink: Skips,
): AsyncGenerator<{ key: string; value: Raw }> {
  for await (const { key, value } of readValues(archive, name, sink)) if (isRaw(value)) yield { key, value };
}

/** The same for values of any type; a field that is no list is one value. A missing file has none. */
export async function* readValues(
  archive: Archive,
  name: string,
  sink: Skips,
): AsyncGenerator<{ key: string; value: unknown }> {
  if (!archive.has(name)) return;
  try {
    for await (const { key, index, text } of jsonElements(await archive.open(name), MOST_RECORD_BYTES)) {
      const location = `${name}${key && `, ${key}`}${index === null ? '' : `, element ${index + 1}`}`;
      const parsed = parsedJson(text, location, sink);
      if (parsed) yield { key, value: parsed.value };
    }
  } catch (error) {
    // What follows in the file cannot be found any more; other files can.
    if (!(error instanceof BadJson) && !isUnreadable(error)) throw error;
    sink.skip('file', name, (error as Error).message);
  }
}

/** Why settings of the other product are left out. */
export const SETTINGS_STAY = 'the products differ too much; people choose them here';

/** The objects in the lines of a file. Broken ones are reported and left out. */
export async function* readObjectLines(archive: Archive, name: string, sink: Skips): AsyncGenerator<Raw> {
  try {
    for await (const { number, text } of readLines(await archive.open(name), MOST_RECORD_BYTES)) {
      if (text?.trim() === '') continue;
      const parsed = parsedJson(text, `${name}, line ${number}`, sink);
      if (parsed && isRaw(parsed.value)) yield parsed.value;
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    sink.skip('file', name, (error as Error).message);
  }
}

function parsedJson(text: string | undefined, location: string, sink: Skips): { value: unknown } | undefined {
  if (text === undefined) {
    sink.skip('line', location, `it is longer than ${MOST_RECORD_BYTES} bytes`);
    return undefined;
  }
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    sink.skip('line', location, (error as Error).message);
    return undefined;
  }
}

/** A damaged compressed file, or one that is larger or smaller than the archive says. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error &&
  (/^Z_/.test((error as NodeJS.ErrnoException).code ?? '') ||
    /too (many|few) bytes|compression|invalid/i.test(error.message));

/** All of a small JSON file; undefined: it is missing, too large or broken. */
export async function wholeJson(archive: Archive, name: string, sink: Skips): Promise<unknown> {
  if (!archive.has(name)) return undefined;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of await archive.open(name)) {
    bytes += (part as Buffer).length;
    if (bytes > MOST_RECORD_BYTES) {
      sink.skip('file', name, `it is larger than ${MOST_RECORD_BYTES} bytes`);
      return undefined;
    }
    parts.push(part as Buffer);
  }
  return parsedJson(Buffer.concat(parts).toString('utf8'), name, sink)?.value;
}

/** Adds a value to the list of a key. */
export function append<V>(lists: Map<string, V[]>, key: string, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
