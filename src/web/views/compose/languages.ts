import { LANGUAGES } from '../../../shared/code-languages.ts';
import { bestMatches, WORD_PREFIX } from '../../text/name-matching.ts';

/** A language of code, or a kind of block, with the name that is written after the fence. */
interface Language {
  name: string;
  alias: string;
}

/** Those that are suggested first. */
const POPULAR =
  'python javascript typescript bash json html css sql rust go java c cpp csharp ruby php kotlin swift yaml toml xml ' +
  'diff docker makefile latex markdown text quote spoiler math scala haskell elixir';
const places = new Map(POPULAR.split(' ').map((alias, place) => [alias, place]));
const BLOCKS = { quote: 'quote', spoiler: 'spoiler', math: 'math' };
const ALL = Object.entries({ ...BLOCKS, ...LANGUAGES }).map(([name, aliases]) => ({
  name,
  aliases: aliases.split(' '),
  place: Math.min(places.size, ...aliases.split(' ').flatMap((alias) => places.get(alias) ?? [])),
}));

/** The languages of a query, best first. One whose name is completely typed comes first, as it is typed. */
export function languagesLike(query: string, limit: number): Language[] {
  if (query === '') return [];
  const typed = query.toLowerCase();
  const found = bestMatches(
    ALL,
    typed,
    ({ aliases }) => aliases,
    limit,
    ({ place }) => place,
    WORD_PREFIX,
  );
  if (found.length === 1 && found[0]!.aliases.includes(typed)) return [];
  return found.map(({ name, aliases }) => ({
    name,
    alias: aliases.includes(typed) ? query : (aliases.find((alias) => alias.startsWith(typed)) ?? aliases[0]!),
  }));
}
