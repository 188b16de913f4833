import { readdirSync, readFileSync } from 'node:fs';
import { SERVICES } from '../../src/chat/integrations/incoming-webhooks/services/table.ts';
import { ICON } from '../../src/chat/organization/realm/image-data.ts';
import { renderReference } from '../../src/chat/reference/page.ts';
import { SEARCH as REFERENCE_SCRIPT } from '../../src/chat/reference/shapes.ts';
import { declarations } from '../../src/declarations.ts';
import { VERSION } from '../../src/kernel/config.ts';
import { openapi } from '../../src/kernel/http/openapi.ts';
import { catalogueHtml, servicePage } from '../../src/pages/help/catalogue.ts';
import { CATALOGUE, type HelpPage } from '../../src/pages/help/contents.ts';
import { Documentation } from '../../src/pages/help/documentation.ts';
import { LONGEST_QUERY, type Section } from '../../src/pages/help/search-sections.ts';
import { navigation, neighbors, outline } from '../../src/pages/help.ts';
import { type Html, html, trustHtml } from '../../src/pages/kit/html.ts';
import { API, fileAt, HOME, INSTALL, OPENAPI, OWN, SEARCH, SITE_FILES, SITE_SECTIONS } from './contents.ts';
import { renderHome } from './home.ts';
import { renderPage, renderText, type SitePage } from './layout.ts';
import { makeRelative, relativeTo } from './links.ts';
import { listSections, makeSearchScript } from './search.ts';

type Content = string | Buffer;

const read = (path: string): Buffer => readFileSync(new URL(`../../${path}`, import.meta.url));
const STYLES = ['src/web/design/tokens.css', 'src/pages/pages.css', 'src/pages/help.css', 'scripts/site/site.css'];

/** All files of the site by their paths. */
export async function makeSite(): Promise<Map<string, Content>> {
  const documentation = new Documentation(SITE_SECTIONS, SITE_FILES);
  const texts = [...listTexts(documentation), makeReference()];
  const sections = texts.flatMap((page) => listSections(renderPage(page, VERSION), page));
  const pages = [...texts, ...(await listServices(documentation)), makeSearch(documentation, sections)];
  const files = new Map<string, Content>();
  for (const page of pages) files.set(fileAt(page.path), makeRelative(renderPage(page, VERSION), fileAt(page.path)));
  const found = [...sections, ...SERVICES.map(describeService)].map((section) => ({
    ...section,
    href: relativeTo(fileAt(SEARCH), section.href),
  }));
  files.set(fileAt(`${OWN}search.js`), await makeSearchScript(found));
  for (const [name, content] of listOwnFiles()) files.set(fileAt(OWN + name), content);
  const { endpoints, events, states } = declarations;
  files.set(fileAt(OPENAPI), JSON.stringify(openapi(VERSION, endpoints, events, states)));
  return files;
}

/** The front page, and the pages of the documentation. */
function listTexts(documentation: Documentation): SitePage[] {
  const front = documentation.at(HOME)!;
  const install = documentation.render(documentation.at(INSTALL)!);
  const home = renderHome((href) => documentation.link(front, href), install);
  return documentation.all.map((page) =>
    page === front
      ? { path: HOME, title: 'Klatch', about: ABOUT, content: home }
      : makeText(documentation, page, page.path === CATALOGUE ? catalogueHtml('') : undefined),
  );
}

const ABOUT = 'Klatch is a team chat server in one executable, which works with the apps and bots of Zulip.';
const describe = (title: string): string => `${title}: from the documentation of Klatch, a team chat server.`;

function makeText(documentation: Documentation, page: HelpPage, before: Html | undefined): SitePage {
  const { title, html: text, headings } = documentation.render(page);
  const body = html`${before}${trustHtml(text)}${neighbors(documentation, page)}`;
  const content = renderText({ title, body, navigation: navigation(documentation, page), outline: outline(headings) });
  return { path: page.path, title, about: describe(title), content };
}

function makeReference(): SitePage {
  const { endpoints, events, states } = declarations;
  const state = Object.assign({}, ...states.map(({ shape }) => shape));
  const { text, navigation: sections } = renderReference(endpoints, events, state);
  const title = 'API reference';
  const list = html`<ul><li><a href="/help/api">Bots and API</a></li></ul>
<h2>${title}</h2>${trustHtml(sections)}`;
  const content = renderText({ title, body: trustHtml(text), navigation: list });
  return { path: API, title, about: describe(title), content, styles: ['reference.css'], scripts: ['reference.js'] };
}

/** A page for each service of the catalogue. */
function listServices(documentation: Documentation): Promise<SitePage[]> {
  const list = navigation(documentation, documentation.at(CATALOGUE));
  return Promise.all(
    SERVICES.map(async ({ name }) => {
      const { title, body } = (await servicePage(name))!;
      return {
        path: `${CATALOGUE}/${name}`,
        title,
        about: describe(title),
        content: renderText({ title, body, navigation: list }),
      };
    }),
  );
}

const describeService = ({ name, display_name, category }: (typeof SERVICES)[number]): Section => ({
  href: `${CATALOGUE}/${name}`,
  heading: display_name,
  page: 'Integrations',
  lines: [`Post what ${display_name} reports`, category],
});

/** Without a script, the page of the search is an index of all headings. */
function makeSearch(documentation: Documentation, sections: readonly Section[]): SitePage {
  const title = 'Search';
  const byPage = [
    ...Map.groupBy(
      sections.filter(({ href }) => !href.startsWith(API)),
      ({ page }) => page,
    ),
  ];
  const body = html`<form class="find" role="search" action="${SEARCH}">
<input type="search" name="q" aria-label="Search all pages" placeholder="A word, a setting, an endpoint" autocomplete="off" maxlength="${LONGEST_QUERY}"></form>
<div id="found" role="status"></div>
<div id="overview" class="overview">${byPage.map(
    ([page, [first, ...others]]) => html`<h2><a href="${first!.href}">${page}</a></h2>
<ul>${others.map(({ href, heading }) => html`<li><a href="${href}">${heading}</a></li>`)}</ul>
`,
  )}</div>`;
  const content = renderText({ title, body, navigation: navigation(documentation, undefined) });
  return { path: SEARCH, title, about: describe(title), content, scripts: ['search.js'] };
}

/** Styles, scripts and pictures. */
function* listOwnFiles(): Generator<[name: string, content: Content]> {
  yield ['icon.svg', ICON];
  yield ['site.css', STYLES.map((path) => read(path).toString()).join('')];
  yield ['reference.css', read('src/pages/reference.css')];
  yield ['reference.js', REFERENCE_SCRIPT];
  for (const name of readdirSync(new URL('../../docs/pictures', import.meta.url)))
    yield [`pictures/${name}`, read(`docs/pictures/${name}`)];
}
