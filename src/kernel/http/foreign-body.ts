import { LIMITS } from '../../limits.ts';
import { ApiError } from '../errors.ts';
import { readXml } from './xml.ts';

/** The fields in which programs that send forms put their JSON. */
const JSON_FIELDS = ['payload', 'payload_json', 'data', 'json', 'fields'];

/** The body of another program, and the type that it gave. */
interface ForeignBody {
  bytes: Buffer;
  type: string | undefined;
}

/** Throws 413 if a delivery is too long. */
export function requireDeliveryLength({ length }: Buffer): void {
  const most = LIMITS.delivery_bytes;
  if (length > most) throw new ApiError(413, 'BAD_REQUEST', `The payload is longer than ${most} bytes`);
}

/**
 * Converts the body of another program to fields. The field `name` contains JSON: the body's own, or a form's fields,
 * the tree of XML or a text as JSON. What the body is follows from its beginning, since many programs send a wrong type
 * or none.
 */
export function readForeignBody({ bytes, type = '' }: ForeignBody, name: string): Record<string, string> {
  const text = decodeForeign(bytes);
  if (text.trim() === '') return {};
  if (isJson(text) || (/^application\/(?:[\w.+-]+\+)?json\b/.test(type) && isJsonValue(text)))
    return { [name]: readJson(text) };
  if (/^\s*</.test(text) && !/\bform-urlencoded\b/.test(type)) return { [name]: JSON.stringify(readXml(text)) };
  if (isForm(text.trim(), type)) return payloadField(readFields(text), name);
  return { [name]: JSON.stringify(text) };
}

/** Whether a text is a form. Scripts leave blanks in its values as they are; it has two fields at least then. */
function isForm(text: string, type: string): boolean {
  if (type.startsWith('text/') || !text.includes('=')) return false;
  return !/\s/.test(text) || (/\bform-urlencoded\b/.test(type) && /^[\w.[\]-]+=[^&]*&[\w.[\]-]+=/.test(text));
}

/** The fields of a form, with its payload in the field `name`: the JSON that one of them contains, or all of them. */
export function payloadField(fields: Record<string, string>, name: string): Record<string, string> {
  if (fields[name] !== undefined) return { ...fields, [name]: readJson(fields[name]) };
  const json = JSON_FIELDS.map((field) => fields[field]).find((value) => value !== undefined && isJson(value));
  return { ...fields, [name]: json === undefined ? JSON.stringify(fields) : readJson(json) };
}

function readFields(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  let count = 0;
  for (const [key, value] of new URLSearchParams(text.trim())) {
    if (++count > 1000) break;
    fields[key] = value;
  }
  return fields;
}

/** JSON that can be parsed within a turn. Throws 413 if it has too many fields, each of which takes about 0.5 µs. */
function readJson(json: string): string {
  const most = LIMITS.delivery_fields;
  let fields = 0;
  for (let at = json.indexOf(':'); at >= 0 && fields <= most; at = json.indexOf(':', at + 1))
    if (isAfterName(json, at)) fields += 1;
  if (fields > most) throw new ApiError(413, 'BAD_REQUEST', `The payload has more than ${most} fields`);
  return escapeLineBreaks(json);
}

/** The white space of JSON has no higher code. */
const SPACE = 32;

/** Whether a colon follows the name of a field, and not a digit as in a time. */
function isAfterName(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) <= SPACE) before -= 1;
  return json[before] === '"';
}

/** A text or another single value in JSON. Some programs, such as shoutrrr, say that a plain text is JSON. */
const isJsonValue = (text: string): boolean => /^\s*(?:"|-?\d[\d.eE+-]*\s*$|(?:true|false|null)\s*$)/.test(text);

const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

/** The text of another program's body: UTF-8 without its mark, or what many programs send instead. */
function decodeForeign(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The characters of the strings that are mended, each with 100 more: a message shows far fewer, and they cost time. */
const MOST_MENDED = 200_000;

/** Escapes line breaks and tabs within the strings of JSON, which scripts write as they are. */
function escapeLineBreaks(json: string): string {
  const mended: string[] = [];
  let copied = 0;
  let left = MOST_MENDED;
  let breakAt = findBreak(json, 0);
  for (let open = json.indexOf('"'); open >= 0 && breakAt >= 0; ) {
    const end = findEnd(json, open + 1);
    if (end < 0) break;
    if (breakAt < open) breakAt = findBreak(json, open);
    if (breakAt >= 0 && breakAt < end) {
      left -= end - open + 100;
      if (left < 0) break;
      const string = json.slice(open, end);
      const escaped = string.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
      mended.push(json.slice(copied, open), escaped);
      copied = end;
    }
    open = json.indexOf('"', end + 1);
  }
  return mended.join('') + json.slice(copied);
}

const BREAK = /[\n\r\t]/g;

/** The first line break or tab from this position on; -1: there is none. */
function findBreak(json: string, from: number): number {
  BREAK.lastIndex = from;
  return BREAK.exec(json)?.index ?? -1;
}

/** The quotation mark that ends a string, which no odd number of backslashes precedes; -1: there is none. */
function findEnd(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end >= 0; end = json.indexOf('"', end + 1)) {
    let first = end;
    while (json[first - 1] === '\\') first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return -1;
}
