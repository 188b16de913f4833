import { sourceOf } from '../../text/safe-html.ts';
import { namedLink } from './local-links.ts';

/** Converts copied HTML, including that of messages, to Markdown. `root` is never inserted into a page. */
export function markdownOf(root: ParentNode): string {
  return blocks(root)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const SKIPPED = /^(STYLE|SCRIPT|META|TITLE|HEAD|TEMPLATE|NOSCRIPT|LINK|BUTTON)$/;

function blocks(node: ParentNode): string {
  let text = '';
  for (const child of node.childNodes) text += written(child);
  return text;
}

const inline = (node: ParentNode): string => blocks(node).replace(/\s*\n\s*/g, ' ');

function written(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replace(/\s+/g, ' ');
  if (!(node instanceof HTMLElement) || SKIPPED.test(node.tagName)) return '';
  const [, ours] = OURS.find(([selector]) => node.matches(selector)) ?? [];
  return (ours ?? RULES[node.tagName] ?? blocks)(node);
}

/** Elements that only messages contain. A copied mention becomes silent. */
const OURS: readonly (readonly [string, (node: HTMLElement) => string])[] = [
  ['.voice-player', ({ dataset }) => `[${dataset.name}](${dataset.href})`],
  ['.toned-emoji', (node) => node.textContent],
  ['span.emoji', (node) => `:${node.title.replaceAll(' ', '_')}:`],
  ['.user-mention[data-user-id]', ({ dataset, textContent }) => mention(textContent, dataset.userId!)],
  ['.user-group-mention', ({ textContent }) => `@_*${bare(textContent)}*`],
  ['.katex-display', (node) => fenced('math', sourceOf(node))],
  ['.katex', (node) => `$$${sourceOf(node)}$$`],
  ['details.spoiler', spoiler],
  // Skipped: the link or text of the preview is already in the message.
  ['.message_inline_image, .message_inline_video, .message_embed', () => ''],
];

const bare = (text: string | null): string => (text ?? '').replace(/^@/, '');
const mention = (text: string | null, id: string): string => (id === '*' ? bare(text) : `@_**${bare(text)}|${id}**`);
function spoiler(node: HTMLElement): string {
  const [summary, ...rest] = node.childNodes;
  return fenced(`spoiler ${inline(summary as HTMLElement).trim()}`, rest.map(written).join('').trim());
}

/** Wraps text in a fence that is longer than any fence inside. */
function fenced(word: string, text: string): string {
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
const bold = (node: HTMLElement): string =>
  /^(normal|400)$/.test(node.style.fontWeight) ? blocks(node) : around('**')(node);
const paragraph = (node: HTMLElement): string => `\n\n${blocks(node).trim()}\n\n`;

function span(node: HTMLElement): string {
  const { fontWeight, fontStyle, textDecorationLine } = node.style;
  const text = blocks(node);
  if (text.trim() === '' || text.includes('\n')) return text;
  const marks = [
    /^(bold|[6-9]00)$/.test(fontWeight) ? '**' : '',
    fontStyle === 'italic' ? '*' : '',
    textDecorationLine.includes('line-through') ? '~~' : '',
  ].join('');
  return marks
    ? around(marks)(node).replace(
        new RegExp(`${escaped(marks)}(\\s*)$`),
        `${[...marks.match(/\*\*|\*|~~/g)!].reverse().join('')}$1`,
      )
    : text;
}
const escaped = (text: string): string => text.replace(/[*]/g, '\\*');

function link(node: HTMLElement): string {
  const href = node.getAttribute('href') ?? '';
  const text = inline(node).trim();
  const own = /^(https?:|#)/.test(href) && namedLink(href);
  if (own) return own;
  if (text === '' || !/^(https?:|mailto:|\/user_uploads\/)/.test(href)) return text;
  return text === href || `${text}/` === href
    ? href
    : `[${text.replace(/[[\]]/g, '\\$&')}](${href.replace(/[()]/g, encodeURIComponent)})`;
}

function code(node: HTMLElement): string {
  const text = node.textContent ?? '';
  const mark = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length)) + 1);
  return text.trim() === '' ? '' : `${mark}${text}${mark}`;
}

function pre(node: HTMLElement): string {
  const text = (node.textContent ?? '').replace(/\n$/, '');
  const [, named] = /\blanguage-([\w+#-]+)/.exec(`${node.className} ${node.firstElementChild?.className ?? ''}`) ?? [];
  return fenced(
    named ?? node.closest<HTMLElement>('[data-code-language]')?.dataset.codeLanguage?.toLowerCase() ?? '',
    text,
  );
}

function listed(node: HTMLElement): string {
  const isNumbered = node.tagName === 'OL';
  const first = Number(node.getAttribute('start') ?? 1) || 1;
  const entries = [...node.children].filter(({ tagName }) => tagName === 'LI');
  const lines = entries.map((entry, at) => {
    const [line = '', ...rest] = blocks(entry)
      .trim()
      .replace(/\n{2,}/g, '\n')
      .split('\n');
    return [`${isNumbered ? `${first + at}.` : '-'} ${line}`, ...rest.map((more) => `  ${more}`)].join('\n');
  });
  return `\n\n${lines.join('\n')}\n\n`;
}

function quote(node: HTMLElement): string {
  return `\n\n${blocks(node)
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')}\n\n`;
}

function table(node: HTMLElement): string {
  const rows = [...node.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => inline(cell).trim().replaceAll('|', '\\|')),
  );
  const [head, ...rest] = rows;
  if (!head || head.length < 2) return paragraph(node);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `\n\n${[line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n')}\n\n`;
}

const heading = (node: HTMLElement): string => `\n\n${'#'.repeat(Number(node.tagName[1]))} ${inline(node).trim()}\n\n`;

const RULES: Record<string, (node: HTMLElement) => string> = {
  STRONG: around('**'),
  B: bold,
  EM: around('*'),
  I: around('*'),
  DEL: around('~~'),
  S: around('~~'),
  STRIKE: around('~~'),
  SPAN: span,
  A: link,
  CODE: code,
  PRE: pre,
  UL: listed,
  OL: listed,
  BLOCKQUOTE: quote,
  TABLE: table,
  H1: heading,
  H2: heading,
  H3: heading,
  H4: heading,
  H5: heading,
  H6: heading,
  P: paragraph,
  DIV: paragraph,
  SECTION: paragraph,
  ARTICLE: paragraph,
  BR: () => '\n',
  HR: () => '\n\n---\n\n',
  IMG: (node) => node.getAttribute('alt') ?? '',
};
