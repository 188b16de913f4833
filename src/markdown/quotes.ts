import type { StateBlock } from 'markdown-it';
import { lineAt } from './fences.ts';

/** Where a line's text is, as the state keeps it. */
type Place = readonly [begin: number, shift: number, indent: number, outer: number];

/** Up to which line there was found to be nothing but `>`. */
const nothingUntil = new WeakMap<StateBlock, number>();

/**
 * Lines that begin with `>`, and those right below them, which need not: also below an empty `>`, where CommonMark would end the quote.
 * Lines of nothing but `>` up to the next blank one quote nothing: they are text. (Zulip ends a quote that ends with such a line with
 * an empty line, and takes a fence in a quote for code within the line.)
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
  const before: Place[] = [];
  let line = startLine;
  for (let below = false; line < endLine && !state.isEmpty(line); line++) {
    const marked = isMarked(state, line) && state.sCount[line]! >= blkIndent;
    if (!marked && isInterrupted(state, line, endLine)) break;
    before.push([state.bMarks[line]!, state.tShift[line]!, state.sCount[line]!, state.bsCount[line]!]);
    if (marked) unmark(state, line);
    // Less than nothing: it can only go on with what is above it.
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
  if (startLine < (nothingUntil.get(state) ?? 0)) return true;
  let line = startLine;
  while (line < endLine && lineAt(state, line) === '>') line++;
  if (line < endLine && !state.isEmpty(line)) return false;
  nothingUntil.set(state, line);
  return true;
}

/** Has a line begin behind its `>` and one blank after that; a tab is as many blanks as lead to the next column of four. */
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
