import { LIMITS } from '../../limits.ts';
import { ApiError } from '../errors.ts';

/** JSON that is nested deeper than the server allows. */
export class TooDeep extends ApiError {
  constructor() {
    super(400, 'INVALID_JSON', `JSON is nested too deeply (limit: ${LIMITS.json_depth} levels)`);
  }
}

/** Parses JSON from a client. Throws SyntaxError, or TooDeep if lists and objects are nested too deeply. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeep();
  return JSON.parse(text) as unknown;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = { bracket: 0x5b, brace: 0x7b };
const CLOSING = { bracket: 0x5d, brace: 0x7d };

function isTooDeep(text: string): boolean {
  // A text this short cannot be nested more deeply.
  if (text.length <= LIMITS.json_depth) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === OPENING.bracket || code === OPENING.brace) {
      if (++depth > LIMITS.json_depth) return true;
    } else if (code === CLOSING.bracket || code === CLOSING.brace) depth--;
  }
  return false;
}
