import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { pictures } from '../../chat/organization/realm/views.ts';
import { readAsset } from '../../kernel/assets.ts';
import { getDirection } from '../../shared/languages.ts';
import { once } from '../../shared/memo.ts';
import { legalLinks } from '../legal.ts';
import { type Html, html, trustHtml } from './html.ts';
import type { DocumentFrame, Outcome, View } from './page.ts';
import { translatePage } from './translate.ts';
import type { Visit } from './visit.ts';

/** Responds with a page or a redirect. Caches must not store it. */
export function answer(
  visit: Visit,
  response: ServerResponse,
  outcome: Outcome,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  if (visit.app.stopping) response.setHeader('Connection', 'close');
  if ('redirect' in outcome) {
    response.writeHead(303, { ...COMMON, Location: outcome.redirect, 'Content-Length': 0 }).end();
    return;
  }
  const body = (outcome.document ? documentLayout(visit, outcome, outcome.document) : layout(visit, outcome)).text;
  response.writeHead(outcome.status ?? 200, {
    ...COMMON,
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Content-Security-Policy': policy(outcome),
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
  response.end(visit.request.method === 'HEAD' ? undefined : body);
}

const COMMON = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'same-origin' };

function layout(visit: Visit, { title, body, wide, script, operator }: View): Html {
  const { app, language } = visit;
  const name = app.realm.get('name');
  return html`<!doctype html>
<html lang="${language}" dir="${getDirection(language)}"><head><meta charset="utf-8"><title>${title} · ${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<link rel="icon" href="${pictures(app).realm_icon_url}"><style>${trustHtml(style())}</style></head>
<body>
<header><a href="/"><img src="${pictures(app).realm_icon_url}" alt="" width="40" height="40"><span dir="auto">${name}</span></a></header>
<main${wide && html` class="wide"`}>
<h1>${title}</h1>
${operator && visit.trouble !== undefined && html`<p class="note">${visit.translateError(visit.trouble)}</p>`}
${body}
</main>
${legalLinks(app, visit.t)}
${script !== undefined && html`<script>${trustHtml(script)}</script>`}
</body></html>
`;
}

/** A text of the documentation, with a list of all its pages. On a phone the list opens above the text. */
function documentLayout({ app, user }: Visit, { title, body, script }: View, frame: DocumentFrame): Html {
  const { name, href, navigation, outline, styles } = frame;
  const icon = pictures(app).realm_icon_url;
  const scheme = SCHEMES[user?.settings.color_scheme ?? 0];
  return html`<!doctype html>
<html lang="en"${scheme && html` data-theme="${scheme}"`}><head><meta charset="utf-8"><title>${title === name ? '' : html`${title} · `}${name} · ${app.realm.get('name')}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<link rel="icon" href="${icon}"><style>${trustHtml(style())}</style>${styles.map((path) => html`<style>${trustHtml(getStyle(path))}</style>`)}</head>
<body class="document">
<header><a class="skip" href="#text">Skip to the text</a>
<a class="home" href="/"><img src="${icon}" alt="" width="28" height="28"><span dir="auto">${app.realm.get('name')}</span></a>
<a class="name" href="${href}">${name}</a>
<a class="back" href="/">Back to chat</a></header>
<details class="pages"><summary>All pages</summary><nav aria-label="All pages">${navigation}</nav></details>
<div class="columns">
<nav class="pages" aria-label="Pages">${navigation}</nav>
<main id="text">
<h1>${title}</h1>
${body}
</main>
${outline && html`<nav class="outline" aria-label="On this page"><h2>On this page</h2>${outline}</nav>`}
</div>
${legalLinks(app, translatePage('en').t)}
${script !== undefined && html`<script>${trustHtml(script)}</script>`}
</body></html>
`;
}

/** The themes that users can choose in their settings. Others follow the system. */
const SCHEMES: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' };

/**
 * A page of a server whose database is not open yet: without the organization's name and picture. `refresh` is the
 * number of seconds until it reloads.
 */
export function standalonePage(
  { title, body, status = 200 }: View,
  language: string,
  refresh?: number,
): { status: number; headers: Record<string, string | number>; body: string } {
  const page = html`<!doctype html>
<html lang="${language}" dir="${getDirection(language)}"><head><meta charset="utf-8"><title>${title}</title>${refresh === undefined ? '' : html`<meta http-equiv="refresh" content="${refresh}">`}
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<style>${trustHtml(style())}</style></head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body></html>
`.text;
  const headers = {
    ...COMMON,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    'Content-Security-Policy': policy({ title, body }),
    'X-Frame-Options': 'DENY',
  };
  return { status, headers, body: page };
}

/** The design tokens and the pages' own rules, without comments. */
const style = once((): string => ['src/web/design/tokens.css', 'src/pages/pages.css'].map(getStyle).join(''));

/** A style sheet without comments and indentation. */
const getStyle = (path: string): string =>
  readAsset(path)
    .toString()
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\n\s*/g, '\n');

/** Allows only the page's own style and script by hash, pictures and forms of this server, and no frames. */
function policy({ script, document, formTargets = [] }: View): string {
  return [
    "default-src 'none'",
    `style-src ${[style(), ...(document?.styles ?? []).map(getStyle)].map(sha256).join(' ')}`,
    // A script may submit the page's form.
    script === undefined ? undefined : `script-src ${sha256(script)}; connect-src 'self'`,
    "img-src 'self' data:",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
    .filter(Boolean)
    .join('; ');
}

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
