import { readAsset } from '../../kernel/assets.ts';
import { languageMatcher } from '../../shared/languages.ts';
import { memoByValue } from '../../shared/memo.ts';

// The pages are written in English. For other languages, each paragraph, or otherwise each text between tags, is looked
// up as a whole. Unknown texts stay in English. Inserted values are escaped and inserted unchanged.

interface Words {
  exact: ReadonlyMap<string, string>;
  patterns: readonly (readonly [pattern: RegExp, names: readonly string[], text: string])[];
}

/** The languages of the pages, besides English. */
export const PAGE_LANGUAGES = ['ar', 'de', 'es', 'fr', 'he', 'it', 'ja', 'nl', 'pl', 'pt-br', 'ru', 'zh-hans'] as const;

const isTranslated = (language: string): boolean => (PAGE_LANGUAGES as readonly string[]).includes(language);

/** Reads the texts of a language, by the English text. */
export const pageTexts = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readAsset(`src/pages/translations/${language}.json`).toString());

/** The words of a language, read when the first page needs them; undefined for English. */
const wordsIn = memoByValue((language: string): Words | undefined => {
  if (!isTranslated(language)) return undefined;
  const entries = Object.entries(pageTexts(language));
  const isPattern = ([key]: readonly [string, string]) => key.includes('{');
  return {
    exact: new Map(entries.filter((entry) => !isPattern(entry))),
    patterns: entries.filter(isPattern).map(([key, text]) => {
      const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const source = key.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '([^<>]*?)');
      return [new RegExp(`^${source}$`), names, text] as const;
    }),
  };
});

const pageLanguage = languageMatcher(['en', ...PAGE_LANGUAGES]);

/**
 * Returns the first language of the browser's list that `known` has, by default the pages: `fr-CH, fr;q=0.9, en;q=0.8`.
 */
export function preferredLanguage(
  acceptLanguage: string | undefined,
  known: (tag: string) => string | undefined = pageLanguage,
): string | undefined {
  const preferences = (acceptLanguage ?? '').split(',').map((part, at) => {
    const [name = '', ...rest] = part.split(';').map((piece) => piece.trim());
    const quality = rest.find((piece) => piece.startsWith('q='))?.slice(2);
    return { code: known(name), weight: quality === undefined ? 1 : Number(quality) || 0, at };
  });
  return preferences
    .filter(({ code, weight }) => weight > 0 && code !== undefined)
    .sort((a, b) => b.weight - a.weight || a.at - b.at)[0]?.code;
}

/** Returns the language to use for this language code. */
export const translated = (code: string): string => pageLanguage(code) ?? 'en';

/** Translates one text, such as a title. */
export const translate = (text: string, language: string): string => found(text, wordsIn(language)) ?? text;

/** Translates the body of a page. */
export function inLanguage(html: string, language: string): string {
  const words = wordsIn(language);
  if (!words) return html;
  // Other tags match as a whole, so that attribute values are neither translated nor searched repeatedly.
  return html.replace(/(<p\b[^>]*>)([\s\S]*?)(<\/p>)|<[^>]*>|[^<]+/g, (whole: string, open, inner, close) => {
    if (open === undefined) return whole.startsWith('<') ? whole : piece(whole, words);
    const known = found(inner, words);
    return (
      open +
      (known ??
        inner.replace(/(^|>)([^<>]+)/g, (_: string, before: string, text: string) => before + piece(text, words))) +
      close
    );
  });
}

const piece = (text: string, words: Words): string => found(text, words) ?? text;

function found(text: string, words: Words | undefined): string | undefined {
  const bare = text.trim();
  if (!words || bare === '') return undefined;
  const known = exactly(bare, words);
  // Pages add a period that the error's own text does not have.
  const ended = known === undefined && bare.endsWith('.') ? exactly(bare.slice(0, -1), words) : undefined;
  const translated = known ?? (ended === undefined ? undefined : `${ended}.`);
  return translated === undefined ? undefined : text.replace(bare, () => translated);
}

function exactly(bare: string, words: Words): string | undefined {
  const known = words.exact.get(bare);
  if (known !== undefined) return known;
  for (const [pattern, names, preferences] of words.patterns) {
    const match = pattern.exec(bare);
    if (match) return preferences.replace(/\{(\w+)\}/g, (_, name: string) => match[names.indexOf(name) + 1] ?? '');
  }
  return undefined;
}
