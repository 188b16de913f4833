import type { ServerResponse } from 'node:http';
import { Type } from 'typebox';
import type { App } from '../../app.ts';
import { notFound } from '../../kernel/errors.ts';
import { SESSION_COOKIE } from '../../kernel/http/auth.ts';
import { endpoint } from '../declare.ts';
import { clientNotBuilt } from '../errors.ts';
import { pictures } from '../organization/realm/server-views.ts';
import type { User } from '../people/users/types.ts';
import { clientFile, encodingFor, type Page, policyOf, shell, webClient } from './client.ts';

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
    const body = shell(app, client, pageFor(app, user), encoding);
    await app.db.committed();
    response
      .writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': body.length,
        'Cache-Control': 'no-store',
        Vary: 'Accept-Encoding, Cookie',
        ...(encoding && { 'Content-Encoding': encoding }),
        'Content-Security-Policy': policyOf(client),
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
    user: user?.is_active ? user.id : undefined,
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
