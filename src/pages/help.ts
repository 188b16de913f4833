import type { App } from '../app.ts';
import { notFound } from '../kernel/errors.ts';
import { memoByObject } from '../shared/memo.ts';
import type { HelpPage } from './help/contents.ts';
import type { Documentation } from './help/documentation.ts';
import type { HelpDocument } from './help/render.ts';
import { type Html, html, trusted } from './kit/html.ts';
import { page } from './kit/page.ts';

/** Klatch's documentation. It is public, and in English only. */
export const helpPage = page({
  paths: ['/help', '/help/{name}', '/help/operation/{name}'],
  summary: 'Documentation',
  audience: 'public',
  async show({ app, request }) {
    const documentation = await documentationOf(app);
    const found = documentation.at(request.url!.split('?', 1)[0]!.replace(/\/$/, ''));
    if (!found) throw notFound('There is no such help page');
    const { title, html: text, headings } = documentation.render(found);
    return {
      title,
      body: html`${trusted(text)}${neighbors(documentation, found)}`,
      document: {
        name: 'Help',
        navigation: navigation(documentation, found),
        outline: headings.length < 2 ? undefined : outline(headings),
        style: 'src/pages/help.css',
      },
    };
  },
});

/**
 * The documentation pages of each server. Most servers never show them, so they are loaded when one is first opened.
 */
const documentationOf = memoByObject(async (_: App): Promise<Documentation> => {
  const { Documentation } = await import('./help/documentation.ts');
  return new Documentation();
});

const navigation = ({ sections }: Documentation, current: HelpPage): Html =>
  html`${sections.map(
    ({ title, pages }) => html`<h2>${title}</h2>
<ul>${pages.map((one) => html`<li>${link(one, one === current)}</li>`)}</ul>
`,
  )}`;

const link = ({ path, title }: HelpPage, isCurrent: boolean): Html =>
  html`<a href="${path}"${isCurrent && html` aria-current="page"`}>${title}</a>`;

const outline = (headings: HelpDocument['headings']): Html =>
  html`<ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`;

/** The previous and the next page. */
function neighbors({ pages }: Documentation, current: HelpPage): Html | undefined {
  const at = pages.indexOf(current);
  if (at < 0) return undefined;
  const before = pages[at - 1];
  const after = pages[at + 1];
  return html`<p class="neighbors">${before && html`<a rel="prev" href="${before.path}"><small>Previous</small>${before.title}</a>`}
${after && html`<a rel="next" href="${after.path}"><small>Next</small>${after.title}</a>`}</p>`;
}
