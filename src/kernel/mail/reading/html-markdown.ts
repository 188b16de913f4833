import type TurndownService from 'turndown';
import { ATTRIBUTION_MARK, IMAGE_END, IMAGE_START, MAIL_LIMITS, QUOTE_MARK, SIGNATURE_MARK } from './types.ts';

/** How mail programs mark the line above the mail that is answered. */
const ATTRIBUTION = /(?:^|\s)(?:gmail_attr|moz-cite-prefix)(?:\s|$)/;
/** How they mark the mail that is answered, where they use no blockquote: writers do not write within. */
const QUOTED = /(?:^|\s)yahoo_quoted(?:\s|$)/;
/** How they mark that it follows. */
const QUOTE_ID = /^(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container)$/;
const QUOTE_CLASS = /(?:^|\s)OutlookMessageHeader(?:\s|$)/;
/** How they mark signatures. */
const SIGNATURE = /(?:^|\s)(?:gmail_signature|moz-signature|protonmail_signature_block)(?:\s|$)/;
const SIGNATURE_ID = /^(?:Signature|ms-outlook-mobile-signature)$/;
const LAYOUT_CELL = 200;

const STYLE = { headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', hr: '---' } as const;

/**
 * Converts the HTML of a mail to Markdown that keeps lists, links, tables and the places of inline images. Quotes have
 * the marks of plain text, and signatures those of `types.ts`.
 */
export async function convertHtml(source: string): Promise<string> {
  // The converter needs the square of the time for long gaps.
  const html = cleanHtml(source);
  if (isTooComplex(html)) return withoutTags(html).slice(0, MAIL_LIMITS.text);
  const { default: Turndown } = await import('turndown');
  const isInDataTable = tableFinder();
  const blankReplacement = (_: string, node: Node) => blankText(node as Element, isInDataTable(node));
  const service = new Turndown({ ...STYLE, blankReplacement } as object);
  // Plain text is not escaped either: people write Markdown in mails.
  service.escape = (text) => text;
  service.remove(['style', 'script', 'title', 'head', 'noscript', 'template', 'object', 'iframe'] as never);
  addListRule(service);
  addQuoteRules(service);
  addImageRule(service);
  addTableRules(service, isInDataTable);
  return service.turndown(html).slice(0, MAIL_LIMITS.text);
}

/** Many spaces, as characters or references to them. */
const GAP =
  /(?:[\s\u00a0]|&(?:nbsp|ensp|emsp|thinsp|#0?(?:9|10|13|32|160|819\d|820\d|12288)|#x0?(?:9|a|d|20|a0|200\w|3000));?){60,}/gi;

const cleanHtml = (html: string): string =>
  html
    .slice(0, MAIL_LIMITS.html)
    .replace(/[\uE000-\uE004]/g, '')
    .replace(/\r\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(GAP, ' ');

/** Elements that have no end. */
const EMPTY = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** Elements that a parser opens again in each block, until they are closed. */
const FORMATTING = /^(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)$/i;
/** The attributes of one element; its parser compares each with all others. */
const MOST_ATTRIBUTES = 500;

/**
 * Whether HTML has so many elements, or so many within each other, that its conversion would take long. Elements that
 * are opened again count each time.
 */
function isTooComplex(html: string): boolean {
  let depth = 0;
  let formatting = 0;
  let elements = 0;
  for (const [tag, slash, name] of html.matchAll(/<(\/?)([a-z][a-z0-9]{0,20})[^<>]*/gi)) {
    const step = slash === '' ? 1 : -1;
    if (!EMPTY.test(name!)) depth = Math.max(0, depth + step);
    if (FORMATTING.test(name!)) formatting = Math.max(0, formatting + step);
    elements += 1 + formatting / MOST_FORMATTING;
    if (elements > 2 * MAIL_LIMITS.elements || depth > MAIL_LIMITS.elementDepth) return true;
    if (tag.length > 2 * MOST_ATTRIBUTES && tag.split('=', MOST_ATTRIBUTES).length === MOST_ATTRIBUTES) return true;
  }
  return false;
}
/** So many of them within each other are usual, and count as one element. */
const MOST_FORMATTING = 5;

const withoutTags = (html: string): string =>
  html
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/[ \t]{2,}/g, ' ')
    .trim();

/** Lists within more lists than this are not indented: each level repeats all lines. */
const MOST_LISTS = 6;

function addListRule(service: TurndownService): void {
  service.addRule('item in many lists', {
    filter: (node) => node.nodeName === 'LI' && isDeep(node),
    replacement: (content) => `\n- ${content.trim()}\n`,
  });
}

function isDeep(node: Node): boolean {
  let lists = 0;
  for (let each = node.parentNode; each?.nodeType === 1 && lists <= MOST_LISTS; each = each.parentNode)
    if (each.nodeName === 'LI') lists += 1;
  return lists > MOST_LISTS;
}

function addQuoteRules(service: TurndownService): void {
  const has = (node: Element, kind: RegExp, name: string) => kind.test(node.getAttribute(name) ?? '');
  const isQuoted = (node: Node) => node.nodeName === 'BLOCKQUOTE' || has(node as Element, QUOTED, 'class');
  const isSignature = (node: Node) =>
    has(node as Element, SIGNATURE, 'class') || has(node as Element, SIGNATURE_ID, 'id');
  const isHeader = (node: Node) => has(node as Element, QUOTE_ID, 'id') || has(node as Element, QUOTE_CLASS, 'class');
  service.addRule('signature', {
    filter: isSignature,
    replacement: (content, node) =>
      isWithin(node, isSignature) ? content : `\n\n${markLines(content, SIGNATURE_MARK)}\n\n`,
  });
  service.addRule('header of a quote', { filter: isHeader, replacement: (content) => `\n\n${QUOTE_MARK}\n${content}` });
  service.addRule('quote', {
    filter: isQuoted,
    // Each level would repeat all lines.
    replacement: (content, node) => `\n\n${isWithin(node, isQuoted) ? content : markLines(content, '> ')}\n\n`,
  });
  service.addRule('attribution', {
    filter: (node) => has(node, ATTRIBUTION, 'class'),
    replacement: (content, node) =>
      isWithin(node, isQuoted) ? content : `\n\n${markLines(content, ATTRIBUTION_MARK)}\n\n`,
  });
}

/** Begins each line with a mark. */
const markLines = (text: string, mark: string): string => text.trim().replace(/^/gm, mark);

/** Whether an element is within one of a kind. */
function isWithin(node: Node, isOfKind: (node: Node) => boolean): boolean {
  for (let each = node.parentNode; each?.nodeType === 1; each = each.parentNode) if (isOfKind(each)) return true;
  return false;
}

/** Images of other servers are left out: many only report that the mail was read. */
function addImageRule(service: TurndownService): void {
  service.addRule('image', {
    filter: 'img',
    replacement: (_, node) => {
      const source = (node as Element).getAttribute('src') ?? '';
      return source.startsWith('cid:') ? `${IMAGE_START}${source.slice(4)}${IMAGE_END}` : '';
    },
  });
}

/** Tables with data become tables; those that only lay out a mail become paragraphs. */
function addTableRules(service: TurndownService, isInDataTable: (node: Node) => boolean): void {
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content, node) => (isInDataTable(node) ? cellText(content) : `${content}\n\n`),
  });
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      if (!isInDataTable(node)) return content;
      const isFirst = closestTable(node)!.querySelector('tr') === node;
      const cells = allWithin(node as Element, 'th, td').length;
      return `|${content}\n${isFirst ? `|${' --- |'.repeat(cells)}\n` : ''}`;
    },
  });
  service.addRule('section', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content}\n\n` });
}

const cellText = (content: string): string => ` ${content.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')} |`;

/** An element without text. An empty cell keeps its column. */
function blankText(element: Element, isInDataTable: boolean): string {
  if (/^T[HD]$/.test(element.nodeName) && isInDataTable) return '  |';
  return (element as Element & { isBlock?: boolean }).isBlock ? '\n\n' : '';
}

/** Makes the function that says whether a node is in a table with data. It looks at each table once. */
function tableFinder(): (node: Node) => boolean {
  const known = new WeakMap<Element, boolean>();
  return (node) => {
    const table = closestTable(node);
    if (!table) return false;
    if (!known.has(table)) known.set(table, hasData(table));
    return known.get(table)!;
  };
}

function closestTable(node: Node | null): Element | undefined {
  for (let each = node; each; each = each.parentNode) if (each.nodeName === 'TABLE') return each as Element;
  return undefined;
}

/** The lists of nodes here cannot be iterated. */
const allWithin = (element: Element, selector: string): Element[] =>
  Array.from(element.querySelectorAll(selector) as ArrayLike<Element>);

/** Whether a table has at least two rows with the same number of short cells, and no other blocks within. */
function hasData(table: Element): boolean {
  if (table.querySelector('table, ul, ol, blockquote, pre, h1, h2, h3')) return false;
  const rows = allWithin(table, 'tr').map((row) => allWithin(row, 'th, td'));
  const [first = []] = rows;
  return (
    rows.length > 1 &&
    first.length > 1 &&
    rows.every((cells) => cells.length === first.length) &&
    rows.flat().every(({ textContent }) => (textContent ?? '').length <= LAYOUT_CELL)
  );
}
