import { type Html, html, trustHtml } from '../../src/pages/kit/html.ts';
import { API, HELP, HOME, INSTALL, OWN, SEARCH } from './contents.ts';

/** A page of the site. Its links are paths of a server; see links.ts. */
export interface SitePage {
  path: string;
  title: string;
  /** For search engines. */
  about: string;
  /** Everything between the bar and the footer. */
  content: Html;
  /** Style sheets and scripts of the site besides the usual ones. */
  styles?: readonly string[];
  scripts?: readonly string[];
}

const NAME = 'Klatch';
const BAR: readonly (readonly [path: string, title: string])[] = [
  [INSTALL, 'Install'],
  [HELP, 'Guide'],
  [API, 'API'],
  [SEARCH, 'Search'],
];

export function renderPage(
  { path, title, about, content, styles = [], scripts = [] }: SitePage,
  version: string,
): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title === NAME ? '' : `${title} · `}${NAME}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="description" content="${about}">
<link rel="icon" href="${OWN}icon.svg">${['site.css', ...styles].map((name) => html`<link rel="stylesheet" href="${OWN}${name}">`)}</head>
<body class="document">
<header><a class="skip" href="#text">Skip to the text</a>
<a class="home" href="${HOME}"><img src="${OWN}icon.svg" alt="" width="28" height="28"><span>${NAME}</span></a>
<nav class="bar" aria-label="Site">${BAR.map(
    ([to, name]) => html`<a href="${to}"${to === path && html` aria-current="page"`}>${name}</a>`,
  )}</nav></header>
${content}
<footer><span>Klatch ${version}, under the Apache License 2.0</span> <a href="/project/changelog">Changes</a>
<a href="/project/security">Security</a> <a href="/project/contributing">Contributing</a>
<span>Not affiliated with Zulip</span></footer>
${scripts.map((name) => html`<script src="${OWN}${name}" defer></script>`)}
</body></html>
`.text;
}

interface Texts {
  title: string;
  body: Html | string;
  /** Links to all pages of its kind. */
  navigation: Html;
  outline?: Html | undefined;
}

/** A text beside a list of all pages. On a phone the list opens above the text. */
export const renderText = ({ title, body, navigation, outline }: Texts): Html =>
  html`<details class="pages"><summary>All pages</summary><nav aria-label="All pages">${navigation}</nav></details>
<div class="columns">
<nav class="pages" aria-label="Pages">${navigation}</nav>
<main id="text">
<h1>${title}</h1>
${typeof body === 'string' ? trustHtml(body) : body}
</main>
${outline && html`<nav class="outline" aria-label="On this page"><h2>On this page</h2>${outline}</nav>`}
</div>`;
