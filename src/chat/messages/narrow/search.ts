import { stemmer } from 'stemmer';
import { highlightHtml, highlightText, isBoundary, tokensOf } from '../../../markdown/highlight.ts';
import { plainLetters } from '../../../shared/plain-letters.ts';
import type { Match } from '../messages/types.ts';

/** A parsed search. */
export interface SearchWords {
  /** For the search index: each word and phrase in quotes, joined by AND; undefined: it can find nothing. */
  match: string | undefined;
  /** Words as the index stems them. */
  stems: ReadonlySet<string>;
  /** Adjacent words. */
  phrases: readonly (readonly string[])[];
  /** The quoted phrases in the form of `plainLetters`. They match exactly, including what is between the words. */
  literal: readonly string[];
  /** The total number of words. */
  count: number;
}

/** A phrase in quotation marks of any language, or a word. */
const PART = /["“”„«»]([^"“”„«»]*)["“”„«»]|[^\s"“”„«»]+/g;
const ASCII = /^[\x00-\x7f]+$/;

/**
 * Parses the text of a search box: words (all must occur), "quoted phrases", and runs that the index stores as several
 * adjacent words (text of scripts without blanks, `half-life`). Returns undefined above `most` words.
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
    if (quoted !== undefined) literal.push(plainLetters(quoted.trim()));
    if (quoted !== undefined || tokens.length > 1) phrases.push(tokens);
    const word = quoted === undefined && (tokens.length === 1 || tokens.every((token) => ASCII.test(token)));
    if (word) for (const token of tokens) stems.add(stem(token));
  }
  return { match: parts.length === 0 ? undefined : parts.join(' AND '), stems, phrases, literal, count };
}

/** Puts every word in quotes, so that the index reads nothing of it as its own syntax. */
const quotedForIndex = (tokens: readonly string[]): string => `"${tokens.join(' ').replaceAll('"', '""')}"`;

/** The form of a word in the index: its Porter stem. Words of one or two letters and very long ones stay unchanged. */
const stem = (word: string): string => (word.length < 3 || word.length > 64 ? word : stemmer(word));

/**
 * Whether a text contains a phrase exactly, and not within longer words. As in Zulip, the text is the Markdown source,
 * so a phrase does not match across formatting: `"one two"` is not in `one **two**`.
 */
export function hasPhrase(text: string, phrase: string): boolean {
  const source = plainLetters(text);
  for (let at = source.indexOf(phrase); at !== -1; at = source.indexOf(phrase, at + 1))
    if (isBoundary(source, at) && isBoundary(source, at + phrase.length)) return true;
  return false;
}

/**
 * Makes the function that marks the matches of several searches in messages. Most words of a page occur several times,
 * and finding a stem takes as long as reading a row. So each word is compared once, if its stem can match at all: a
 * stem begins as its word does.
 */
export function marker(searches: readonly SearchWords[]): (html: string, topic: string) => Required<Match> {
  const stems = new Set(searches.flatMap((search) => [...search.stems]));
  const initials = new Set([...stems].map((each) => each[0]));
  const phrases = searches.flatMap((search) => search.phrases);
  const known = new Map<string, boolean>();
  const isFound = (word: string): boolean => {
    if (!initials.has(word[0])) return false;
    let found = known.get(word);
    if (found === undefined) known.set(word, (found = stems.has(stem(word))));
    return found;
  };
  return (html, topic) => ({
    match_content: highlightHtml(html, isFound, phrases),
    match_subject: highlightText(topic, isFound, phrases),
  });
}
