import { separateFences } from '../../../shared/code-fences.ts';
import type { Change, Field } from './format.ts';

/** A fenced block that is open at some place of a text. */
export interface Block {
  fence: string;
  /** What follows the opening fence: a language, or the kind of the block. */
  info: string;
}

const MARK = /^[ \t>]*/;
const FENCE = /^(`{3,}|~{3,}) *([^`~]*)$/;
const NESTS = /^(?:quote|quoted|spoiler)\b/;

/** Whether a block contains code instead of Markdown. */
export const isCodeBlock = (block: Block | undefined): boolean => block !== undefined && !NESTS.test(block.info);

/** The blocks that are open at the end of a text, the outermost first. */
export function openBlocks(text: string, open: readonly Block[] = []): Block[] {
  const blocks = [...open];
  for (const line of text.split('\n')) passLine(line, blocks);
  return blocks;
}

/** Opens or closes the block that a line begins or ends. */
function passLine(line: string, blocks: Block[]): void {
  const written = stripMarks(line);
  const innermost = blocks.at(-1);
  if (written === innermost?.fence) blocks.pop();
  else if (!isCodeBlock(innermost)) {
    const [, fence, info] = FENCE.exec(written) ?? [];
    if (fence !== undefined) blocks.push({ fence, info: info! });
  }
}

/** A line without the signs of a quotation and the blanks around it. */
const stripMarks = (line: string): string => line.replace(MARK, '').trimEnd();

/** The lines of a text up to the caret's line, including it, and those below. */
function partsAt(text: string, caret: number): { above: string; line: string; below: string } {
  const from = text.lastIndexOf('\n', caret - 1) + 1;
  const end = text.indexOf('\n', caret);
  const to = end < 0 ? text.length : end;
  return { above: text.slice(0, from), line: text.slice(from, to), below: text.slice(to + 1) };
}

/** The innermost block around the caret; undefined on the line of a closing fence, unless another block contains it. */
export function blockAt(text: string, caret: number): Block | undefined {
  const { above, line } = partsAt(text, caret);
  return openBlocks(above + line).at(-1);
}

/**
 * What Enter does inside a block: it begins a line with the same indentation. After an opening fence it also closes the
 * block, if nothing follows. Returns undefined outside of blocks.
 */
export function breakLine({ text, start, end }: Field): Change | undefined {
  const { above, line, below } = partsAt(text, start);
  const outside = openBlocks(above.slice(0, -1));
  const blocks = openBlocks(line, outside);
  const block = blocks.at(-1);
  if (!block) return undefined;
  const isOpening = blocks.length > outside.length && start === end && start === above.length + line.length;
  const [indentation] = MARK.exec(line.slice(0, start - above.length))!;
  const lineBreak = `\n${indentation}`;
  const closing = isOpening && below.trim() === '' ? lineBreak + block.fence : '';
  const caret = start + lineBreak.length;
  return { from: start, to: end, text: lineBreak + closing, start: caret, end: caret };
}

/** Indents the selected lines of a code block, or removes an indentation. Returns undefined outside of code blocks. */
export function indentLines({ text, start, end }: Field, isLess: boolean): Change | undefined {
  const { above } = partsAt(text, start);
  const block = openBlocks(above.slice(0, -1)).at(-1);
  if (!isCodeBlock(block) || !isCodeBlock(blockAt(text, start))) return undefined;
  const unit = indentationIn(text);
  if (start === end && !isLess)
    return { from: start, to: end, text: unit, start: start + unit.length, end: start + unit.length };
  const from = above.length;
  const next = text.indexOf('\n', Math.max(start, end - 1));
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const changed = lines.map((line) =>
    isLess ? line.replace(new RegExp(`^(?:\t| {1,${unit.length}})`), '') : line === '' ? '' : unit + line,
  );
  const first = changed[0]!.length - lines[0]!.length;
  const all = changed.join('\n');
  return {
    from,
    to,
    text: all,
    start: Math.max(from, start + first),
    end: Math.max(from, end + all.length - (to - from)),
  };
}

/** The indentation that a text already uses: a tab, four spaces, or two. */
const indentationIn = (text: string): string =>
  /^\t/m.test(text) ? '\t' : /^ {4}/m.test(text) && !/^ {2}(?! )/m.test(text) ? '    ' : '  ';

/** A message as it is sent: the fences are on lines of their own, and there are no empty code blocks. */
export const withTidyBlocks = (text: string): string => withoutEmptyBlocks(separateFences(text));

function withoutEmptyBlocks(text: string): string {
  const blocks: Block[] = [];
  const kept: string[] = [];
  /** The place in `kept` of a code block that has only blank lines so far. */
  let empty: number | undefined;
  for (const line of text.split('\n')) {
    const wasCode = isCodeBlock(blocks.at(-1));
    passLine(line, blocks);
    const isNowCode = isCodeBlock(blocks.at(-1));
    if (!wasCode && isNowCode) empty = kept.length;
    else if (wasCode && isNowCode && line.trim() !== '') empty = undefined;
    kept.push(line);
    if (wasCode && !isNowCode && empty !== undefined) kept.splice(empty);
    if (!isNowCode) empty = undefined;
  }
  return (empty === undefined ? kept : kept.slice(0, empty)).join('\n');
}
