import { plainLetters } from '../shared/plain-letters.ts';
import { escapeAttribute } from './escape.ts';

/**
 * Scripts that are written without blanks between words, or, as Korean, with endings that are part of a word. Search
 * treats each letter of them as a word, so it finds words within others.
 */
const LETTER_SCRIPTS =
  '[[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]--\\p{DI}]';
/** What search treats as a word: one letter of these scripts with its marks, or a run of other letters and digits. */
const LETTER = `[${LETTER_SCRIPTS}&&[\\p{L}\\p{N}\\u30fc]]\\p{M}*`;
/** Characters that are not shown, such as soft hyphens and joiners, do not end a word. */
const RUN = `[[\\p{L}\\p{N}\\p{M}\\p{DI}]--${LETTER_SCRIPTS}]+`;
const WORD = new RegExp(`${LETTER}|${RUN}`, 'gv');
/** MathML gets no marks, because screen readers would read a different formula. */
const WORD_OR_MARKUP = new RegExp(`<math [^]*?</math>|<[^<>]*>|&[#\\w]{1,32};|${LETTER}|${RUN}`, 'gv');
const IS_LETTER = new RegExp(`^${LETTER}`, 'v');

/** The words of a text as the search index stores them: in the form of `plainLetters`. */
export const splitTokens = (text: string): string[] =>
  (text.normalize('NFC').match(WORD) ?? []).map(plainLetters).filter((token) => token !== '');

/** Whether a letter of a text is a word of its own. */
export const isOneWord = (letter: string): boolean => IS_LETTER.test(letter);

const RUN_END = new RegExp(`${RUN}$`, 'v');
const RUN_START = new RegExp(`^${RUN}`, 'v');

/** Whether no word continues across this position of a text. */
export function isBoundary(text: string, at: number): boolean {
  return !RUN_START.test(characterAt(text, at)) || !RUN_END.test(characterBefore(text, at));
}

const characterAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : '';

function characterBefore(text: string, at: number): string {
  const isPair = /[\udc00-\udfff]/.test(text[at - 1] ?? '') && /[\ud800-\udbff]/.test(text[at - 2] ?? '');
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

/** Marks the matching words and phrases (consecutive words) in the HTML of a message. */
export function highlightHtml(
  html: string,
  matches: (word: string) => boolean,
  phrases: readonly (readonly string[])[] = [],
): string {
  return markWords(html, hits(html, WORD_OR_MARKUP, matches, phrases), (text) => text);
}

/** Escapes a plain text, such as a topic, and marks matches in it. */
export function highlightText(
  text: string,
  matches: (word: string) => boolean,
  phrases: readonly (readonly string[])[] = [],
): string {
  return markWords(text, hits(text, WORD, matches, phrases), escapeAttribute);
}

interface Word {
  readonly text: string;
  readonly start: number;
}

/** The matching words among those that `words` finds, which may find markup, too. */
function hits(
  source: string,
  words: RegExp,
  matches: (word: string) => boolean,
  phrases: readonly (readonly string[])[],
): Word[] {
  const all: (Word & { token: string; isHit: boolean })[] = [];
  words.lastIndex = 0;
  for (let match = words.exec(source); match; match = words.exec(source)) {
    const [text] = match;
    if (text[0] === '<' || text[0] === '&') continue;
    const token = plainLetters(text);
    if (token === '') continue;
    const isHit = matches(token);
    // Without phrases, other words are of no interest.
    if (isHit || phrases.length > 0) all.push({ text, start: match.index, token, isHit });
  }
  for (const phrase of phrases)
    for (let at = 0; phrase.length > 0 && at + phrase.length <= all.length; at++)
      if (phrase.every((token, i) => all[at + i]!.token === token))
        for (let i = 0; i < phrase.length; i++) all[at + i]!.isHit = true;
  return all.filter(({ isHit }) => isHit);
}

/** Marks the matches. Adjacent letters of scripts without blanks are marked together. */
function markWords(source: string, found: readonly Word[], written: (text: string) => string): string {
  let out = '';
  let done = 0;
  for (let i = 0; i < found.length; i++) {
    const { start } = found[i]!;
    let end = start + found[i]!.text.length;
    while (IS_LETTER.test(found[i]!.text) && found[i + 1]?.start === end && IS_LETTER.test(found[i + 1]!.text)) {
      end += found[++i]!.text.length;
    }
    out += `${written(source.slice(done, start))}<span class="highlight">${source.slice(start, end)}</span>`;
    done = end;
  }
  return out + written(source.slice(done));
}
