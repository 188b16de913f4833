import type { App } from '../app.ts';
import { notFound } from '../kernel/errors.ts';
import { HELP_PAGES, HELP_SECTIONS, type HelpPage, helpPageAt } from './help/contents.ts';
import type { HelpDocument } from './help/render.ts';
import { type Html, html, trusted } from './kit/html.ts';
import { page } from './kit/page.ts';

/** The documentation of the project, readable by everybody. It is in English only. */
export const helpPage = page({
  paths: ['/help', '/help/{name}', '/help/operation/{name}'],
  summary: 'Documentation',
  audience: 'public',
  async show({ app, request }) {
    const found = helpPageAt(request.url!.split('?', 1)[0]!.replace(/\/$/, ''));
    if (!found) throw notFound('There is no such help page');
    const { html: text, headings } = await documentOf(app, found);
    return {
      title: found.title,
      body: html`${trusted(text)}${neighbors(found)}`,
      document: {
        name: 'Help',
        navigation: navigation(found),
        outline: headings.length < 2 ? undefined : outline(headings),
        style: 'src/pages/help.css',
      },
    };
  },
});

/** The rendered pages of each server. Most servers never show one, so each is rendered when it is first opened. */
const rendered = new WeakMap<App, Map<string, HelpDocument>>();

async function documentOf(app: App, found: HelpPage): Promise<HelpDocument> {
  const known = rendered.get(app) ?? new Map<string, HelpDocument>();
  rendered.set(app, known);
  const before = known.get(found.path);
  if (before) return before;
  const { renderHelp } = await import('./help/render.ts');
  const made = renderHelp(found);
  known.set(found.path, made);
  return made;
}

const navigation = (current: HelpPage): Html =>
  html`${HELP_SECTIONS.map(
    ({ title, pages }) => html`<h2>${title}</h2>
<ul>${pages.map((one) => html`<li>${link(one, one === current)}</li>`)}</ul>
`,
  )}`;

const link = ({ path, title }: HelpPage, isCurrent: boolean): Html =>
  html`<a href="${path}"${isCurrent && html` aria-current="page"`}>${title}</a>`;

const outline = (headings: HelpDocument['headings']): Html =>
  html`<ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`;

/** The pages before and after this one. */
function neighbors(current: HelpPage): Html | undefined {
  const at = HELP_PAGES.indexOf(current);
  if (at < 0) return undefined;
  const before = HELP_PAGES[at - 1];
  const after = HELP_PAGES[at + 1];
  return html`<p class="neighbors">${before && html`<a rel="prev" href="${before.path}"><small>Previous</small>${before.title}</a>`}
${after && html`<a rel="next" href="${after.path}"><small>Next</small>${after.title}</a>`}</p>`;
}
