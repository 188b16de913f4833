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

/**
 * Converts the body of another program to fields. The field `name` contains JSON: the body's own, or a form's fields,
 * the tree of XML or a text as JSON. What the body is follows from its beginning, since many programs send a wrong type
 * or none.
 */
export function readForeignBody({ bytes, type = '' }: ForeignBody, name: string): Record<string, string> {
  if (bytes.length > LIMITS.delivery_bytes)
    throw new ApiError(413, 'BAD_REQUEST', `The payload is longer than ${LIMITS.delivery_bytes} bytes`);
  const text = decodeForeign(bytes);
  if (text.trim() === '') return {};
  if (/^application\/(?:[\w.+-]+\+)?json\b/.test(type) || isJson(text)) return { [name]: escapeLineBreaks(text) };
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
  if (fields[name] !== undefined) return { ...fields, [name]: escapeLineBreaks(fields[name]) };
  const json = JSON_FIELDS.map((field) => fields[field]).find((value) => value !== undefined && isJson(value));
  return { ...fields, [name]: json === undefined ? JSON.stringify(fields) : escapeLineBreaks(json) };
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

const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

/** The text of another program's body: UTF-8 without its mark, or what many programs send instead. */
function decodeForeign(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Escapes line breaks and tabs within the strings of JSON, which scripts write as they are. */
const escapeLineBreaks = (json: string): string =>
  /[\n\r\t]/.test(json)
    ? json.replace(/"(?:[^"\\]|\\.)*"/gs, (string) => string.replace(/[\n\r\t]/g, (char) => ESCAPED[char]!))
    : json;
const ESCAPED: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
