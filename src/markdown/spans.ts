import type { StateInline } from 'markdown-it';
import { memoByObject } from '../shared/memo.ts';

/** Pairs within one inline source, each from its start position to its end position. */
interface Spans {
  /** From a run of backticks to the end of the code span that it opens. */
  readonly code: Map<number, number>;
  /** From a `[` to its `]`. */
  readonly brackets: Map<number, number>;
}

/** Computed once, in one pass, so that no input makes a rule search again and again. */
const findSpans = memoByObject(({ src }: StateInline): Spans => {
  const code = codeSpans(src);
  return { code, brackets: bracketPairs(src, code) };
});

/** The position after the code span that starts here. */
export const codeEnd = (state: StateInline, pos: number): number | undefined => findSpans(state).code.get(pos);

export const bracketEnd = (state: StateInline, pos: number): number | undefined => findSpans(state).brackets.get(pos);

export function backtickRun(src: string, pos: number): number {
  let end = pos;
  while (src.charCodeAt(end) === 0x60) end++;
  return end - pos;
}

function codeSpans(src: string): Map<number, number> {
  const spans = new Map<number, number>();
  const runs: { start: number; length: number; partner: number }[] = [];
  for (let pos = src.indexOf('`'); pos !== -1; pos = src.indexOf('`', pos)) {
    const length = backtickRun(src, pos);
    runs.push({ start: pos, length, partner: -1 });
    pos += length;
  }
  const nextOfLength = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    runs[i]!.partner = nextOfLength.get(runs[i]!.length) ?? -1;
    nextOfLength.set(runs[i]!.length, i);
  }
  for (let i = 0; i < runs.length; i++) {
    const partner = runs[runs[i]!.partner];
    if (!partner || isEscaped(src, runs[i]!.start)) continue;
    spans.set(runs[i]!.start, partner.start + partner.length);
    i = runs[i]!.partner;
  }
  return spans;
}

/** A backtick after a backslash is a plain character, unless the backslash itself is escaped. */
function isEscaped(src: string, pos: number): boolean {
  let before = pos;
  while (src[before - 1] === '\\') before--;
  return (pos - before) % 2 === 1;
}

function bracketPairs(src: string, code: Map<number, number>): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let pos = 0; pos < src.length; pos++) {
    const char = src.charCodeAt(pos);
    if (char === 0x60) pos = (code.get(pos) ?? pos + backtickRun(src, pos)) - 1;
    else if (char === 0x5b) open.push(pos);
    else if (char === 0x5d && open.length) pairs.set(open.pop()!, pos);
  }
  return pairs;
}
