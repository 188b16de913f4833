import type { IncomingMessage, ServerResponse } from 'node:http';
import { createProxyServer } from 'httpxy';
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
  await proxy.web(request, response, {
    target,
    headers: {
      'x-forwarded-for': origin.address,
      'x-forwarded-proto': origin.protocol,
      'x-forwarded-host': origin.host ?? '',
    },
  });
}

const proxy = createProxyServer();
