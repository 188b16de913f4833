import type { Reference, RichText } from '../../chat/organization/imports/types.ts';

/** Code, which keeps its characters. */
const CODE = /^(?<fence>`{3,}|~{3,})[\s\S]*?(?:^\k<fence>[ \t]*$|(?![\s\S]))|(?<ticks>`+)[^`\n][\s\S]*?\k<ticks>/gm;

/** How to find references in text, and what they are. */
export interface ReferenceRule {
  /** With the flag g. */
  pattern: RegExp;
  /** undefined: it stays text. */
  referenceOf(match: RegExpMatchArray): Reference | string | undefined;
}

/**
 * Translates the Markdown of other products, which is much like Zulip's. Emphasis with underscores becomes emphasis
 * with asterisks. Code stays as it is.
 */
export function markdownToRich(text: string, rule: ReferenceRule, style = underscoresToAsterisks): RichText {
  const parts: (string | Reference)[] = [];
  let from = 0;
  for (const match of text.matchAll(CODE)) {
    parts.push(...withReferences(text.slice(from, match.index), rule, style), match[0]);
    from = match.index + match[0].length;
  }
  parts.push(...withReferences(text.slice(from), rule, style));
  return parts.filter((part) => part !== '');
}

function withReferences(text: string, rule: ReferenceRule, style: (text: string) => string): (string | Reference)[] {
  const parts: (string | Reference)[] = [];
  let from = 0;
  for (const match of text.matchAll(rule.pattern)) {
    const reference = rule.referenceOf(match);
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
export const underscoresToAsterisks = (text: string): string =>
  text.replaceAll(STRONG, '**$1**').replaceAll(EMPHASIS, '*$1*');

/** The first line of a text that has words, without markup: what a thread is called. */
export function titleOf(text: RichText): string {
  const words = text.map((part) => {
    if (typeof part === 'string') return part;
    if ('name' in part) return 'channel' in part ? `#${part.name}` : part.name;
    if ('text' in part) return part.text;
    return 'emoji' in part ? `:${part.emoji}:` : '';
  });
  const lines = words
    .join('')
    .split('\n')
    .map((line) => line.replaceAll(/[*_~`>#]|\]\([^)]*\)|\[/g, ' ').trim());
  return (
    lines
      .find((line) => /[\p{L}\p{N}]/u.test(line))
      ?.replaceAll(/\s+/g, ' ')
      .slice(0, 200) ?? ''
  );
}

/** Quotes a text. */
export const quoted = (parts: RichText): (string | Reference)[] => [
  '> ',
  ...parts.map((part) => (typeof part === 'string' ? part.replaceAll('\n', '\n> ') : part)),
];
