import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { trustNamedAuthorities } from '../../kernel/tls/authorities.ts';

interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: URLSearchParams;
  signal: AbortSignal;
}

/** Whether this names a Unix socket, in the form of `--listen` and klatch.lock: `unix:/path`. */
export const isSocketUrl = (server: string): boolean => server.startsWith('unix:/');

/** Like `fetch`, for a server at a URL or at a Unix socket. `path` begins with a slash. */
export async function fetchFrom(server: string, path: string, init: Init): Promise<Response> {
  if (isSocketUrl(server)) return await fetchFromSocket(server.slice('unix:'.length), path, init);
  if (server.startsWith('https:')) trustNamedAuthorities();
  return await fetch(server + path, init);
}

async function fetchFromSocket(socketPath: string, path: string, init: Init): Promise<Response> {
  const { method = 'GET', headers = {}, body, signal } = init;
  const form = body?.toString();
  const outgoing = request({
    socketPath,
    path,
    method,
    signal,
    headers: {
      Host: 'localhost',
      ...(form !== undefined && {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': Buffer.byteLength(form),
      }),
      ...headers,
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    outgoing.on('response', resolve).on('error', reject),
  );
  outgoing.end(form);
  const response = await answered;
  return new Response(Readable.toWeb(response) as ReadableStream, {
    status: response.statusCode!,
    statusText: response.statusMessage!,
    headers: Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  });
}
