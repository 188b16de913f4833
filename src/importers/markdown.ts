import type { Reference, RichText } from '../chat/organization/imports/types.ts';

/** How to find references in text, and what they are. */
export interface ReferenceRule {
  /** With the flag g. */
  pattern: RegExp;
  /** undefined: it stays text. */
  makeReference(match: RegExpMatchArray): Reference | string | undefined;
}

/**
 * Translates the Markdown of other products, which is much like Zulip's. Emphasis with underscores becomes emphasis
 * with asterisks. Code stays as it is.
 */
export function markdownToRich(text: string, rule: ReferenceRule, style = underscoresToAsterisks): RichText {
  const parts: (string | Reference)[] = [];
  let from = 0;
  for (const code of codeIn(text)) {
    parts.push(...withReferences(text.slice(from, code.from), rule, style), text.slice(code.from, code.to));
    from = code.to;
  }
  parts.push(...withReferences(text.slice(from), rule, style));
  return parts.filter((part) => part !== '');
}

/** A part of a text, from its first character to the one after its last. */
interface Range {
  from: number;
  to: number;
}

/** The fenced blocks and the code between backticks, which keep their characters. Takes linear time. */
function codeIn(text: string): Range[] {
  const found: Range[] = [];
  let from = 0;
  for (const block of fencedBlocks(text)) {
    found.push(...inlineCode(text, { from, to: block.from }), block);
    from = block.to;
  }
  return [...found, ...inlineCode(text, { from, to: text.length })];
}

/** Blocks from a line that opens a fence to the line that closes it, or to the end of the text. */
function fencedBlocks(text: string): Range[] {
  const blocks: Range[] = [];
  let open: { fence: string; from: number } | undefined;
  let from = 0;
  for (const line of text.split('\n')) {
    const to = from + line.length;
    const fence = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
    if (open && line.trimEnd() === open.fence) {
      blocks.push({ from: open.from, to });
      open = undefined;
    } else if (!open && fence) open = { fence, from };
    from = to + 1;
  }
  if (open) blocks.push({ from: open.from, to: text.length });
  return blocks;
}

/** Code between two runs of equally many backticks. */
function inlineCode(text: string, { from, to }: Range): Range[] {
  const runs = [...text.slice(from, to).matchAll(/`+/g)].map(({ index, 0: ticks }) => ({ at: from + index, ticks }));
  const closings = new Map<string, number>();
  const closingOf = runs.toReversed().map(({ ticks }, at) => {
    const closing = closings.get(ticks);
    closings.set(ticks, runs.length - 1 - at);
    return closing;
  });
  closingOf.reverse();
  const found: Range[] = [];
  for (let at = 0; at < runs.length; at++) {
    const closing = closingOf[at];
    const { at: start, ticks } = runs[at]!;
    if (closing === undefined || text[start + ticks.length] === '\n') continue;
    found.push({ from: start, to: runs[closing]!.at + ticks.length });
    at = closing;
  }
  return found;
}

function withReferences(text: string, rule: ReferenceRule, style: (text: string) => string): (string | Reference)[] {
  const parts: (string | Reference)[] = [];
  let from = 0;
  for (const match of text.matchAll(rule.pattern)) {
    const reference = rule.makeReference(match);
    if (reference === undefined) continue;
    parts.push(style(text.slice(from, match.index)), reference);
    from = match.index + match[0].length;
  }
  parts.push(style(text.slice(from)));
  return parts;
}

const BEFORE = '(?<![\\p{L}\\p{N}_*/])';
const AFTER = '(?![\\p{L}\\p{N}_])';
const STRONG = new RegExp(`${BEFORE}__(?=\\S)([^_\\n]*[^\\s_])__${AFTER}`, 'gu');
const EMPHASIS = new RegExp(`${BEFORE}_(?=\\S)([^_\\n]*[^\\s_])_${AFTER}`, 'gu');

/** Zulip knows no emphasis by underscores. */
const underscoresToAsterisks = (text: string): string => text.replaceAll(STRONG, '**$1**').replaceAll(EMPHASIS, '*$1*');

/** The first line of a text that has words, without markup: what a thread is called. */
export function makeTitle(
  text: RichText,
  nameOfUser: (origin: string) => string | undefined = () => undefined,
): string {
  const words = text.map((part) => {
    if (typeof part === 'string') return part;
    if ('user' in part) return `@${nameOfUser(part.user) ?? part.name ?? part.user}`;
    if ('group' in part) return `@${part.name}`;
    if ('name' in part) return 'channel' in part ? `#${part.name}` : part.name;
    if ('text' in part) return part.text;
    return 'emoji' in part ? `:${part.emoji}:` : '@all';
  });
  const lines = words.join('').slice(0, LONGEST_FIRST_LINE).split('\n').map(withoutMarkup);
  const line = lines.find((one) => /[\p{L}\p{N}]/u.test(one) && !/^:[\w+-]+:$/.test(one));
  return line?.slice(0, 200) ?? '';
}
const LONGEST_FIRST_LINE = 10_000;

/** Names keep their signs: `my_app`, `#42`, `C#`. */
const withoutMarkup = (line: string): string =>
  line
    .replace(/^(?:\s|>|#{1,6}\s|[*+-]\s|[`~]{3,}\S*)+/, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/(\*\*|~~|`|\*)(?=\S)([^*~`]*[^*~`\s])\1/g, '$2')
    .replaceAll(/\*\*|~~|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Code in a line, between more backticks than it has itself. */
export function codeSpan(code: string): string {
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const edge = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return ticks + edge + code + edge + ticks;
}

/** Quotes a text. */
export const quoteParts = (parts: RichText): (string | Reference)[] => [
  '> ',
  ...parts.map((part) => (typeof part === 'string' ? part.replaceAll('\n', '\n> ') : part)),
];

/**
 * Puts an empty line between a quotation and the text after it, which would belong to it otherwise. Other products end
 * a quotation with its line.
 */
export function endQuotations(text: RichText): RichText {
  let line = '';
  let wasQuote = false;
  let fence: string | undefined;
  const gapBefore = (content: string): string =>
    wasQuote && fence === undefined && line.trim() === '' && content.trim() !== '' && !QUOTE.test(content) ? '\n' : '';
  const endLine = (): void => {
    wasQuote = fence === undefined && QUOTE.test(line);
    const ticks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) fence = ticks;
    else if (line.trim() === fence) fence = undefined;
    line = '';
  };
  return text.flatMap((part): (string | Reference)[] => {
    if (typeof part !== 'string') {
      const gap = gapBefore('@');
      line += '@';
      return gap === '' ? [part] : [gap, part];
    }
    const lines = part.split('\n').map((content, at) => {
      if (at > 0) endLine();
      const gap = gapBefore(content);
      line += content;
      return gap + content;
    });
    return [lines.join('\n')];
  });
}
const QUOTE = /^ {0,3}>/;
