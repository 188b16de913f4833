import { createHash } from 'node:crypto';
import type { App } from '../../app.ts';
import { VERSION } from '../../kernel/config.ts';
import type { Served } from '../../kernel/http/deliver.ts';
import { openapi } from '../../kernel/http/openapi.ts';
import { endpoint } from '../declare.ts';
import { referencePage, STYLE } from './page.ts';
import { SEARCH } from './shapes.ts';

export const getOpenapi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  mediaType: 'application/json',
  summary: 'Get this reference as OpenAPI',
  auth: 'public',
  serve({ app }) {
    const { endpoints, events, states } = app.declarations;
    return madeOnce(app, 'openapi', () =>
      serveText('application/json', JSON.stringify(openapi(VERSION, endpoints, events, states))),
    );
  },
});

export const getReference = endpoint({
  method: 'GET',
  path: '/api',
  root: true,
  mediaType: 'text/html',
  summary: 'Read the API reference',
  auth: 'public',
  serve({ app }) {
    const { endpoints, events, states } = app.declarations;
    return madeOnce(app, 'page', () => {
      const shapes = Object.assign({}, ...states.map(({ shape }) => shape));
      return {
        ...serveText('text/html; charset=utf-8', referencePage(VERSION, endpoints, events, shapes)),
        policy: POLICY,
      };
    });
  },
});

/** Both documents are generated at the first request. */
function madeOnce({ memory: { referenceDocuments } }: App, name: 'openapi' | 'page', make: () => Served): Served {
  let document = referenceDocuments.get(name);
  if (!document) referenceDocuments.set(name, (document = make()));
  return document;
}

const serveText = (type: string, text: string) => {
  const body = Buffer.from(text);
  return { type, body, etag: createHash('sha256').update(body).digest('base64url').slice(0, 22), cache: 'no-cache' };
};

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only its own style and script, by their hashes, and the server's icon. */
const POLICY = [
  "default-src 'none'",
  `style-src ${sha256(STYLE)}`,
  `script-src ${sha256(SEARCH)}`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
