import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { createProxyServer } from 'httpxy';
import { isAskedFirst } from '../../kernel/cluster/peer-requests.ts';
import { hasBody } from '../../kernel/http/body.ts';
import type { Origin } from '../../kernel/http/proxies.ts';

/**
 * Answers a request with the answer of the server that has the organization now. It learns the address of the client
 * if it trusts this one with --behind-proxy. Rejects if it does not answer.
 */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { target, origin }: { target: string; origin: Origin },
): Promise<void> {
  const isAsked = hasBody(request) && isAskedFirst(request);
  // The library forwards the header, but does not wait.
  delete request.headers.expect;
  await proxy.web(request, response, {
    target,
    ...(isAsked && { buffer: new PassThrough() }),
    headers: {
      'x-forwarded-for': origin.address,
      'x-forwarded-proto': origin.protocol,
      'x-forwarded-host': origin.host ?? '',
    },
  });
}

/** How long the other server may take until the body is sent unasked, ms. */
const CONTINUE_TIMEOUT = 5000;

const proxy = createProxyServer();

/** Sends the headers first. The body follows when the other server wants it. */
proxy.on('proxyReq', (outgoing, request, _response, { buffer }) => {
  if (!(buffer instanceof PassThrough)) return;
  const sendBody = () => {
    clearTimeout(timer);
    request.pipe(buffer);
  };
  const timer = setTimeout(sendBody, CONTINUE_TIMEOUT);
  outgoing.once('continue', sendBody).once('response', () => clearTimeout(timer));
  outgoing.once('close', () => clearTimeout(timer));
  outgoing.setHeader('Expect', '100-continue');
  outgoing.flushHeaders();
});
