import { normalizeName } from './normalize.ts';

/** How well a name matches a query: 0 is best, undefined is no match. */
export const matchQuality = (query: string, name: string): number | undefined =>
  measureQuality(normalizeName(query), normalizeName(name));

const EXACT = 0;
const PREFIX = 1;
/** The query begins the name or a word of it. */
export const WORD_PREFIX = 2;
const SUBSTRING = 3;
const IN_WORD = /[\p{L}\p{M}\p{N}]/u;
/** In these scripts no spaces separate words, so a word may begin at each character. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

function measureQuality(query: string, name: string): number | undefined {
  if (name.startsWith(query)) return name === query ? EXACT : PREFIX;
  const first = name.indexOf(query);
  for (let at = first; at > 0; at = name.indexOf(query, at + 1)) if (startsWord(name, at)) return WORD_PREFIX;
  return first < 0 ? undefined : SUBSTRING;
}

const startsWord = (name: string, at: number): boolean =>
  !IN_WORD.test(name[at - 1]!) || WITHOUT_SPACES.test(name[at]!);

interface Found<T> {
  one: T;
  quality: number;
  rank: number;
}

// Whether a match starts a word matters. Whether that is the first word or a later one matters less than `order`.
const tier = (quality: number) => (quality === EXACT ? 0 : quality <= WORD_PREFIX ? 1 : 2);
const before = (a: Found<unknown>, b: Found<unknown>): boolean =>
  (tier(a.quality) - tier(b.quality) || a.rank - b.rank || a.quality - b.quality) < 0;

/**
 * The best matches in order. `order` decides between equal matches, otherwise the list's order. `worst` is the worst
 * accepted match. Of ten thousand names it keeps only the best.
 */
export function bestMatches<T>(
  all: Iterable<T>,
  query: string,
  names: (one: T) => readonly string[],
  limit: number,
  order?: (one: T) => number,
  worst = SUBSTRING,
): T[] {
  const needle = normalizeName(query);
  const best: Found<T>[] = [];
  let at = 0;
  for (const one of all) {
    at++;
    let quality: number | undefined;
    for (const name of names(one)) {
      const nameQuality = measureQuality(needle, normalizeName(name));
      if (nameQuality !== undefined && (quality === undefined || nameQuality < quality)) quality = nameQuality;
    }
    if (quality === undefined || quality > worst) continue;
    const found = { one, quality, rank: order ? order(one) : at };
    if (best.length === limit && !before(found, best.at(-1)!)) continue;
    const index = best.findIndex((other) => before(found, other));
    best.splice(index < 0 ? best.length : index, 0, found);
    if (best.length > limit) best.pop();
  }
  return best.map(({ one }) => one);
}
