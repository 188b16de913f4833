import type { MarkdownIt, StateBlock } from 'markdown-it';
import { contextOf } from './context.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** Deeper than people write; below it everything is one paragraph, so that nesting costs neither stack nor time. */
const DEEPEST = 30;

export function useBlockRules(md: MarkdownIt): void {
  const { ruler } = md.block;
  ruler.enableOnly(['table']);
  const table = ruler.getRules('')[0]!;
  ruler.enableOnly(['table', 'code', 'fence', 'blockquote', 'hr', 'list', 'heading', 'paragraph']);
  const interrupts = ['paragraph', 'blockquote', 'list'];
  ruler.at('table', tableWithinBudget(table), { alt: ['paragraph'] });
  ruler.before('table', 'too_deep', tooDeep);
  ruler.before('fence', 'quote_fence', quoteFence, { alt: interrupts });
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

const QUOTE = /^(`{3,}|~{3,}) *quote *$/;
const FENCE = /^(`{3,}|~{3,}) *(?:([\w+./#-]*)|((?:quote|spoiler)\b[^`]*))$/;

/** ```` ```quote ````: everything up to its own closing fence, in which fences may nest, is quoted. */
function quoteFence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false;
  const fence = QUOTE.exec(lineAt(state, startLine))?.[1];
  if (!fence) return false;
  if (silent) return true;
  const end = closingLine(state, startLine, endLine, fence);
  const { parentType, lineMax } = state;
  state.parentType = 'blockquote';
  state.lineMax = end;
  state.push('blockquote_open', 'blockquote', 1);
  state.md.block.tokenize(state, startLine + 1, end);
  state.push('blockquote_close', 'blockquote', -1);
  state.parentType = parentType;
  state.lineMax = lineMax;
  state.line = Math.min(end + 1, endLine);
  if (end < endLine && lineAt(state, end) !== fence) state.line = end;
  return true;
}

function closingLine(state: StateBlock, startLine: number, endLine: number, fence: string): number {
  const open = [{ fence, nests: true }];
  let line = startLine + 1;
  for (; line < endLine; line++) {
    if (!state.isEmpty(line) && state.sCount[line]! < state.blkIndent) break;
    const text = lineAt(state, line);
    const innermost = open.at(-1)!;
    if (text === innermost.fence) {
      open.pop();
      if (open.length === 0) break;
    } else if (innermost.nests) {
      const [, opened, language, header] = FENCE.exec(text) ?? [];
      if (opened) open.push({ fence: opened, nests: header !== undefined || language === 'quote' || language === 'spoiler' });
    }
  }
  return line;
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!).trimEnd();
}
