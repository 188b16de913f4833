import type { MarkdownIt, StateBlock } from 'markdown-it';
import { contextOf } from './context.ts';
import { fencedBlock, lineAt } from './fences.ts';
import { quoteBlock } from './quotes.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** Deeper than people write; below it everything is one paragraph, so that nesting costs neither stack nor time. */
const DEEPEST = 30;

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
}

function tooDeep(state: StateBlock, startLine: number, endLine: number): boolean {
  if (state.level < DEEPEST) return false;
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
    const context = contextOf(state.env);
    const rows = Math.floor(context.cells / columns);
    if (rows < 1 || !table(state, startLine, Math.min(endLine, startLine + 1 + rows), silent)) return false;
    if (!silent) context.cells -= columns * (state.line - startLine);
    return true;
  };
}
