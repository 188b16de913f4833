import { normalizeName } from './normalize.ts';

/** How well a name matches a query: 0 is best, undefined is no match. */
export const matchQuality = (query: string, name: string): number | undefined =>
  qualityOf(normalizeName(query), normalizeName(name));

const EXACT = 0;
const PREFIX = 1;
const WORD_PREFIX = 2;
export const SUBSTRING = 3;
const BETWEEN_WORDS = /[\s_\-./]/;

function qualityOf(wanted: string, given: string): number | undefined {
  if (given.startsWith(wanted)) return given === wanted ? EXACT : PREFIX;
  const first = given.indexOf(wanted);
  for (let at = first; at > 0; at = given.indexOf(wanted, at + 1))
    if (BETWEEN_WORDS.test(given[at - 1]!)) return WORD_PREFIX;
  return first < 0 ? undefined : SUBSTRING;
}

interface Found<T> {
  one: T;
  how: number;
  rank: number;
}

// Whether a match starts a word matters. Whether that is the first word or a later one matters less than `order`.
const tier = (how: number) => (how === EXACT ? 0 : how <= WORD_PREFIX ? 1 : 2);
const before = (a: Found<unknown>, b: Found<unknown>): boolean =>
  (tier(a.how) - tier(b.how) || a.rank - b.rank || a.how - b.how) < 0;

/**
 * The best matches in order. `order` decides between equal matches, otherwise the list's order. `worst` is the worst
 * accepted match. Of ten thousand names it keeps only the best.
 */
export function bestMatches<T>(
  all: Iterable<T>,
  query: string,
  names: (one: T) => readonly string[],
  most: number,
  order?: (one: T) => number,
  worst = SUBSTRING,
): T[] {
  const wanted = normalizeName(query);
  const best: Found<T>[] = [];
  let at = 0;
  for (const one of all) {
    at++;
    let how: number | undefined;
    for (const name of names(one)) {
      const fits = qualityOf(wanted, normalizeName(name));
      if (fits !== undefined && (how === undefined || fits < how)) how = fits;
    }
    if (how === undefined || how > worst) continue;
    const found = { one, how, rank: order ? order(one) : at };
    if (best.length === most && !before(found, best.at(-1)!)) continue;
    const place = best.findIndex((other) => before(found, other));
    best.splice(place < 0 ? best.length : place, 0, found);
    if (best.length > most) best.pop();
  }
  return best.map(({ one }) => one);
}
