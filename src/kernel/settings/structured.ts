import { validationError } from '../http/check.ts';
import { type Kind, Unfit } from './kinds.ts';

/** The part of JSON Schema that settings use. */
export type Shape =
  | { type: 'string'; minLength?: number; maxLength?: number; enum?: readonly string[] }
  | { type: 'boolean' }
  | { type: 'integer'; minimum?: number; maximum?: number }
  | { type: 'array'; items: Shape; maxItems?: number }
  | { type: 'object'; properties: Readonly<Record<string, Shape>>; required?: readonly string[] }
  | { type: 'object'; additionalProperties: Shape };

/** A setting with parts: a table or a list of tables in klatch.toml, JSON elsewhere. Unknown parts are rejected. */
export const structured = <T>(form: string, shape: Shape, check?: (value: T) => string | undefined): Kind<T> => ({
  form,
  structured: true,
  read(text) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Unfit('must be JSON, or a table in klatch.toml');
    }
    const wrong = validationError(shape as never, value, 'it', true) ?? check?.(value as T);
    if (wrong !== undefined) throw new Unfit(`is not valid: ${wrong}`);
    return value as T;
  },
});
