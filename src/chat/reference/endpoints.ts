import { createHash } from 'node:crypto';
import { VERSION } from '../../kernel/config.ts';
import type { Served } from '../../kernel/http/deliver.ts';
import { openapi } from '../../kernel/http/openapi.ts';
import { endpoint } from '../declare.ts';

export const getOpenapi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  mediaType: 'application/json',
  summary: 'Get this reference as OpenAPI',
  auth: 'public',
  serve({ app }) {
    const { endpoints, events, states } = app.declarations;
    // Written at the first request.
    app.memory.openapi.document ??= serveJson(openapi(VERSION, endpoints, events, states));
    return app.memory.openapi.document;
  },
});

function serveJson(content: object): Served {
  const body = Buffer.from(JSON.stringify(content));
  const type = 'application/json';
  return { type, body, etag: createHash('sha256').update(body).digest('base64url').slice(0, 22), cache: 'no-cache' };
}
