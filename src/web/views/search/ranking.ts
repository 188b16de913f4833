import fuzzysort from 'fuzzysort';
import { bestMatches } from '../../text/name-matching.ts';
import { normalizeName } from '../../text/normalize.ts';

/** The number of candidates that are ranked exactly. */
const EXACT_LIMIT = 300;

/**
 * Ranks names by a query; the first of a candidate's names counts most. Names that start with or contain the query come
 * first. If there are few, names that contain its letters in order follow. Nothing is cached between key presses, so
 * ten thousand names cost no memory.
 */
export function rankByName<T>(
  all: readonly T[],
  query: string,
  names: (one: T) => readonly string[],
  most: number,
  order?: (one: T) => number,
): T[] {
  const found = bestMatches(all, query, names, most, order);
  if (found.length === most) return found;
  const taken = new Set(found);
  const words = normalizeName(query).split(/\s+/);
  const alike: { one: T; name: string }[] = [];
  for (const one of all) {
    const name = names(one)[0]!;
    if (taken.has(one) || !words.every((word) => hasLetters(normalizeName(name), word))) continue;
    if (alike.push({ one, name }) === EXACT_LIMIT) break;
  }
  const closely = fuzzysort.go(query, alike, { key: 'name', limit: most - found.length, threshold: 0.35 });
  return [...found, ...closely.map(({ obj }) => obj.one)];
}

/** Whether the letters occur in this order, with others in between. */
function hasLetters(name: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) if ((at = name.indexOf(letter, at + 1)) < 0) return false;
  return true;
}
