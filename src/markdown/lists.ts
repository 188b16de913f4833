import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import { memoByObject } from '../shared/memo.ts';

/**
 * What may begin a list right after a line of a paragraph. A longer number, such as a year, may belong to a sentence.
 */
const AFTER_TEXT = /^(?:[*+-]|\d\.)[ \t]+\S/;
const ITEM = /^((?:[*+-]|\d{1,9}\.))([ \t]+|$)/;
const NO_ITEM = /^\d+\)/;
/** The indentation of a nested item, relative to its parent. */
const STEP = 2;

/** The line up to which the indentation was already adjusted. */
const alignment = memoByObject((_: StateBlock) => ({ upTo: 0 }));

/**
 * Zulip's list rules are more lenient: lists follow text without a blank line, nest by two blanks after any marker, and
 * any bullets form one list. They run before the other block rules. (Zulip treats a list that is indented by two or
 * three blanks as text.)
 */
export function useListRules(md: MarkdownIt): void {
  const { ruler } = md.block;
  ruler.enableOnly(['list']);
  const list = ruler.getRules('')[0]!;
  ruler.at('list', laxList(list), { alt: ['paragraph', 'reference', 'blockquote'] });
  md.core.ruler.after('block', 'merge_lists', mergeLists);
}

function laxList(list: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const text = lineAt(state, startLine);
    if (NO_ITEM.test(text)) return false;
    if (!silent && startLine >= alignment(state).upTo && ITEM.test(text))
      alignment(state).upTo = align(state, startLine, endLine);
    const { parentType } = state;
    if (silent && parentType === 'paragraph' && AFTER_TEXT.test(text)) state.parentType = 'root';
    const found = list(state, startLine, endLine, silent);
    state.parentType = parentType;
    return found;
  };
}

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/**
 * An item to which following lines may belong: the column of its marker as written, and the effective column of its
 * content.
 */
interface Item {
  readonly marker: number;
  readonly column: number;
  readonly content: number;
}

/** Moves each nested item to the column that CommonMark requires. Returns the line where it stopped. */
function align(state: StateBlock, startLine: number, endLine: number): number {
  const open: Item[] = [];
  let line = startLine;
  for (let blank = false; line < endLine; line++) {
    if (state.isEmpty(line)) {
      blank = true;
      continue;
    }
    const written = state.sCount[line]!;
    if (written < state.blkIndent) break;
    const item = ITEM.exec(lineAt(state, line));
    // A lazy line: the items to which it may belong stay open. A quote right below an item belongs to the item.
    if (!item && !blank) {
      if (open.length > 0 && state.src[state.bMarks[line]! + state.tShift[line]!] === '>')
        moveTo(state, line, open.at(-1)!.content);
      continue;
    }
    let sibling: Item | undefined;
    while (open.length > 0 && written < open.at(-1)!.marker + STEP) sibling = open.pop();
    const parent = open.at(-1);
    if (!item && !parent) break;
    if (item) {
      const column = moveTo(state, line, sibling?.column ?? nestedColumn(written, parent));
      const width = item[2]!.length;
      const marker = sibling && written >= sibling.marker ? sibling.marker : written;
      open.push({ marker, column, content: column + item[1]!.length + (width > 4 || width === 0 ? 1 : width) });
    } else if (parent && written < parent.content) {
      moveTo(state, line, parent.content);
    }
    blank = false;
  }
  return line;
}

/** The column of a nested item: not before its parent's content, and not so far in that it would be code. */
function nestedColumn(written: number, parent: Item | undefined): number {
  if (!parent) return written;
  return written < parent.content || written > parent.content + 3 ? parent.content : written;
}

/** Makes a line count as beginning at a column. Returns the actual column, because tabs stay. */
function moveTo(state: StateBlock, line: number, column: number): number {
  const surplus = state.sCount[line]! - column;
  const start = state.bMarks[line]!;
  if (surplus > 0) {
    if (!/^ +$/.test(state.src.slice(start, start + surplus)) || surplus > state.tShift[line]!)
      return state.sCount[line]!;
    state.bMarks[line]! += surplus;
    state.tShift[line]! -= surplus;
  }
  state.sCount[line] = column;
  return column;
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!);
}

/** Consecutive bulleted lists become one list, whatever their bullets. */
function mergeLists(state: StateCore): void {
  if (!state.tokens.some(isList)) return;
  const merged: Token[] = [];
  for (const token of state.tokens) {
    if (token.type === 'bullet_list_open' && merged.at(-1)?.type === 'bullet_list_close') merged.pop();
    else merged.push(token);
  }
  state.tokens = merged;
  space(merged, state.src.split('\n'));
}

const isList = ({ type }: Token): boolean => type === 'bullet_list_open' || type === 'ordered_list_open';

/** The direct content of an item: its paragraphs, and whether they are rendered as such. */
interface Inside {
  readonly paragraphs: Token[];
  loose: boolean;
  /** The item already has content. */
  filled: boolean;
}

/**
 * Spaces lists as Zulip does, item by item: an item whose text is separated by blank lines, in the item or the list,
 * gets a paragraph.
 */
function space(tokens: readonly Token[], lines: readonly string[]): void {
  const lists: { level: number; items: Inside[] }[] = [];
  for (const token of tokens) {
    const list = lists.at(-1);
    const item = list?.items.at(-1);
    if (list && item && token.level === list.level + 2 && token.nesting >= 0) {
      if (item.filled && token.map && isParted(lines, token.map[0])) item.loose = true;
      item.filled = true;
    }
    if (isList(token)) lists.push({ level: token.level, items: [] });
    else if (/^(?:bullet|ordered)_list_close$/.test(token.type)) lists.pop();
    else if (token.type === 'list_item_open' && list) {
      const loose = item !== undefined && isParted(lines, token.map![0]);
      if (loose) {
        show(item);
        const around = lists.at(-2)?.items.at(-1);
        if (around) show(around);
      }
      list.items.push({ paragraphs: [], loose, filled: false });
    } else if (/^paragraph_/.test(token.type) && item && token.level === list!.level + 2) {
      item.paragraphs.push(token);
      token.hidden = true;
    }
    if (item?.loose) show(item);
  }
}

function show(item: Inside): void {
  item.loose = true;
  for (const token of item.paragraphs) token.hidden = false;
}

const LIST_LINE = /^ *([*+-]|\d\.) +/;
const FENCE = /^ *(?:`{3}|~{3})/;

/**
 * Whether a blank line precedes this one, or would in Zulip: before a list that follows text, or a list of the other
 * kind.
 */
function isParted(lines: readonly string[], line: number): boolean {
  const [before = '', here = ''] = [lines[line - 1], lines[line]];
  if (/^[>\s]*$/.test(before)) return true;
  const item = LIST_LINE.exec(here)?.[1];
  return item !== undefined && !FENCE.test(before) && LIST_LINE.exec(before)?.[1]?.length !== item.length;
}
