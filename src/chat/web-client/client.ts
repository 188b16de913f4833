import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from '../../app.ts';
import { isExecutable, readAsset } from '../../kernel/assets.ts';
import { escapeAttribute, escapeText } from '../../markdown/escape.ts';
import { getDirection } from '../../shared/languages.ts';
import { noticesIn } from '../../texts/notices.ts';
import { type Client, PageBeginning } from './memory.ts';

/**
 * Where scripts/bundle.mjs put the built web client; the bundle knows it. From the sources: in the folder that the
 * tests build it into. The executable contains it.
 */
declare const KLATCH_WEB_CLIENT: string | undefined;

const folder = (): string =>
  typeof KLATCH_WEB_CLIENT === 'string'
    ? KLATCH_WEB_CLIENT
    : fileURLToPath(new URL('../../../.cache/web', import.meta.url));

/** Reads the built client; undefined: it was not built. A server from sources has none until somebody builds it. */
export function readClient(): Client | undefined {
  try {
    return JSON.parse(read('client.json').toString()) as Client;
  } catch {
    return undefined;
  }
}

/** The built client, read once; undefined: it was not built. */
export const webClient = ({ memory: { clientCache } }: App): Client | undefined =>
  (clientCache.client ??= readClient());

const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof ENCODINGS;

/** One of its files, compressed if the browser accepts that. */
export const clientFile = (name: string, encoding: Encoding | undefined): Buffer =>
  read(name + (encoding ? ENCODINGS[encoding] : ''));

const read = (name: string): Buffer => (isExecutable ? readAsset(`web/${name}`) : readFileSync(join(folder(), name)));

/** The best encoding that the browser accepts. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  const offered = (accepted ?? '').split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part));
  const names = offered.map((part) => part.split(';', 1)[0]!.trim().toLowerCase());
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding));
}

/** What differs from page to page. */
export interface Page {
  name: string;
  icon: string;
  language: string;
  /** undefined: the system's theme. */
  theme: 'light' | 'dark' | undefined;
  isForVisitors: boolean;
}

/** The beginning of the web client's only page: what the first paint needs, and the script for the rest. */
function makeBeginning({ entry, preload, style }: Client, page: Page): string {
  const { name, icon, language, theme, isForVisitors } = page;
  return `<!doctype html>
<html lang="${escapeAttribute(language)}" dir="${getDirection(language)}"${theme ? ` data-theme="${theme}"` : ''}${isForVisitors ? ' data-spectator' : ''}>
<head>
<meta charset="utf-8">
<title>${escapeText(name)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f1eee8" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#151413" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${escapeAttribute(icon)}">
<link rel="apple-touch-icon" href="/app-icon/180.png">
<link rel="manifest" href="/manifest.webmanifest">
${preload.map((file) => `<link rel="modulepreload" href="/static/client/${file}">`).join('')}
<style>${style}</style>
<script type="module" src="/static/client/${entry}"></script>
</head>
<body>
<noscript><p class="opening">${escapeText(noticesIn(language).t('This page needs JavaScript.'))}</p></noscript>
`;
}

/** Its end, with all that differs between people. `user`: the id of an account; undefined: a visitor. */
const makeEnd = ({ name }: Page, user: number | undefined): string =>
  `<div id="app"${user === undefined ? '' : ` data-user="${user}"`}><div class="opening" role="status" translate="no"><span class="opening-name">${escapeText(name)}</span></div></div>
</body>
</html>
`;

/**
 * Only our own scripts, no eval, and HTML only through the client's sanitizing policy. Style attributes are allowed,
 * because messages contain them (formulas, image sizes) and were sanitized twice.
 */
export const makePolicy = ({ styleHash }: Client): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' '${styleHash}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types klatch dompurify',
  ].join('; ');

const MOST = 64;

/**
 * The page's bytes in an encoding, for a user or a visitor. Everything but its end is compressed once for all who get
 * the same page.
 */
export function encodePage(
  app: App,
  client: Client,
  page: Page,
  to: { user: number | undefined; encoding: Encoding | undefined },
): Promise<Buffer> {
  const { pages } = app.memory.clientCache;
  const key = JSON.stringify(page);
  let known = pages.get(key);
  if (!known) {
    if (pages.size >= MOST) pages.clear();
    pages.set(key, (known = new PageBeginning(makeBeginning(client, page))));
  }
  return known.encode(Buffer.from(makeEnd(page, to.user)), to.encoding);
}
