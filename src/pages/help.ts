import type { App } from '../app.ts';
import { notFound } from '../kernel/errors.ts';
import { memoByObject } from '../shared/memo.ts';
import { CATALOGUE, type HelpPage } from './help/contents.ts';
import type { Documentation } from './help/documentation.ts';
import type { HelpDocument } from './help/render.ts';
import { LONGEST_QUERY } from './help/search-sections.ts';
import { type Html, html, trustHtml } from './kit/html.ts';
import { type DocumentFrame, page, type View } from './kit/page.ts';

/** Klatch's documentation. It is public, and in English only. */
export const helpPage = page({
  paths: ['/help', '/help/{name}', '/help/operation/{name}', '/help/integrations/{name}'],
  summary: 'Documentation',
  audience: 'public',
  async show({ app, request }) {
    const documentation = await loadDocumentation(app);
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const path = pathname.replace(/\/$/, '');
    if (path === SEARCH) return searchView(documentation, searchParams.get('q') ?? '');
    if (path.startsWith(`${CATALOGUE}/`)) return serviceView(documentation, path.slice(CATALOGUE.length + 1));
    const found = documentation.at(path);
    if (!found) throw notFound('There is no such help page');
    const { title, html: text, headings } = documentation.render(found);
    const before = path === CATALOGUE && (await catalogueBefore(searchParams.get('q') ?? ''));
    return {
      title,
      body: html`${before}${trustHtml(text)}${neighbors(documentation, found)}`,
      document: {
        ...helpFrame(navigation(documentation, found)),
        outline: outline(headings),
      },
    };
  },
});

/**
 * The documentation pages of each server. Most servers never show them, so they are loaded when one is first opened.
 */
const loadDocumentation = memoByObject(async (_: App): Promise<Documentation> => {
  const { Documentation } = await import('./help/documentation.ts');
  return new Documentation();
});

const SEARCH = '/help/find';

const catalogueBefore = async (query: string): Promise<Html> =>
  (await import('./help/catalogue.ts')).catalogueHtml(query);

async function serviceView(documentation: Documentation, name: string): Promise<View> {
  const { servicePage } = await import('./help/catalogue.ts');
  const found = await servicePage(name);
  if (!found) throw notFound('There is no such service');
  return { ...found, document: helpFrame(navigation(documentation, documentation.at(CATALOGUE))) };
}

async function searchView(documentation: Documentation, query: string): Promise<View> {
  const { searchHelp } = await import('./help/search.ts');
  const { findServices, serviceLink } = await import('./help/catalogue.ts');
  const services = query.trim() === '' ? [] : findServices(query);
  const found = searchHelp(documentation.pages, query);
  const list = html`<ul class="found">${found.map(
    ({ href, heading, page: title, excerpt }) =>
      html`<li><a href="${href}">${heading}</a>${title !== heading && html` <small>${title}</small>`}<p>${excerpt}</p></li>
`,
  )}</ul>`;
  const integrations =
    services.length > 0 &&
    html`<h2>Integrations</h2><ul class="services">${services.map((one) => html`<li>${serviceLink(one)}</li>`)}</ul>`;
  const none = html`<p>No page contains all of these words. Try fewer or other words.</p>`;
  return {
    title: query.trim() === '' ? 'Search the help' : html`Results for “${query.slice(0, LONGEST_QUERY)}”`,
    body: html`${integrations}${found.length > 0 ? list : services.length === 0 && none}`,
    document: helpFrame(navigation(documentation, undefined, query)),
  };
}

/** The frame of all pages of the help. */
const helpFrame = (navigation: Html): DocumentFrame => ({
  name: 'Help',
  navigation,
  href: '/help',
  styles: ['src/pages/help.css'],
});

const searchForm = (query: string): Html =>
  html`<form class="find" role="search" action="${SEARCH}">
<input type="search" name="q" value="${query}" maxlength="${LONGEST_QUERY}" aria-label="Search the help" placeholder="Search the help" required>
</form>
`;

/** The search, and links to all pages. */
export const navigation = ({ sections }: Documentation, current: HelpPage | undefined, query = ''): Html =>
  html`${searchForm(query)}${sections.map(
    ({ title, pages }) => html`<h2>${title}</h2>
<ul>${pages.map((one) => html`<li>${link(one, one === current)}</li>`)}</ul>
`,
  )}`;

const link = ({ path, title }: HelpPage, isCurrent: boolean): Html =>
  html`<a href="${path}"${isCurrent && html` aria-current="page"`}>${title}</a>`;

/** Links to the headings of a text, if it has several. */
export const outline = (headings: HelpDocument['headings']): Html | undefined =>
  headings.length < 2
    ? undefined
    : html`<ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`;

/** The previous and the next page. */
export function neighbors({ pages }: Documentation, current: HelpPage): Html | undefined {
  const at = pages.indexOf(current);
  if (at < 0) return undefined;
  const before = pages[at - 1];
  const after = pages[at + 1];
  return html`<p class="neighbors">${before && html`<a rel="prev" href="${before.path}"><small>Previous</small>${before.title}</a>`}
${after && html`<a rel="next" href="${after.path}"><small>Next</small>${after.title}</a>`}</p>`;
}
