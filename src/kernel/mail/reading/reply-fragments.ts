import { isDashedName, isListFooter, isNamedSignature } from './reply-signatures.ts';
import {
  beginsWithDay,
  beginsWithWord,
  isAttribution,
  isClosing,
  isDetailedAttribution,
  isDeviceLine,
  isForwardLine,
  isHeaderBlock,
  isNameOrAddress,
  isRule,
  isSeparator,
} from './reply-words.ts';
import { ATTRIBUTION_MARK, type Fragment, QUOTE_MARK, SIGNATURE_MARK } from './types.ts';

type Kind = Fragment['kind'] | 'attribution' | 'blank';

interface Line {
  text: string;
  kind: Kind;
  /** It ends with the space that belongs to the delimiter of signatures. */
  isExact?: boolean;
}

/** The lines of an attribution that a mail program has wrapped. */
const MOST_ATTRIBUTION = 4;

/**
 * Splits the text of a mail into what its author wrote, quotes and signatures. If in doubt, a line belongs to the
 * author: a quote too much is better than a word too few. In a reply between the quotes, the quotes that are answered
 * belong to the text. `author`: the name of the sender, if the mail has one.
 */
export function replyFragments(text: string, author = ''): Fragment[] {
  if (text.trim() === '') return [];
  const lines = joinWrappedAddresses(text.split('\n')).map(readLine);
  markRest(lines);
  markAttributions(lines);
  markSignatures(lines, author);
  keepAnswered(lines);
  return joinLines(lines);
}

function readLine(source: string): Line {
  const text = source.trimEnd();
  const start = text.trimStart();
  if (start === '') return { text: '', kind: 'blank' };
  if (start.startsWith(SIGNATURE_MARK)) return { text: start.slice(1), kind: 'signature' };
  if (start.startsWith(ATTRIBUTION_MARK)) return { text: start.slice(1), kind: 'attribution' };
  return { text, kind: start.startsWith('>') ? 'quote' : 'text', isExact: source.endsWith('-- ') };
}

/** Marks all from the line after which a mail program writes the answered mail without marks, below the reply. */
function markRest(lines: Line[]): void {
  let hasText = false;
  for (let at = 0; at < lines.length; at++) {
    const { kind, text } = lines[at]!;
    if (kind !== 'text') continue;
    if (isForwardLine(text)) return;
    // Without words above it, the author's are below, and nothing tells them from the quote.
    if (hasText && beginsRest(lines, at)) {
      let start = at;
      while (lines[start - 1]?.kind === 'blank' || isRule(lines[start - 1]?.text ?? 'x')) start -= 1;
      for (const line of lines.slice(start)) line.kind = 'quote';
      return;
    }
    hasText ||= !isRule(text) && !isSeparator(text) && text !== QUOTE_MARK;
  }
}

/** The lines in which a block of header fields is looked for. */
const BLOCK = 12;

function beginsRest(lines: readonly Line[], at: number): boolean {
  const { text } = lines[at]!;
  if (text === QUOTE_MARK || isSeparator(text)) return true;
  const next = lines.slice(at, at + BLOCK).filter(({ kind }) => kind === 'text');
  if (isHeaderBlock(next.map((line) => line.text))) return true;
  const size = attributionSize(lines, at, isDetailedAttribution);
  return size > 0 && !isFollowedByQuote(lines, at + size);
}

/**
 * The number of lines of the attribution that begins at a line; 0: none. What precedes an attribution is not a part of
 * it, unless it begins as attributions do.
 */
function attributionSize(lines: readonly Line[], at: number, matches: (text: string) => boolean): number {
  const begins = beginsWithWord(lines[at]!.text) || beginsWithDay(lines[at]!.text);
  const texts: string[] = [];
  for (let size = 1; size <= MOST_ATTRIBUTION && lines[at + size - 1]?.kind === 'text'; size++) {
    const line = lines[at + size - 1]!.text;
    // It is the beginning, and the lines before it are the author's.
    if (size > 1 && beginsWithWord(line)) return 0;
    texts.push(line.trim());
    if (!matches(texts.join(' '))) continue;
    // The first lines are the author's if the others are an attribution without them.
    return !begins && texts.some((_, first) => first > 0 && matches(texts.slice(first).join(' '))) ? 0 : size;
  }
  return 0;
}

const isFollowedByQuote = (lines: readonly Line[], at: number): boolean =>
  lines.slice(at, at + 3).find(({ kind }) => kind !== 'blank')?.kind === 'quote';

/** Marks the lines above quotes that name their author. */
function markAttributions(lines: Line[]): void {
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]!.kind !== 'text') continue;
    const size = attributionSize(lines, at, isAttribution);
    if (size === 0 || !isFollowedByQuote(lines, at + size)) continue;
    for (const line of lines.slice(at, at + size)) line.kind = 'attribution';
  }
}

/** What the author wrote between quotes, or before or after them: a range of lines. */
interface Section {
  start: number;
  end: number;
}

/** The ranges of lines of the author, with the empty ones between them. */
function textSections(lines: readonly Line[]): Section[] {
  const sections: Section[] = [];
  for (let start = 0; start < lines.length; ) {
    let end = start;
    while (end < lines.length && /^(?:text|blank)$/.test(lines[end]!.kind)) end += 1;
    if (lines.slice(start, end).some(({ kind }) => kind === 'text')) sections.push({ start, end });
    start = Math.max(end, start + 1);
  }
  return sections;
}

function markSignatures(lines: Line[], author: string): void {
  for (const { start, end } of textSections(lines)) {
    const section = lines.slice(start, end);
    markFrom(section, findListFooter(section));
    markFrom(section, section.findIndex(isDelimiter));
    for (let last = lastText(section); last >= 0 && isDeviceParagraph(section, last); last = lastText(section))
      section[last]!.kind = 'signature';
    markFrom(section, section.findIndex(isClosingAbove));
    markFrom(section, findNamed(section, author));
  }
}

const lastText = (section: readonly Line[]): number => section.findLastIndex(({ kind }) => kind === 'text');

/** Marks the rest of a section. Does nothing for -1. */
function markFrom(section: Line[], at: number): void {
  if (at >= 0) for (const line of section.slice(at)) line.kind = 'signature';
}

/** The most lines of a signature that nothing marks for certain. */
const MOST_SIGNATURE = 12;

/** Whether a line is the delimiter of a signature. Mail programs write a space after it, but some cut it off. */
function isDelimiter({ text, isExact }: Line, at: number, section: readonly Line[]): boolean {
  if (text !== '--') return false;
  return isExact === true || countText(section.slice(at + 1)) <= MOST_SIGNATURE;
}

const countText = (lines: readonly Line[]): number => lines.filter(({ kind }) => kind === 'text').length;

const isDeviceParagraph = (section: readonly Line[], at: number): boolean =>
  section[at - 1]?.kind !== 'text' && isDeviceLine(section[at]!.text);

/** Whether a line is the closing of a letter, below which are only a name and an address. */
function isClosingAbove({ text, kind }: Line, at: number, section: readonly Line[]): boolean {
  if (kind !== 'text' || !isClosing(text) || countText(section.slice(0, at)) === 0) return false;
  const below = section.slice(at + 1).filter((line) => line.kind === 'text');
  return below.length <= MOST_SIGNATURE && below.every((line) => isNameOrAddress(line.text));
}

/** The last lines of a text in which a mailing list's ones begin. */
const FOOTER = 20;

/** Where the lines begin that a mailing list writes below a mail. -1: there are none. */
function findListFooter(section: readonly Line[]): number {
  const last = lastText(section);
  return section.findIndex(
    ({ text }, at) => at > last - FOOTER && text.includes('__') && isListFooter(textsOf(section.slice(at, last + 1))),
  );
}

const textsOf = (lines: readonly Line[]): string[] =>
  lines.filter(({ kind }) => kind === 'text').map(({ text }) => text);

/** Where the signature begins that only the name of the author marks: in the last paragraph. -1: there is none. */
function findNamed(section: readonly Line[], author: string): number {
  const last = lastText(section);
  if (last < 0) return -1;
  let start = last;
  while (section[start - 1]?.kind === 'text') start -= 1;
  if (countText(section.slice(0, start)) === 0) return -1;
  const paragraph = textsOf(section.slice(start, last + 1));
  return isNamedSignature(paragraph, author) || (start === last && isDashedName(paragraph[0]!, author)) ? start : -1;
}

/** Joins attributions that were wrapped before the ">" of an address. Their last line looks like a quote. */
function joinWrappedAddresses(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last !== undefined && ADDRESS_REST.test(line.trimEnd()) && endsInAddress(last))
      joined[joined.length - 1] += line;
    else joined.push(line);
  }
  return joined;
}

const ADDRESS_REST = /^>[^>]{0,40}[:：]$/u;

function endsInAddress(line: string): boolean {
  const address = line.slice(line.lastIndexOf('<'));
  return !line.trimStart().startsWith('>') && /^<[^<>\s@]{1,64}@[^<>\s]{1,255}$/u.test(address);
}

/** Lets quotes belong to the text that answers them, if there are several, or text before them. */
function keepAnswered(lines: Line[]): void {
  const sections = textSections(lines);
  const answers = sections.filter(({ start }) => quoteAbove(lines, start).length > 0);
  const isBetween = answers.length > 1 || (answers.length === 1 && sections[0] !== answers[0]);
  if (!isBetween) return;
  for (const { start } of answers)
    for (const [at, line] of quoteAbove(lines, start).entries()) {
      line.kind = 'text';
      // Otherwise the answer would be a part of the quote.
      if (at === 0) line.text += '\n';
    }
}

/** The lines of the quote that ends above a section, the last one first. */
function quoteAbove(lines: readonly Line[], start: number): Line[] {
  let top = start;
  while (lines[top - 1]?.kind === 'quote') top -= 1;
  return lines.slice(top, start).toReversed();
}

/** The fragments: lines of the same kind that follow each other. Empty lines belong to what is before them. */
function joinLines(lines: readonly Line[]): Fragment[] {
  const fragments: Fragment[] = [];
  for (const { text, kind } of lines) {
    const last = fragments.at(-1);
    const is = kind === 'attribution' ? 'quote' : kind === 'blank' ? (last?.kind ?? 'text') : kind;
    const content = text === QUOTE_MARK ? '' : text;
    if (last?.kind === is) last.content += `\n${content}`;
    else fragments.push({ kind: is, content });
  }
  return fragments;
}
