import { createHash } from 'node:crypto';
import { VERSION } from '../../kernel/config.ts';
import type { Served } from '../../kernel/http/deliver.ts';
import { endpoint } from '../../kernel/http/endpoint.ts';
import { openapi } from '../../kernel/http/openapi.ts';
import { referencePage } from './page.ts';
import { SEARCH } from './search.ts';
import { STYLE } from './style.ts';

/** Both are made when somebody first asks, from what stands beside this very resource in the tables of contents. */
const declared = () => Promise.all([import('../../api.ts'), import('../../live.ts')]);
let description: Promise<Served> | undefined;
let page: Promise<Served> | undefined;

export const getOpenapi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  mediaType: 'application/json',
  summary: 'Get this reference as OpenAPI',
  auth: 'public',
  serve() {
    description ??= declared().then(([{ endpoints }, { events, states }]) =>
      made('application/json', JSON.stringify(openapi(VERSION, endpoints, events, states))),
    );
    return description;
  },
});

export const getReference = endpoint({
  method: 'GET',
  path: '/api',
  root: true,
  mediaType: 'text/html',
  summary: 'Read this reference',
  auth: 'public',
  serve() {
    page ??= declared().then(([{ endpoints }, { events, states }]) => ({
      ...made(
        'text/html; charset=utf-8',
        referencePage(VERSION, endpoints, events, Object.assign({}, ...states.map(({ shape }) => shape))),
      ),
      policy: POLICY,
    }));
    return page;
  },
});

const made = (type: string, text: string) => {
  const body = Buffer.from(text);
  return { type, body, etag: createHash('sha256').update(body).digest('base64url').slice(0, 22), cache: 'no-cache' };
};

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Its own style and script, by their very words, and the server's icon; nothing else. */
const POLICY = [
  "default-src 'none'",
  `style-src ${sha256(STYLE)}`,
  `script-src ${sha256(SEARCH)}`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
