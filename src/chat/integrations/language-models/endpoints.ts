import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { callEndpoint } from '../../../kernel/http/answer.ts';
import type { Served } from '../../../kernel/http/deliver.ts';
import { type Caller, endpoint } from '../../declare.ts';
import type { CallApi } from './tools-client.ts';

/** The HTTP transport of the Model Context Protocol, without sessions and streams. */
export const languageModelTools = endpoint({
  method: 'POST',
  path: '/mcp',
  root: true,
  limitedKeys: 'read',
  bearer: true,
  isCostly: true,
  summary: 'Give a language model tools by the rights of a key (Model Context Protocol)',
  json: 'message',
  params: { message: Type.Unsafe<unknown>({}) },
  errorFields: ({ message }) => ({ jsonrpc: '2.0', id: null, error: { code: -32600, message } }),
  async serve({ app, params: { message }, caller }) {
    requireOwnOrigin(app, caller);
    // Loaded with the first request, since most servers never have one.
    const { answerMessage, PROTOCOL_VERSIONS } = await import('./protocol-client.ts');
    const version = caller.raw.headers['mcp-protocol-version'];
    if (version !== undefined && !PROTOCOL_VERSIONS.includes(String(version)))
      throw badRequest(`Unsupported protocol version (supported: ${PROTOCOL_VERSIONS.join(', ')})`);
    const answer = await answerMessage(callAs(app, caller), message);
    return answer ? reply(JSON.stringify(answer)) : { ...reply(''), status: 202 };
  },
});

/**
 * Throws for a request from a page of another site. The Host header does not count: a page of another site can let its
 * name lead to this server (DNS rebinding). Other programs name no page.
 */
function requireOwnOrigin({ config }: App, { raw: { headers } }: Caller): void {
  const { origin } = headers;
  if (origin !== undefined && URL.parse(origin)?.origin !== new URL(config.url).origin)
    throw new ApiError(403, 'BAD_REQUEST', 'This address is not for pages of other sites.');
}

/** Calls endpoints with the key of the caller, who is authorized again for each of them. */
const callAs =
  (app: App, caller: Caller): CallApi =>
  ({ method, path, fields }) => {
    const called = app.declarations.endpoints.find((one) => one.method === method && one.path === path)!;
    return callEndpoint(app, caller, { endpoint: called, fields });
  };

const reply = (body: string) =>
  ({ type: 'application/json', body, etag: 'answer', cache: 'no-store' }) satisfies Served;
