import type { StateBlock, Token } from 'markdown-it';
import { getContext } from './context.ts';

/** A line that opens a fenced block: its fence, the language (lower case, may be empty) and the text after it. */
interface Opening {
  readonly fence: string;
  readonly language: string;
  readonly header: string;
}

const FENCE = /^(`{3,}|~{3,})([^`~]*)$/;
const LANGUAGE = /^\{?\.?([\w+,\-./#]+)/;

/** Fences whose content is Markdown and may contain fences. */
const NESTS = new Set(['quote', 'quoted', 'spoiler']);

/**
 * Parses fenced code, ```` ```quote ````, ```` ```spoiler Header ```` and ```` ```math ````, up to a line that equals
 * their fence, or the end. A closed block without lines renders nothing, and a block that is never closed renders an
 * empty box, as in Zulip. (Zulip joins the text before and after an empty block, and shows an unclosed quote as `>`
 * signs.)
 */
export function fencedBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false;
  const opening = openingIn(lineAt(state, startLine));
  if (!opening) return false;
  if (silent) return true;
  const end = NESTS.has(opening.language)
    ? nestingEnd(state, startLine, endLine, opening)
    : plainEnd(state, startLine, endLine, opening.fence);
  const isClosed = end < endLine && lineAt(state, end) === opening.fence;
  if (end > startLine + 1 || !isClosed) {
    if (opening.language === 'spoiler') spoiler(state, startLine, end, opening.header);
    else if (NESTS.has(opening.language)) quote(state, startLine, end);
    else literal(state, startLine, end, opening.language);
  }
  state.line = isClosed ? end + 1 : end;
  return true;
}

function quote(state: StateBlock, startLine: number, end: number): void {
  state.push('blockquote_open', 'blockquote', 1);
  within(state, startLine, end);
  state.push('blockquote_close', 'blockquote', -1);
}

function spoiler(state: StateBlock, startLine: number, end: number, header: string): void {
  state.push('spoiler_open', 'div', 1);
  if (header !== '') pushHeader(state, header);
  state.push('spoiler_content', 'div', 0);
  within(state, startLine, end);
  state.push('spoiler_close', 'div', -1);
}

/** The header is separate Markdown: a paragraph, a heading or a list. */
function pushHeader(state: StateBlock, header: string): void {
  const tokens: Token[] = [];
  state.md.block.parse(header, state.md, state.env, tokens);
  for (const token of tokens) {
    token.level += state.level;
    // Lines of the header are not source lines of the message.
    token.map = null;
    state.tokens.push(token);
  }
}

function within(state: StateBlock, startLine: number, end: number): void {
  const { parentType, lineMax } = state;
  state.parentType = 'blockquote';
  state.lineMax = end;
  state.md.block.tokenize(state, startLine + 1, end);
  state.parentType = parentType;
  state.lineMax = lineMax;
}

function literal(state: StateBlock, startLine: number, end: number, language: string): void {
  const token = state.push(language === 'math' ? 'math_block' : 'fence', 'code', 0);
  token.content = state.getLines(startLine + 1, end, state.sCount[startLine]!, false);
  token.info = language || (getContext(state.env).directory.default_code_language ?? '');
}

function openingIn(line: string): Opening | undefined {
  const [, fence, info] = FENCE.exec(line) ?? [];
  if (fence === undefined) return undefined;
  const rest = info!.replace(/^ +/, '');
  if (rest === '') return { fence, language: '', header: '' };
  const [start, language] = LANGUAGE.exec(rest) ?? [];
  if (start === undefined) return undefined;
  const header = rest.slice(start.length, rest.endsWith('}') && rest.length > start.length ? -1 : undefined);
  return { fence, language: language!.toLowerCase(), header: header.trim() };
}

function plainEnd(state: StateBlock, startLine: number, endLine: number, fence: string): number {
  let line = startLine + 1;
  while (line < endLine && !leaves(state, line) && lineAt(state, line) !== fence) line++;
  return line;
}

function nestingEnd(state: StateBlock, startLine: number, endLine: number, opening: Opening): number {
  const open = [opening];
  let line = startLine + 1;
  for (; line < endLine && !leaves(state, line); line++) {
    const text = lineAt(state, line);
    const innermost = open.at(-1)!;
    if (text === innermost.fence) {
      open.pop();
      if (open.length === 0) break;
    } else if (NESTS.has(innermost.language)) {
      const inner = openingIn(text);
      if (inner) open.push(inner);
    }
  }
  return line;
}

/** Whether the line is outside of the list or quote in which the block began. */
const leaves = (state: StateBlock, line: number) => !state.isEmpty(line) && state.sCount[line]! < state.blkIndent;

/** A line without surrounding blanks. */
export function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!).trimEnd();
}
