const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const readsFromTheRight = (): boolean => globalThis.document?.documentElement.dir === 'rtl';

const LEFT_TO_RIGHT_MARK = '\u200e';
const RIGHT_TO_LEFT_MARK = '\u200f';

/**
 * A mark that gives a list the direction of its first name. A line that is too narrow then cuts the end of a name, not
 * its beginning, as long as the names have one direction.
 */
export function markDirection(first = ''): string {
  if (FROM_THE_RIGHT.test(first)) return RIGHT_TO_LEFT_MARK;
  return readsFromTheRight() ? LEFT_TO_RIGHT_MARK : '';
}

/**
 * A name or another value to be shown within a text. A bidirectional isolate keeps the order of both intact where the
 * text or the value is written from the right.
 */
export const isolateText = (value: string): string =>
  value !== '' && (readsFromTheRight() || FROM_THE_RIGHT.test(value)) ? `\u2068${value}\u2069` : value;

/** Names that are one value in a text, such as a channel and its topic. They follow each other as in the interface. */
export const joinNames = (names: readonly string[], separator: string): string =>
  (readsFromTheRight() ? RIGHT_TO_LEFT_MARK : '') + names.map(isolateText).join(separator);
