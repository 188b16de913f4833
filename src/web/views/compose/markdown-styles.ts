/** A part of a line, and what the formatted view shows it as. The parts of all lines are the text, unchanged. */
export interface Piece {
  text: string;
  /** `mark` is the Markdown around a text, such as two stars. */
  styles: readonly PieceStyle[];
}
export type PieceStyle = 'mark' | 'bold' | 'italic' | 'strike' | 'code' | 'link' | 'mention' | 'heading';

export interface StyledLine {
  text: string;
  kind: LineKind;
}
type LineKind = 'text' | 'code' | 'quoted' | 'fence';

interface Fence {
  mark: string;
  isCode: boolean;
}

/** The lines of a text, and the kind of block that each belongs to. */
export function splitLines(text: string): StyledLine[] {
  const open: Fence[] = [];
  return text.split('\n').map((line): StyledLine => {
    const inside = open.at(-1);
    const [, mark, word = ''] = /^\s*(`{3,}|~{3,})[ \t]*([^`]*)$/.exec(line) ?? [];
    if (mark && inside && word.trim() === '' && mark[0] === inside.mark[0] && mark.length >= inside.mark.length) {
      open.pop();
      return { text: line, kind: 'fence' };
    }
    if (inside?.isCode) return { text: line, kind: 'code' };
    if (mark) {
      open.push({ mark, isCode: !/^(quote|spoiler)\b/.test(word) });
      return { text: line, kind: 'fence' };
    }
    return { text: line, kind: inside || line.startsWith('>') ? 'quoted' : 'text' };
  });
}

/** Nobody formats a longer line, and a search in it would delay the next key. */
const LONGEST_LINE = 2000;

/** The pieces of a line. Its Markdown means the same as on the server. */
export function splitPieces({ text, kind }: StyledLine): Piece[] {
  if (text === '' || text.length > LONGEST_LINE) return text === '' ? [] : [{ text, styles: [] }];
  if (kind === 'code') return [{ text, styles: ['code'] }];
  if (kind === 'fence') return [{ text, styles: ['mark'] }];
  const [, quote = ''] = /^((?:>[ \t\u00a0]?)*)/.exec(text)!;
  const rest = text.slice(quote.length);
  const [, heading] = /^(#{1,6}[ \t\u00a0]+)\S/.exec(rest) ?? [];
  const [, item] = /^([ \t\u00a0]*(?:[*+-]|\d{1,9}\.)[ \t\u00a0]+)/.exec(rest) ?? [];
  const lead = heading ?? item ?? '';
  return [
    ...(quote ? [makeMark(quote)] : []),
    ...(lead ? [makeMark(lead)] : []),
    ...inline(makeSource(rest.slice(lead.length)), heading ? ['heading'] : []),
  ];
}

const makeMark = (text: string): Piece => ({ text, styles: ['mark'] });

/** A part of a line: `from` to `to`. */
interface Source {
  text: string;
  from: number;
  to: number;
  /** The ends of code spans, by their starts. */
  code: ReadonlyMap<number, number>;
}

const makeSource = (text: string): Source => ({ text, from: 0, to: text.length, code: codeSpans(text) });

/** Pairs runs of backticks of the same length, from left to right. One after a backslash opens nothing. */
function codeSpans(text: string): Map<number, number> {
  const runs = [...text.matchAll(/`+/g)];
  const spans = new Map<number, number>();
  for (let open = 0; open < runs.length; open++) {
    const { index, 0: mark } = runs[open]!;
    const close = runs.findIndex((run, at) => at > open && run[0].length === mark.length);
    if (close < 0 || isEscaped(text, index)) continue;
    spans.set(index, runs[close]!.index + mark.length);
    open = close;
  }
  return spans;
}

/** Whether an odd number of backslashes stands before the position. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before--;
  return (at - before) % 2 === 1;
}

function inline(source: Source, styles: readonly PieceStyle[]): Piece[] {
  const { text, from, to } = source;
  const pieces: Piece[] = [];
  let plainFrom = from;
  for (let at = from; at < to; ) {
    const found = RULES[text[at]!]?.(source, at, styles);
    const length = found ? sumLengths(found) : 0;
    if (!found || at + length > to) {
      at += text[at] === '`' ? runLength(text, at) : 1;
      continue;
    }
    if (at > plainFrom) pieces.push({ text: text.slice(plainFrom, at), styles });
    pieces.push(...found);
    at += length;
    plainFrom = at;
  }
  if (plainFrom < to) pieces.push({ text: text.slice(plainFrom, to), styles });
  return pieces;
}

const sumLengths = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length, 0);

/** The pieces of what stands at a position. */
type Rule = (source: Source, at: number, styles: readonly PieceStyle[]) => Piece[] | undefined;

const RULES: Record<string, Rule> = {
  '`': code,
  $: math,
  '*': stars,
  '~': strike,
  '@': name,
  '#': name,
  '[': link,
  h: address,
};

/** A text between two marks, which are as long as each other. */
function takeBetween(source: Source, marks: readonly [start: number, end: number, length: number], inner: Piece[]) {
  const [start, end, length] = marks;
  return [makeMark(source.text.slice(start, start + length)), ...inner, makeMark(source.text.slice(end, end + length))];
}

function runLength(text: string, at: number): number {
  let end = at;
  while (text[end] === text[at]) end++;
  return end - at;
}

function code(source: Source, at: number, styles: readonly PieceStyle[]): Piece[] | undefined {
  const after = source.code.get(at);
  if (after === undefined) return undefined;
  const length = runLength(source.text, at);
  const end = after - length;
  return takeBetween(
    source,
    [at, end, length],
    [{ text: source.text.slice(at + length, end), styles: [...styles, 'code'] }],
  );
}

const MATH = /\$\$[^\n_$](?:\\\$|[^$\n])*\$\$(?![$\p{L}\p{N}_])/uy;
function math(source: Source, at: number, styles: readonly PieceStyle[]): Piece[] | undefined {
  if (/[$\p{L}\p{N}_]/u.test(source.text[at - 1] ?? '')) return undefined;
  const found = matchAt(MATH, source, at);
  return (
    found &&
    takeBetween(
      source,
      [at, at + found[0].length - 2, 2],
      [{ text: found[0].slice(2, -2), styles: [...styles, 'code'] }],
    )
  );
}

function matchAt(pattern: RegExp, { text }: Source, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

const NAME = /(@_?\*\*|#\*\*)([^*\n]+)(\*\*)|(@_?\*)([^*\n]+)(\*)/y;
function name(source: Source, at: number, styles: readonly PieceStyle[]): Piece[] | undefined {
  const [, ...parts] = matchAt(NAME, source, at) ?? [];
  const [open, called, close] = parts.filter(Boolean);
  return open ? [makeMark(open), { text: called!, styles: [...styles, 'mention'] }, makeMark(close!)] : undefined;
}

const LINK = /(!?\[)([^[\]\n]*)(\]\([^()\s]*\))/y;
function link(source: Source, at: number, styles: readonly PieceStyle[]): Piece[] | undefined {
  const [, open, label, close] = matchAt(LINK, source, at) ?? [];
  if (!open) return undefined;
  return [makeMark(open), ...(label ? [{ text: label, styles: [...styles, 'link' as const] }] : []), makeMark(close!)];
}

const ADDRESS = /https?:\/\/[^\s<>*]+/y;
function address(source: Source, at: number, styles: readonly PieceStyle[]): Piece[] | undefined {
  if (/\w/.test(source.text[at - 1] ?? '')) return undefined;
  const found = matchAt(ADDRESS, source, at);
  return found && [{ text: found[0], styles: [...styles, 'link'] }];
}

function strike(source: Source, at: number, styles: readonly PieceStyle[]): Piece[] | undefined {
  const { text } = source;
  if (runLength(text, at) !== 2 || text[at - 1] === '~') return undefined;
  const end = next(source, at + 2, '~');
  if (end <= at + 2 || end + 2 > source.to || runLength(text, end) !== 2) return undefined;
  return around(source, [at, end, 2], [...styles, 'strike']);
}

/** A text between marks whose content has more Markdown. */
const around = (source: Source, marks: readonly [number, number, number], styles: readonly PieceStyle[]): Piece[] =>
  takeBetween(source, marks, inline({ ...source, from: marks[0] + marks[2], to: marks[1] }, styles));

/** `***both***`, `**bold**` and `*italic*`, as in src/markdown/emphasis.ts. */
function stars(source: Source, at: number, styles: readonly PieceStyle[]): Piece[] | undefined {
  const { text, to } = source;
  if (text.startsWith('***', at) && /[^\s*]/.test(text[at + 3] ?? '')) {
    const both = next(source, at + 3, '*');
    if (both > 0 && both + 3 <= to && text.startsWith('***', both) && !isBlank(text, both - 1))
      return around(source, [at, both, 3], [...styles, 'bold', 'italic']);
  }
  if (text[at + 1] === '*') {
    const end = boldEnd(source, at);
    return end > 0 ? around(source, [at, end, 2], [...styles, 'bold']) : undefined;
  }
  const end = italicEnd(source, at);
  return end > 0 ? around(source, [at, end, 1], [...styles, 'italic']) : undefined;
}

function boldEnd(source: Source, at: number): number {
  let end = next(source, at + 3, '*');
  while (end >= 0 && (source.text[end + 1] !== '*' || end + 2 > source.to)) end = next(source, end + 1, '*');
  return end;
}

function italicEnd(source: Source, at: number): number {
  const { text, to } = source;
  if (isBlank(text, at + 1)) return -1;
  let end = next(source, at + 1, '*');
  while (end >= 0 && text[end + 1] === '*' && end + 1 < to) {
    const bold = boldEnd(source, end);
    if (bold < 0) return -1;
    end = next(source, bold + 2, '*');
  }
  return end < 0 || isBlank(text, end - 1) ? -1 : end;
}

const isBlank = (text: string, at: number): boolean => /^\s?$/.test(text[at] ?? '');

/** The next such character outside of code, formulas and names; -1: none. */
function next(source: Source, from: number, sign: string): number {
  const { text, to } = source;
  for (let at = from; at < to; ) {
    const char = text[at]!;
    if (char === sign) return at;
    const whole = ATOMS[char]?.(source, at, []);
    at += whole ? sumLengths(whole) : char === '`' ? runLength(text, at) : 1;
  }
  return -1;
}

const ATOMS: Record<string, Rule> = { '`': code, $: math, '@': name, '#': name };
