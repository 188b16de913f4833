import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Type } from 'typebox';
import type { App } from '../../app.ts';
import { EXTRA_EMOJI_PATH } from '../../emoji/table.ts';
import { notFound } from '../../kernel/errors.ts';
import { SESSION_COOKIE } from '../../kernel/http/auth.ts';
import { endpoint } from '../declare.ts';
import { clientNotBuilt } from '../errors.ts';
import { pictures } from '../organization/realm/views.ts';
import type { User } from '../people/users/types.ts';
import { clientFile, encodePage, encodingFor, makePolicy, type Page, webClient } from './client.ts';
import { ICON_SIZES } from './icon-data.ts';

const YEAR = 31_536_000;

export const getWebClient = endpoint({
  method: 'GET',
  path: '/',
  root: true,
  summary: 'Open the web client; visitors are redirected to sign-in unless the organization allows them',
  auth: 'public',
  limit: 'none',
  mediaType: 'text/html',
  async take({ app, caller }, response) {
    const token = caller.cookie(SESSION_COOKIE);
    const user = token === undefined ? undefined : app.accounts.withSession(token)?.user;
    const mayEnter = user?.is_active || app.accounts.spectatorsAllowed();
    if (!mayEnter || app.accounts.closed()) {
      await app.db.committed();
      return redirect(response, '/login');
    }
    const client = webClient(app);
    if (!client) throw clientNotBuilt();
    const encoding = encodingFor(caller.raw.headers['accept-encoding']);
    const id = user?.is_active ? user.id : undefined;
    const body = await encodePage(app, client, pageFor(app, user), { user: id, encoding });
    await app.db.committed();
    response
      .writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': body.length,
        'Cache-Control': 'no-store',
        Vary: 'Accept-Encoding, Cookie',
        ...(encoding && { 'Content-Encoding': encoding }),
        'Content-Security-Policy': makePolicy(client),
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Referrer-Policy': 'same-origin',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
      })
      .end(caller.raw.method === 'HEAD' ? undefined : body);
  },
});

const THEMES = { 2: 'dark', 3: 'light' } as const;

function pageFor(app: App, user: User | undefined): Page {
  return {
    name: app.realm.get('name'),
    icon: pictures(app).realm_icon_url,
    language: user?.settings.default_language ?? app.realm.get('default_language'),
    theme: user && THEMES[user.settings.color_scheme as keyof typeof THEMES],
    isForVisitors: !user?.is_active,
  };
}

function redirect(response: ServerResponse, to: string): void {
  response.writeHead(302, { Location: to, 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
}

export const getWebClientFile = endpoint({
  method: 'GET',
  path: '/static/client/{name}',
  root: true,
  summary: 'Get a script of the web client; its name contains a hash of its content',
  auth: 'public',
  limit: 'none',
  mediaType: '*/*',
  params: { name: Type.String() },
  async take({ app, params: { name }, caller }, response) {
    const files = webClient(app)?.files ?? {};
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!file) throw notFound('No such file');
    const encoding = encodingFor(caller.raw.headers['accept-encoding']);
    const body = clientFile(name, encoding);
    response
      .writeHead(200, {
        'Content-Type': file.type,
        'Content-Length': body.length,
        'Cache-Control': `public, max-age=${YEAR}, immutable`,
        Vary: 'Accept-Encoding',
        ...(encoding && { 'Content-Encoding': encoding }),
        'X-Content-Type-Options': 'nosniff',
      })
      .end(caller.raw.method === 'HEAD' ? undefined : body);
  },
});

// What makes the client installable, and available while the server is offline.

const WORKER = 'service-worker.js';
/** Requests to this server only. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

const open = { method: 'GET', root: true, auth: 'public', limit: 'none' } as const;
const digest = (body: string | Buffer): string => createHash('sha256').update(body).digest('hex').slice(0, 24);

export const getServiceWorker = endpoint({
  ...open,
  path: `/${WORKER}`,
  constant: true,
  mediaType: 'text/javascript',
  summary: "Get the web client's service worker",
  serve({ app }) {
    if (!webClient(app)) throw clientNotBuilt();
    const body = clientFile(WORKER, undefined);
    return { body, type: 'text/javascript', etag: digest(body), cache: 'no-cache', policy: WORKER_POLICY };
  },
});

export const getManifest = endpoint({
  ...open,
  path: '/manifest.webmanifest',
  mediaType: 'application/manifest+json',
  summary: 'Get the web app manifest of the web client',
  serve({ app }) {
    const body = JSON.stringify(manifest(app));
    return { body, type: 'application/manifest+json', etag: digest(body), cache: 'no-cache' };
  },
});

function manifest(app: App) {
  const name = app.realm.get('name');
  return {
    id: '/',
    name,
    short_name: [...name].slice(0, 12).join('').trim(),
    description: app.realm.get('description').slice(0, 300),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f1eee8',
    theme_color: '#f1eee8',
    categories: ['social', 'productivity'],
    icons: icons(app),
    share_target: SHARE_TARGET,
  };
}

/** What other apps share with the installed client is sent here. Its service worker receives it (worker.ts). */
const SHARE_TARGET = {
  action: '/share',
  method: 'POST',
  enctype: 'multipart/form-data',
  params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
};

/** The address to which the service worker redirects (worker.ts). A form of another site fills nothing. */
export const openShared = endpoint({
  ...open,
  path: '/share/{id}',
  mediaType: 'text/html',
  summary: 'Open in the web client what another app has shared',
  params: { id: Type.String({ pattern: '^[0-9a-f-]{36}$' }) },
  serve: ({ params, caller: { raw } }) => ({
    redirect:
      raw.headers['sec-fetch-site'] === 'none' || raw.headers['sec-fetch-site'] === 'same-origin'
        ? `/#share/${params.id}`
        : '/',
  }),
});

/** The organization's own icon, or Klatch's. */
function icons(app: App) {
  const own = app.pictures.at('icon');
  if (own) {
    const size = own.files.medium ? '512x512' : '100x100';
    return [{ src: `/app-icon/own.png?v=${own.id}`, sizes: size, type: 'image/png', purpose: 'any' }];
  }
  return [
    { src: '/static/images/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...[192, 512].map((size) => ({
      src: `/app-icon/${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any',
    })),
    { src: '/app-icon/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ];
}

export const getAppIcon = endpoint({
  ...open,
  path: '/app-icon/{name}',
  summary: "Get the icon of the installed web client; `own`: the organization's",
  params: { name: Type.String() },
  serve({ app, params }) {
    const [, name] = /^(\w+)\.png$/.exec(params.name) ?? [];
    const own = name === 'own' || name === '180' ? app.pictures.at('icon') : undefined;
    if (own) {
      const { key, type } = own.files.medium ?? own.files.usual;
      return { file: app.files.source(key), type, etag: key.replaceAll('/', ''), cache: 'public, max-age=86400' };
    }
    if (!name || !Object.hasOwn(ICON_SIZES, name)) throw notFound('No such icon');
    const body = Buffer.from(ICON_SIZES[name as keyof typeof ICON_SIZES], 'base64');
    return { body, type: 'image/png', etag: digest(body), cache: 'public, max-age=86400' };
  },
});

export const getExtraEmoji = endpoint({
  ...open,
  path: EXTRA_EMOJI_PATH,
  constant: true,
  summary: "Get the server's own emoji",
  serve() {
    const body = Buffer.from(ICON_SIZES[180], 'base64');
    return { body, type: 'image/png', etag: digest(body), cache: 'public, max-age=86400' };
  },
});
