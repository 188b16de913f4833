import { stemmer } from 'stemmer';
import { folded, highlightHtml, highlightText, isBoundary, tokensOf } from '../../../markdown/highlight.ts';

/** What a search asks for, taken apart. */
export interface SearchWords {
  /** For the search index: every word and phrase, quoted, joined by AND; undefined: nothing that could be found. */
  match: string | undefined;
  /** Words as the index stems them. */
  stems: ReadonlySet<string>;
  /** Words in a row. */
  phrases: readonly (readonly string[])[];
  /** The quoted phrases, as `folded` gives them: these are matched to the letter, with what is between the words. */
  literal: readonly string[];
  /** How many words there are in all. */
  count: number;
}

const PART = /"([^"]*)"|[^\s"]+/g;
const ASCII = /^[\x00-\x7f]+$/;

/**
 * Reads what was typed into a search box: words (all must be there), "quoted phrases", and runs that the index knows as
 * several words in a row (Chinese and Japanese text, `half-life`). undefined: more than `most` words.
 */
export function searchWords(operand: string, most: number): SearchWords | undefined {
  const stems = new Set<string>();
  const phrases: string[][] = [];
  const literal: string[] = [];
  const parts: string[] = [];
  let count = 0;
  for (const [part, quoted] of operand.matchAll(PART)) {
    const tokens = tokensOf(quoted ?? part);
    if (tokens.length === 0) continue;
    count += tokens.length;
    if (count > most) return undefined;
    parts.push(quotedForIndex(tokens));
    if (quoted !== undefined) literal.push(folded(quoted.trim()));
    if (quoted !== undefined || tokens.length > 1) phrases.push(tokens);
    const word = quoted === undefined && (tokens.length === 1 || tokens.every((token) => ASCII.test(token)));
    if (word) for (const token of tokens) stems.add(stem(token));
  }
  return { match: parts.length === 0 ? undefined : parts.join(' AND '), stems, phrases, literal, count };
}

/** Every word inside quotes, so that nothing of the query is read as the index's own syntax. */
const quotedForIndex = (tokens: readonly string[]): string => `"${tokens.join(' ').replaceAll('"', '""')}"`;

/** A word as the index keeps it: its Porter stem; those of one or two letters, and very long ones, as they are. */
const stem = (word: string): string => (word.length < 3 || word.length > 64 ? word : stemmer(word));

/**
 * Whether a text holds a phrase to the letter, not within longer words. As in Zulip the text is what was written, so that a phrase is
 * not found across formatting: `"one two"` is not in `one **two**`.
 */
export function hasPhrase(text: string, phrase: string): boolean {
  const source = folded(text);
  for (let at = source.indexOf(phrase); at !== -1; at = source.indexOf(phrase, at + 1))
    if (isBoundary(source, at) && isBoundary(source, at + phrase.length)) return true;
  return false;
}

/** The content (HTML) and topic of a message with what several searches found marked. */
export function marked(
  searches: readonly SearchWords[],
  html: string,
  topic: string,
): { match_content: string; match_subject: string } {
  const found = (word: string) => searches.some(({ stems }) => stems.has(stem(word)));
  const phrases = searches.flatMap((search) => search.phrases);
  return { match_content: highlightHtml(html, found, phrases), match_subject: highlightText(topic, found, phrases) };
}
