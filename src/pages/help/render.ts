import MarkdownIt, { type Token } from 'markdown-it';
import { readAsset } from '../../kernel/assets.ts';
import { codeHtml, loadGrammars } from '../../markdown/code.ts';
import { escapeAttribute } from '../../markdown/escape.ts';
import { languageNamed } from '../../markdown/languages.ts';
import type { HelpPage } from './contents.ts';
import { exampleHtml } from './example.ts';

/** A documentation file as HTML. */
export interface HelpDocument {
  /** The text of the first heading, or the name of a plain file. */
  title: string;
  html: string;
  /** The headings of the second level, for the page's table of contents. */
  headings: readonly { id: string; text: string }[];
}

/** The target of a link. Undefined: the link's text is shown without a link. */
type Links = (href: string) => string | undefined;

/** The state while one file is rendered. It travels in markdown-it's `env`. */
interface Progress {
  linkTo: Links;
  /** Heading ids that are in use, each with its number of uses. */
  ids: Map<string, number>;
  headings: { id: string; text: string }[];
  /** The column headings of the table being rendered. */
  columns: string[];
  column: number;
  /** One entry per open link: whether it is rendered as a link. */
  links: boolean[];
}

const createProgress = (linkTo: Links): Progress => ({
  linkTo,
  ids: new Map(),
  headings: [],
  columns: [],
  column: 0,
  links: [],
});

/** Renders a Markdown text without headings, whose links are absolute. */
export const renderText = (source: string): string => parser.render(source, createProgress((href) => href) as never);

/** Renders a file of the documentation. The first heading is left out, because the page's layout shows the title. */
export function renderHelp(page: HelpPage, linkTo: Links): HelpDocument {
  const source = readAsset(page.file).toString();
  if (page.file.endsWith('.md')) return renderDocument(source, page.title, linkTo);
  return { title: page.title, html: codeBlock(source, getLanguage(page.file)), headings: [] };
}

/** Renders a Markdown text. `title`: of one without a heading. */
export function renderDocument(source: string, title: string, linkTo: Links): HelpDocument {
  const progress = createProgress(linkTo);
  const tokens = parser.parse(source.replace(/<!--[\s\S]*?-->\n?/g, ''), progress as never);
  const isTitled = tokens[0]?.tag === 'h1';
  const body = isTitled ? tokens.slice(3) : tokens;
  const html = parser.renderer.render(body, parser.options, progress as never);
  return { title: isTitled ? getText(tokens[1]) : title, html, headings: progress.headings };
}

/**
 * The id of a heading. GitHub, GitLab and Gitea build the same one, so a link with a fragment works there too.
 */
export function headingId(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

const getLanguage = (file: string): string =>
  /Dockerfile$/.test(file) ? 'dockerfile' : /\.conf$/.test(file) ? 'nginx' : '';

/** A block of code. A keyboard can scroll it, as it may be wider than a phone. */
function codeBlock(source: string, info: string): string {
  const language = languageNamed(info);
  loadGrammars(language);
  return codeHtml(source, language, true).replace('<pre>', '<pre tabindex="0">');
}

const getText = (token: Token | undefined): string => (token?.children ?? []).map(({ content }) => content).join('');

const parser = new MarkdownIt({ html: false, linkify: false });
const { rules } = parser.renderer;
const getProgress = (env: unknown): Progress => env as Progress;

rules.fence = (tokens, at) => {
  const { content, info } = tokens[at]!;
  const language = info.trim().split(' ', 1)[0]!;
  return language === 'markdown' ? exampleHtml(content) : codeBlock(content, language);
};

rules.heading_open = (tokens, at, _options, env) => {
  const { ids, headings } = getProgress(env);
  const text = getText(tokens[at + 1]);
  const anchor = headingId(text);
  const count = ids.get(anchor) ?? 0;
  ids.set(anchor, count + 1);
  const id = count === 0 ? anchor : `${anchor}-${count}`;
  if (tokens[at]!.tag === 'h2') headings.push({ id, text });
  return `<${tokens[at]!.tag} id="${escapeAttribute(id)}"><a class="anchor" href="#${escapeAttribute(id)}">`;
};
rules.heading_close = (tokens, at) => `</a></${tokens[at]!.tag}>\n`;

rules.link_open = (tokens, at, _options, env) => {
  const { linkTo, links } = getProgress(env);
  const href = linkTo(String(tokens[at]!.attrGet('href')));
  links.push(href !== undefined);
  return href === undefined ? '' : `<a href="${escapeAttribute(href)}">`;
};
rules.link_close = (_tokens, _at, _options, env) => (getProgress(env).links.pop() ? '</a>' : '');

rules.table_open = (tokens, at, _options, env) => {
  const progress = getProgress(env);
  const end = tokens.findIndex(({ type }, index) => index > at && type === 'thead_close');
  const head = tokens.slice(at, end);
  progress.columns = head.flatMap(({ type }, index) => (type === 'th_open' ? [getText(head[index + 1])] : []));
  return '<table>\n';
};
rules.tr_open = (_tokens, _at, _options, env) => {
  getProgress(env).column = 0;
  return '<tr>';
};
rules.th_open = (_tokens, _at, _options, env) => {
  const { columns } = getProgress(env);
  const name = columns[getProgress(env).column++];
  return name === '' ? '<td>' : '<th scope="col">';
};
rules.th_close = (_tokens, _at, _options, env) => {
  const { columns, column } = getProgress(env);
  return columns[column - 1] === '' ? '</td>' : '</th>';
};
// On a phone a row is a block. In tables of more than two columns, each cell except the first begins with its column's
// name.
rules.td_open = (_tokens, _at, _options, env) => {
  const { columns } = getProgress(env);
  const at = getProgress(env).column++;
  const name = columns[at] ?? '';
  return at === 0 || name === '' || columns.length < 3 ? '<td>' : `<td data-column="${escapeAttribute(name)}">`;
};
