/** The parts of a text field that formatting needs. */
export interface Field {
  text: string;
  /** The start of the selection. */
  start: number;
  end: number;
}

/** The text that replaces `from` to `to`, and the selection afterwards. */
export interface Change {
  from: number;
  to: number;
  text: string;
  start: number;
  end: number;
}

export type Format =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'link'
  | 'bullets'
  | 'numbers'
  | 'quote'
  | 'code'
  | 'codeBlock'
  | 'spoiler'
  | 'math';

const AROUND: Partial<Record<Format, string>> = { bold: '**', italic: '*', strike: '~~' };

/** Adds a format to the selection, or removes it. `words` are placeholders for an empty selection. */
export function toggleFormat(format: Format, field: Field, words: { url: string; header: string }): Change {
  const around = AROUND[format];
  if (around) return wrapSelection(field, around, format);
  switch (format) {
    case 'link':
      return linkSelection(field, words.url);
    case 'bullets':
      return makeListItems(field, /^[*-] /, () => '- ');
    case 'numbers':
      return makeListItems(field, /^\d+\. /, (at) => `${at + 1}. `);
    case 'quote':
      return fenceSelection(field, 'quote');
    case 'spoiler':
      return fenceSelection(field, `spoiler ${words.header}`);
    case 'codeBlock':
      return codeBlock(field);
    case 'math':
      return getSelected(field).includes('\n') ? fenceSelection(field, 'math') : wrapSelection(field, '$$', format);
    default:
      return getSelected(field).includes('\n') ? fenceSelection(field, '') : wrapSelection(field, '`', format);
  }
}

const getSelected = ({ text, start, end }: Field): string => text.slice(start, end);

function wrapSelection(field: Field, mark: string, format: Format): Change {
  const { text, start, end } = trimSelection(field);
  const inner = text.slice(start, end);
  const before = text.slice(0, start);
  const after = text.slice(end);
  // Two asterisks mean bold, not italic with an asterisk inside.
  const isMarked =
    before.endsWith(mark) &&
    after.startsWith(mark) &&
    !(format === 'italic' && /(^|[^*])\*\*$/.test(before) && /^\*\*($|[^*])/.test(after));
  const { length } = mark;
  if (isMarked)
    return { from: start - length, to: end + length, text: inner, start: start - length, end: end - length };
  return { from: start, to: end, text: mark + inner + mark, start: start + length, end: end + length };
}

/** Markdown marks must touch a word, so spaces at the ends of the selection stay outside. */
function trimSelection({ text, start, end }: Field): Field {
  const inner = text.slice(start, end);
  if (inner.trim() === '') return { text, start, end };
  return {
    text,
    start: start + (inner.length - inner.trimStart().length),
    end: end - (inner.length - inner.trimEnd().length),
  };
}

function linkSelection(field: Field, url: string): Change {
  const inner = getSelected(field);
  const at = field.start;
  if (/^https?:\/\/\S+$/.test(inner))
    return { from: at, to: field.end, text: `[](${inner})`, start: at + 1, end: at + 1 };
  const text = `[${inner}](${url})`;
  const begin = inner === '' ? at + 1 : at + inner.length + 3;
  return { from: at, to: field.end, text, start: begin, end: inner === '' ? begin : begin + url.length };
}

function getLines({ text, start, end }: Field): { from: number; to: number; lines: string[] } {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next;
  return { from, to, lines: text.slice(from, to).split('\n') };
}

function makeListItems(field: Field, mark: RegExp, made: (at: number) => string): Change {
  const { from, to, lines } = getLines(field);
  const isList = lines.every((line) => mark.test(line));
  const text = lines
    .map((line, at) => (isList ? line.replace(mark, '') : made(at) + line.replace(/^(?:[*-]|\d+\.) /, '')))
    .join('\n');
  const end = from + text.length;
  return { from, to, text, start: lines.length === 1 ? end : from, end };
}

function fenceSelection(field: Field, word: string): Change {
  const { from, to, lines } = getLines(field);
  const inner = lines.join('\n');
  const fence = fenceAround(inner);
  const lead = from > 0 && field.text[from - 2] !== '\n' && field.text[from - 1] !== '\n' ? '\n' : '';
  const text = `${lead}${fence}${word}\n${inner}\n${fence}`;
  const begin = from + lead.length + fence.length + word.length + 1;
  return { from, to, text, start: begin, end: begin + inner.length };
}

/** Makes a code block of the selection, on lines of its own; of the content of a code block it makes text again. */
function codeBlock(field: Field): Change {
  const { text, start, end } = field;
  const inner = getSelected(field).replace(/^\n|\n$/g, '');
  const [opening] = /(?:^|\n)`{3,}[\w+#-]*\n$/.exec(text.slice(0, start)) ?? [];
  const [closing] = /^\n`{3,}(?=\n|$)/.exec(text.slice(end)) ?? [];
  if (opening && closing) {
    const from = start - opening.length + (opening.startsWith('\n') ? 1 : 0);
    return { from, to: end + closing.length, text: inner, start: from, end: from + inner.length };
  }
  const fence = fenceAround(inner);
  const before = /[^\n]$/.test(text.slice(0, start)) ? '\n' : '';
  const after = /^[^\n]/.test(text.slice(end)) ? '\n' : '';
  const begin = start + before.length + fence.length + 1;
  return {
    from: start,
    to: end,
    text: `${before}${fence}\n${inner}\n${fence}${after}`,
    start: begin,
    end: begin + inner.length,
  };
}

/** A fence that is longer than any in the text. */
const fenceAround = (text: string): string =>
  '`'.repeat(Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length)) + 1);

/** Continues a list or quote on the next line; an empty entry ends it. Returns undefined for other lines. */
export function continueList({ text, start, end }: Field): Change | undefined {
  if (start !== end) return undefined;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const [, indent, mark, rest] = /^(\s*)([*+>-]|\d+\.) (.*)$/.exec(text.slice(from, start)) ?? [];
  if (mark === undefined) return undefined;
  if (rest!.trim() === '') return { from, to: start, text: '', start: from, end: from };
  const next = /\d/.test(mark) ? `${Number.parseInt(mark, 10) + 1}.` : mark;
  const line = `\n${indent}${next} `;
  return { from: start, to: start, text: line, start: start + line.length, end: start + line.length };
}
