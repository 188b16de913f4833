import { type TProperties, type TSchema, Type } from 'typebox';
import { memoByObject } from '../../shared/memo.ts';
import { ApiError, badRequest, badValue, missing } from '../errors.ts';
import { inputError, isText, takesText } from './check.ts';
import { parseJson, TooDeep } from './json.ts';

/** Options of a parameter's schema beyond JSON Schema. */
interface ParameterOptions {
  /** Other names that clients use for it. Sending two of them is an error. */
  aliases?: string[];
}

/** Parameters that every endpoint accepts without declaring them. */
const EVERYWHERE = ['client', 'csrfmiddlewaretoken', '_'];

export interface Decoded {
  params: Record<string, unknown>;
  /** Received names that the endpoint does not declare: the reply's `ignored_parameters_unsupported`. */
  ignored: string[];
}

/**
 * Decodes form fields and query into the typed parameters that an endpoint declares. Text parameters are taken as they
 * are; all others are JSON inside the field. Throws for the first mistake: REQUEST_VARIABLE_MISSING,
 * REQUEST_CONFUSING_VAR, INVALID_JSON, BAD_REQUEST.
 */
export function decode(declared: TProperties, fields: Record<string, string>): Decoded {
  const params: Record<string, unknown> = {};
  for (const name in declared) {
    const schema = declared[name]! as TSchema & ParameterOptions;
    const text = pick(name, schema, fields);
    if (text !== undefined) params[name] = parse(name, schema, text);
    else if ('default' in schema) params[name] = schema.default;
    else if (!Type.IsOptional(schema)) throw missing(name);
  }
  const known = knownNames(declared);
  const ignored: string[] = [];
  for (const name in fields) if (!known.has(name)) ignored.push(name);
  return { params, ignored };
}

/** The names that are not ignored, of all parameters. */
const knownNames = memoByObject(
  (declared: TProperties): ReadonlySet<string> =>
    new Set([
      ...EVERYWHERE,
      ...Object.entries(declared).flatMap(([name, { aliases = [] }]: [string, ParameterOptions]) => [name, ...aliases]),
    ]),
);

function pick(name: string, schema: ParameterOptions, fields: Record<string, string>): string | undefined {
  let found = fields[name];
  let foundAs = name;
  for (const alias of schema.aliases ?? []) {
    if (fields[alias] === undefined) continue;
    if (found !== undefined)
      throw new ApiError(400, 'REQUEST_CONFUSING_VAR', `Can't decide between '${foundAs}' and '${alias}' arguments`, {
        var_name1: foundAs,
        var_name2: alias,
      });
    found = fields[alias];
    foundAs = alias;
  }
  return found;
}

function parse(name: string, schema: TSchema, text: string): unknown {
  if (isText(schema)) {
    const wrong = inputError(schema, text, name);
    if (!wrong) return text;
    // Some clients quote words that are accepted unquoted. Both are valid.
    const word = text.startsWith('"') ? json(text) : undefined;
    if (word !== undefined && !inputError(schema, word, name)) return word;
    throw typeError(wrong, name, schema, text);
  }
  const value = json(text);
  if (value === undefined) {
    if (takesText(schema) && !inputError(schema, text, name)) return text;
    throw takesText(schema)
      ? badRequest(inputError(schema, text, name) ?? `Invalid ${name}`)
      : new ApiError(400, 'INVALID_JSON', `Argument "${name}" is not valid JSON.`);
  }
  const wrong = inputError(schema, value, name);
  if (!wrong) return value;
  if (takesText(schema) && !inputError(schema, text, name)) return text;
  throw typeError(wrong, name, schema, value);
}

function typeError(wrong: string, name: string, schema: TSchema, value: unknown): ApiError {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  const outOfRange =
    typeof value === 'number' && Number.isSafeInteger(value) && (minimum !== undefined || maximum !== undefined);
  return outOfRange ? badValue(name, value) : badRequest(wrong);
}

/** How JSON begins. An exception of JSON.parse costs more than all other decoding, and names are not JSON. */
const BEGINS_JSON = /^\s*(?:["[{\-\d]|true\b|false\b|null\b)/;

function json(text: string): unknown {
  if (!BEGINS_JSON.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof TooDeep) throw error;
    return undefined;
  }
}
