import { getSource } from '../../text/safe-html.ts';
import { codeOfTable, codeText, isCodeTable } from './copied-code.ts';
import { namedLink } from './local-links.ts';

/** Converts copied HTML, including that of messages, to Markdown. `root` is never inserted into a page. */
export function makeMarkdown(root: ParentNode): string {
  return blocks(root)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const SKIPPED = /^(STYLE|SCRIPT|META|TITLE|HEAD|TEMPLATE|NOSCRIPT|LINK|BUTTON)$/;

function blocks(node: ParentNode): string {
  let text = '';
  let wordList: HTMLElement[] = [];
  for (const child of node.childNodes) {
    const isItem = child instanceof HTMLElement && WORD_ITEM.test(getStyle(child));
    if (isItem) wordList.push(child);
    else if (wordList.length === 0 || child.textContent?.trim() !== '') {
      text += listedByWord(wordList) + writeNode(child);
      wordList = [];
    }
  }
  return text + listedByWord(wordList);
}

const getStyle = (node: Element): string => node.getAttribute('style') ?? '';
/** Word writes the items of a list as paragraphs. */
const WORD_ITEM = /mso-list:\s*(?!ignore|none)\S+(?:\s+level(\d))?/i;

function listedByWord(items: readonly HTMLElement[]): string {
  const lines = items.map((item) => {
    const marker = [...item.querySelectorAll<HTMLElement>('[style*="mso-list" i]')].find((one) =>
      /mso-list:\s*ignore/i.test(getStyle(one)),
    );
    const number = /^\s*(\d+)[.)]/.exec(marker?.textContent ?? '')?.[1];
    marker?.remove();
    const level = Number(WORD_ITEM.exec(getStyle(item))![1] ?? 1);
    return `${'  '.repeat(Math.max(0, level - 1))}${number ? `${number}.` : '-'} ${inline(item).trim()}`;
  });
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}\n\n`;
}

const inline = (node: ParentNode): string => blocks(node).replace(/\s*\n\s*/g, ' ');

function writeNode(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE)
    return (node.textContent ?? '').replace(keepsLines(node) ? /[^\S\n]+/g : /\s+/g, ' ');
  if (!(node instanceof HTMLElement) || SKIPPED.test(node.tagName)) return '';
  const [, ours] = OURS.find(([selector]) => node.matches(selector)) ?? [];
  return (ours ?? RULES[node.tagName] ?? blocks)(node);
}

/** Whether line breaks in a text are shown as such. */
function keepsLines(text: Node): boolean {
  const around = text.parentElement?.closest('[style*="white-space" i]');
  return around ? /white-space(?:-collapse)?\s*:\s*(?:pre|break)/i.test(getStyle(around)) : false;
}

/** Elements that only messages contain. A copied mention becomes silent. */
const OURS: readonly (readonly [string, (node: HTMLElement) => string])[] = [
  ['.voice-player', ({ dataset }) => `[${dataset.name}](${dataset.href})`],
  ['.toned-emoji', (node) => node.textContent],
  ['span.emoji', (node) => `:${node.title.replaceAll(' ', '_')}:`],
  ['.user-mention[data-user-id]', ({ dataset, textContent }) => mention(textContent, dataset.userId!)],
  ['.user-group-mention', ({ textContent }) => `@_*${bare(textContent)}*`],
  ['.katex-display', (node) => fenceText('math', getSource(node))],
  ['.katex', (node) => `$$${getSource(node)}$$`],
  ['details.spoiler', spoiler],
  // Skipped: the link or text of the preview is already in the message.
  ['.message_inline_image, .message_inline_video, .message_embed', () => ''],
];

const bare = (text: string | null): string => (text ?? '').replace(/^@/, '');
const mention = (text: string | null, id: string): string => (id === '*' ? bare(text) : `@_**${bare(text)}|${id}**`);
function spoiler(node: HTMLElement): string {
  const [summary, ...rest] = node.childNodes;
  return fenceText(`spoiler ${inline(summary as HTMLElement).trim()}`, rest.map(writeNode).join('').trim());
}

/** Wraps text in a fence that is longer than any fence inside. */
function fenceText(word: string, text: string): string {
  const fence = '`'.repeat(Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length)) + 1);
  return `\n\n${fence}${word}\n${text}\n${fence}\n\n`;
}

const around =
  (mark: string) =>
  (node: HTMLElement): string => {
    const text = inline(node);
    const inner = text.trim();
    if (inner === '') return text;
    const [, before] = /^(\s*)/.exec(text)!;
    const [, after] = /(\s*)$/.exec(text)!;
    return `${before}${mark}${inner}${mark}${after}`;
  };
/** Google Docs wraps whole documents in `<b style="font-weight: normal">`. */
const writeBold = (node: HTMLElement): string =>
  /^(normal|400)$/.test(node.style.fontWeight) ? blocks(node) : around('**')(node);
const paragraph = (node: HTMLElement): string => `\n\n${blocks(node).trim()}\n\n`;

function span(node: HTMLElement): string {
  const { fontWeight, fontStyle, textDecorationLine } = node.style;
  const text = blocks(node);
  if (/(?:^|[;\s])display\s*:\s*(?:block|flex|grid|list-item|table|table-row)\b/i.test(getStyle(node)))
    return `\n${text}\n`;
  if (text.trim() === '' || text.includes('\n')) return text;
  const marks = [
    /^(bold|[6-9]00)$/.test(fontWeight) ? '**' : '',
    fontStyle === 'italic' ? '*' : '',
    textDecorationLine.includes('line-through') ? '~~' : '',
  ].join('');
  return marks
    ? around(marks)(node).replace(
        new RegExp(`${escapeText(marks)}(\\s*)$`),
        `${[...marks.match(/\*\*|\*|~~/g)!].reverse().join('')}$1`,
      )
    : text;
}
const escapeText = (text: string): string => text.replace(/[*]/g, '\\*');

function link(node: HTMLElement): string {
  const href = node.getAttribute('href') ?? '';
  const text = inline(node).trim();
  const own = /^(https?:|#)/.test(href) && namedLink(href);
  if (own) return own;
  if (text === '' || !/^(https?:|mailto:|\/user_uploads\/)/.test(href)) return text;
  return text === href || `${text}/` === href
    ? href
    : `[${withPairedBrackets(text)}](${href.replace(/[()]/g, encodeURIComponent)})`;
}

/** Brackets in pairs need no escape, and others have none. */
function withPairedBrackets(text: string): string {
  const open: number[] = [];
  const chars = [...text];
  const single: number[] = [];
  for (const [at, char] of chars.entries()) {
    if (char === '[') open.push(at);
    if (char === ']' && open.pop() === undefined) single.push(at);
  }
  for (const at of [...open, ...single]) chars[at] = chars[at] === '[' ? '(' : ')';
  return chars.join('');
}

function writeCode(node: HTMLElement): string {
  const text = node.textContent ?? '';
  const mark = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length)) + 1);
  return text.trim() === '' ? '' : `${mark}${text}${mark}`;
}

function pre(node: HTMLElement): string {
  const text = codeText(node).replace(/\n$/, '');
  const [, named] = /\blanguage-([\w+#-]+)/.exec(`${node.className} ${node.firstElementChild?.className ?? ''}`) ?? [];
  return fenceText(
    named ?? node.closest<HTMLElement>('[data-code-language]')?.dataset.codeLanguage?.toLowerCase() ?? '',
    text,
  );
}

function writeList(node: HTMLElement): string {
  const isNumbered = node.tagName === 'OL';
  const first = Number(node.getAttribute('start') ?? 1) || 1;
  const entries: string[][] = [];
  for (const child of node.children) {
    const lines = blocks(child.tagName === 'LI' ? child : wrapNode(child))
      .trim()
      .replace(/\n{2,}/g, '\n')
      .split('\n');
    // Google Docs and Word write a nested list beside the item to which it belongs.
    if (/^[OU]L$/.test(child.tagName) && entries.length > 0) entries.at(-1)!.push(...lines);
    else if (child.tagName === 'LI' || lines[0] !== '') entries.push(lines);
  }
  const lines = entries.map(([line = '', ...rest], at) =>
    [`${isNumbered ? `${first + at}.` : '-'} ${line}`, ...rest.map((more) => `  ${more}`)].join('\n'),
  );
  return `\n\n${lines.join('\n')}\n\n`;
}

function wrapNode(node: Element): ParentNode {
  const around = document.createDocumentFragment();
  around.append(node.cloneNode(true));
  return around;
}

function quote(node: HTMLElement): string {
  return `\n\n${blocks(node)
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')}\n\n`;
}

function table(node: HTMLElement): string {
  const rows = [...node.querySelectorAll('tr')]
    .filter((row) => row.closest('table') === node)
    .map((row) => [...row.children]);
  if (isCodeTable(node, rows)) return fenceText('', codeOfTable(rows));
  const caption = node.querySelector('caption');
  const title = caption ? paragraph(caption) : '';
  const grid = makeGrid(rows);
  const width = Math.max(0, ...grid.map((cells) => cells.length));
  if (width === 0) return paragraph(node);
  if (width === 1) return `${title}\n\n${rows.map(([cell]) => (cell ? blocks(cell).trim() : '')).join('\n')}\n\n`;
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const [head = [], ...rest] = grid;
  return `${title}\n\n${[line(head), line(Array(width).fill('---')), ...rest.map(line)].join('\n')}\n\n`;
}

const MOST_COLUMNS = 100;

/** The texts of cells by row and column. A merged cell is followed by empty ones. */
function makeGrid(rows: readonly (readonly Element[])[]): string[][] {
  const grid: string[][] = rows.map(() => []);
  for (const [y, cells] of rows.entries()) {
    let x = 0;
    for (const cell of cells as readonly HTMLTableCellElement[]) {
      while (grid[y]![x] !== undefined) x++;
      const right = Math.min(x + (cell.colSpan || 1), MOST_COLUMNS);
      for (const row of grid.slice(y, y + (cell.rowSpan || 1))) for (let at = x; at < right; at++) row[at] = '';
      if (x < right) grid[y]![x] = inline(cell).trim().replaceAll('|', '\\|');
      x = right;
    }
  }
  return grid;
}

/** Terms in bold, each followed by its descriptions. */
function definitions(node: HTMLElement): string {
  const parts = [...node.querySelectorAll<HTMLElement>('dt, dd')].filter((part) => part.closest('dl') === node);
  const lines = parts.map((part, at) =>
    part.tagName === 'DD' ? blocks(part).trim() : `${parts[at - 1]?.tagName === 'DD' ? '\n' : ''}${inTerm(part)}`,
  );
  return `\n\n${lines.join('\n')}\n\n`;
}
const inTerm = (term: HTMLElement): string => (/\*\*/.test(blocks(term)) ? inline(term) : around('**')(term)).trim();

const writeHeading = (node: HTMLElement): string =>
  `\n\n${'#'.repeat(Number(node.tagName[1]))} ${inline(node).trim()}\n\n`;

const RULES: Record<string, (node: HTMLElement) => string> = {
  STRONG: around('**'),
  B: writeBold,
  EM: around('*'),
  I: around('*'),
  DEL: around('~~'),
  S: around('~~'),
  STRIKE: around('~~'),
  SPAN: span,
  A: link,
  CODE: writeCode,
  PRE: pre,
  UL: writeList,
  OL: writeList,
  BLOCKQUOTE: quote,
  TABLE: table,
  H1: writeHeading,
  H2: writeHeading,
  H3: writeHeading,
  H4: writeHeading,
  H5: writeHeading,
  H6: writeHeading,
  P: paragraph,
  DL: definitions,
  DIV: paragraph,
  SECTION: paragraph,
  ARTICLE: paragraph,
  HEADER: paragraph,
  FOOTER: paragraph,
  MAIN: paragraph,
  ASIDE: paragraph,
  NAV: paragraph,
  ADDRESS: paragraph,
  FIGURE: paragraph,
  FIGCAPTION: paragraph,
  DETAILS: paragraph,
  SUMMARY: paragraph,
  FIELDSET: paragraph,
  LI: paragraph,
  DT: paragraph,
  DD: paragraph,
  TR: paragraph,
  BR: () => '\n',
  HR: () => '\n\n---\n\n',
  IMG: (node) => node.getAttribute('alt') ?? '',
};
