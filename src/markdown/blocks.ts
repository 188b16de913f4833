import type { MarkdownIt, StateBlock } from 'markdown-it';
import { memoByObject } from '../shared/memo.ts';
import { getContext } from './context.ts';
import { fencedBlock, lineAt } from './fences.ts';
import { quoteBlock } from './quotes.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/**
 * Nesting deeper than people write. Anything deeper becomes one paragraph, so that nesting costs neither stack nor
 * time.
 */
const MAX_DEPTH = 30;

export function useBlockRules(md: MarkdownIt): void {
  const { ruler } = md.block;
  ruler.enableOnly(['table']);
  const table = ruler.getRules('')[0]!;
  ruler.enableOnly(['table', 'code', 'fence', 'blockquote', 'hr', 'list', 'heading', 'paragraph']);
  const interrupts = ['paragraph', 'blockquote', 'list'];
  ruler.at('blockquote', quoteBlock, { alt: ['paragraph', 'blockquote', 'list'] });
  ruler.at('table', tableWithinBudget(table), { alt: ['paragraph'] });
  ruler.before('table', 'too_deep', tooDeep);
  ruler.at('fence', fencedBlock, { alt: interrupts });
  const heading = ruler.getRules('').at(-2)!;
  ruler.at('heading', zulipHeading(heading), { alt: interrupts });
}

const NO_BREAK = '\u00a0';

/** The signs at the beginning of a line that begin blocks, with the blanks around them. */
const BLOCK_STARTS = /^(?:[ \t\u00a0]*(?:>|`{3,}|~{3,}|(?:[*+-]|\d{1,9}\.|#{1,6})(?=[ \t\u00a0])))+[ \t\u00a0]*/gm;
/** A rule, or the line below the head of a table. */
const LINE_OF_SIGNS = /^[-*_|: \t\u00a0]+$/gm;
const ME = /^\u00a0*\/me\u00a0/;

/**
 * Replaces non-breaking spaces by blanks where a block begins, as GitHub does. Some keyboards type them if a key is
 * pressed for a moment too long. Elsewhere they stay.
 */
export function withPlainBlanks(text: string): string {
  if (!text.includes(NO_BREAK)) return text;
  const plain = (start: string) => start.replaceAll(NO_BREAK, ' ');
  return text
    .replace(ME, '/me ')
    .replace(BLOCK_STARTS, plain)
    .replace(LINE_OF_SIGNS, (line) => (line.trim() === '' ? line : plain(line)));
}

/**
 * A heading starts at the beginning of its line and needs a word. (Zulip uses the line after a lone `#` as its
 * heading.)
 */
const zulipHeading =
  (heading: BlockRule): BlockRule =>
  (state, startLine, endLine, silent) =>
    state.sCount[startLine]! <= state.blkIndent &&
    /^#+\s+\S/.test(lineAt(state, startLine)) &&
    heading(state, startLine, endLine, silent);

function tooDeep(state: StateBlock, startLine: number, endLine: number): boolean {
  if (state.level < MAX_DEPTH) return false;
  let end = startLine + 1;
  while (end < endLine && (state.isEmpty(end) || state.sCount[end]! >= state.blkIndent)) end++;
  state.push('paragraph_open', 'p', 1);
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(startLine, end, state.blkIndent, false).trim();
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = end;
  return true;
}

function tableWithinBudget(table: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    if (startLine + 2 > endLine) return false;
    const columns = lineAt(state, startLine + 1).split('|').length;
    const context = getContext(state.env);
    const rows = Math.floor(context.cells / columns);
    if (rows < 1 || !withCode(state, () => table(state, startLine, Math.min(endLine, startLine + 1 + rows), silent)))
      return false;
    if (!silent) context.cells -= columns * (state.line - startLine);
    return true;
  };
}

/** Replaces a bar that does not separate cells. It occurs in no source text. */
const BAR = '\0';

/** The source with the bars in code replaced. */
const maskedSource = memoByObject(({ src }: StateBlock): string => {
  if (!src.includes('`') || !src.includes('|')) return src;
  return src.replaceAll(/(?<!`)(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, (code) => code.replaceAll('|', BAR));
});

/** Keeps bars within the code of a cell as code. */
function withCode(state: StateBlock, work: () => boolean): boolean {
  const { src, tokens } = state;
  const masked = maskedSource(state);
  if (masked === src) return work();
  const from = tokens.length;
  state.src = masked;
  const found = work();
  state.src = src;
  for (const token of tokens.slice(from)) token.content = token.content.replaceAll(BAR, '|');
  return found;
}
