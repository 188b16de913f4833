import type TurndownService from 'turndown';
import { type Fragment, IMAGE_END, IMAGE_START, MAIL_LIMITS } from './types.ts';

const QUOTE_START = '\uE000';
const QUOTE_END = '\uE001';
/** How mail programs mark the mail that is answered. */
const QUOTE_CLASS =
  /(?:^|\s)(?:gmail_quote|gmail_attr|yahoo_quoted|moz-cite-prefix|protonmail_quote|OutlookMessageHeader)(?:\s|$)/;
const QUOTE_ID = /^(?:divRplyFwdMsg|appendonsend|reply-intro|isForwardContent)$/;
const LAYOUT_CELL = 200;

const STYLE = { headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', hr: '---' } as const;

/**
 * Converts the HTML of a mail to Markdown that keeps lists, links, tables and the places of inline images. Text that
 * mail programs mark as quoted becomes fragments of its own.
 */
export async function htmlFragments(source: string): Promise<Fragment[]> {
  // The converter needs the square of the time for long gaps.
  const html = cleanHtml(source);
  if (isTooComplex(html)) return [{ kind: 'text', content: withoutTags(html).slice(0, MAIL_LIMITS.text) }];
  const { default: Turndown } = await import('turndown');
  const isInDataTable = tableFinder();
  const blankReplacement = (_: string, node: Node) => blankText(node as Element, isInDataTable(node));
  const service = new Turndown({ ...STYLE, blankReplacement } as object);
  // Plain text is not escaped either: people write Markdown in mails.
  service.escape = (text) => text;
  service.remove(['style', 'script', 'title', 'head', 'noscript', 'template', 'object', 'iframe'] as never);
  addQuoteRule(service);
  addImageRule(service);
  addTableRules(service, isInDataTable);
  const text = service.turndown(html);
  return splitQuotes(text.slice(0, MAIL_LIMITS.text));
}

const cleanHtml = (html: string): string =>
  html
    .slice(0, MAIL_LIMITS.html)
    .replace(/[\uE000-\uE003]/g, '')
    .replace(/\r\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/[ \t]{100,}/g, ' ');

/** Elements that have no end. */
const EMPTY = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** Whether HTML has so many elements, or so many within each other, that its conversion would take long. */
function isTooComplex(html: string): boolean {
  let depth = 0;
  let elements = 0;
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z][a-z0-9]{0,20})/gi)) {
    elements += 1;
    if (!EMPTY.test(name!)) depth = Math.max(0, depth + (slash === '' ? 1 : -1));
    if (elements > 2 * MAIL_LIMITS.elements || depth > MAIL_LIMITS.elementDepth) return true;
  }
  return false;
}

const withoutTags = (html: string): string =>
  html
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/[ \t]{2,}/g, ' ')
    .trim();

function addQuoteRule(service: TurndownService): void {
  service.addRule('quote', {
    filter: (node) =>
      QUOTE_CLASS.test(node.getAttribute('class') ?? '') ||
      QUOTE_ID.test(node.getAttribute('id') ?? '') ||
      (node.nodeName === 'BLOCKQUOTE' && node.getAttribute('type') === 'cite'),
    replacement: (content) => `\n\n${QUOTE_START}${content}${QUOTE_END}\n\n`,
  });
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

/** Splits the text at the markers. Quotes within quotes belong to the outer one. */
function splitQuotes(text: string): Fragment[] {
  const fragments: Fragment[] = [];
  let depth = 0;
  for (const piece of text.split(/([\uE000\uE001])/)) {
    if (piece === QUOTE_START) depth += 1;
    else if (piece === QUOTE_END) depth = Math.max(0, depth - 1);
    else if (piece.trim() !== '') fragments.push({ kind: depth > 0 ? 'quote' : 'text', content: piece });
  }
  return fragments;
}
