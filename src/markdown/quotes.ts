import type { StateBlock } from 'markdown-it';
import { memoByObject } from '../shared/memo.ts';
import { lineAt } from './fences.ts';

/** A line's position, as the parser state stores it. */
type LinePosition = readonly [begin: number, shift: number, indent: number, outer: number];

/** The line up to which only `>` was found. */
const emptyQuote = memoByObject((_: StateBlock) => ({ upTo: 0 }));

/**
 * Parses lines that begin with `>`, and the lines right below them, which need no `>`, even below an empty `>`, where
 * CommonMark would end the quote. Lines of only `>` up to the next blank line are text. (Zulip ends a quote that ends
 * with such a line with an empty line, and treats a fence in a quote as inline code.)
 */
export function quoteBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { blkIndent, lineMax, parentType } = state;
  if (
    state.sCount[startLine]! - blkIndent >= 4 ||
    !isMarked(state, startLine) ||
    quotesNothing(state, startLine, endLine)
  )
    return false;
  if (silent) return true;
  state.parentType = 'blockquote';
  const before: LinePosition[] = [];
  let line = startLine;
  for (let below = false; line < endLine && !state.isEmpty(line); line++) {
    const marked = isMarked(state, line) && state.sCount[line]! >= blkIndent;
    if (!marked && isInterrupted(state, line, endLine)) break;
    before.push([state.bMarks[line]!, state.tShift[line]!, state.sCount[line]!, state.bsCount[line]!]);
    if (marked) unmark(state, line);
    // A negative indent: the line can only continue what is above it.
    else state.sCount[line] = below ? 0 : -1;
    below = marked && state.isEmpty(line);
  }
  state.blkIndent = 0;
  state.lineMax = line;
  state.push('blockquote_open', 'blockquote', 1);
  state.md.block.tokenize(state, startLine, line);
  state.push('blockquote_close', 'blockquote', -1);
  for (const [at, [begin, shift, indent, outer]] of before.entries()) {
    state.bMarks[startLine + at] = begin;
    state.tShift[startLine + at] = shift;
    state.sCount[startLine + at] = indent;
    state.bsCount[startLine + at] = outer;
  }
  Object.assign(state, { blkIndent, lineMax, parentType });
  return true;
}

const isMarked = (state: StateBlock, line: number): boolean =>
  state.src[state.bMarks[line]! + state.tShift[line]!] === '>';

const isInterrupted = (state: StateBlock, line: number, endLine: number): boolean =>
  state.md.block.ruler.getRules('blockquote').some((rule) => rule(state, line, endLine, true));

function quotesNothing(state: StateBlock, startLine: number, endLine: number): boolean {
  if (lineAt(state, startLine) !== '>') return false;
  if (startLine < emptyQuote(state).upTo) return true;
  let line = startLine;
  while (line < endLine && lineAt(state, line) === '>') line++;
  if (line < endLine && !state.isEmpty(line)) return false;
  emptyQuote(state).upTo = line;
  return true;
}

/** Makes a line begin behind its `>` and one blank. A tab counts as the blanks up to the next multiple of four. */
function unmark(state: StateBlock, line: number): void {
  const column = state.sCount[line]! + state.bsCount[line]! + 1;
  const begin = state.bMarks[line]! + state.tShift[line]! + 1;
  let end = begin;
  let reached = column;
  for (; end < state.eMarks[line]! && /[ \t]/.test(state.src[end]!); end++)
    reached += state.src[end] === '\t' ? 4 - (reached % 4) : 1;
  const blank = end > begin ? 1 : 0;
  const spent = blank === 1 && (state.src[begin] === ' ' || column % 4 === 3) ? 1 : 0;
  state.bsCount[line] = state.sCount[line]! + 1 + blank;
  state.sCount[line] = reached - column - blank;
  state.bMarks[line] = begin + spent;
  state.tShift[line] = end - begin - spent;
}
