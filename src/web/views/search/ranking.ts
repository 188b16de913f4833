import fuzzysort from 'fuzzysort';
import { fitting } from '../../text/name-matching.ts';
import { plain } from '../../text/normalize.ts';

/** So many are looked at more closely. */
const CLOSELY = 300;

/**
 * The best of many by their names, of which the first counts most: those that begin so or have it within, and if these are few, those that
 * have its letters. Nothing is kept from key to key, so that ten thousand names cost no memory.
 */
export function best<T>(
  all: readonly T[],
  wanted: string,
  names: (one: T) => readonly string[],
  most: number,
  order?: (one: T) => number,
): T[] {
  const found = fitting(all, wanted, names, most, order);
  if (found.length === most) return found;
  const taken = new Set(found);
  const words = plain(wanted).split(/\s+/);
  const alike: { one: T; name: string }[] = [];
  for (const one of all) {
    const name = names(one)[0]!;
    if (taken.has(one) || !words.every((word) => hasLetters(plain(name), word))) continue;
    if (alike.push({ one, name }) === CLOSELY) break;
  }
  const closely = fuzzysort.go(wanted, alike, { key: 'name', limit: most - found.length, threshold: 0.35 });
  return [...found, ...closely.map(({ obj }) => obj.one)];
}

/** Whether the letters come in their order, with others between them. */
function hasLetters(name: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) if ((at = name.indexOf(letter, at + 1)) < 0) return false;
  return true;
}
