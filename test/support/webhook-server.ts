import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

interface ReceivedRequest {
  type: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An HTTP server on this machine that returns what a test sets. */
export async function webhookServer() {
  const told: ReceivedRequest[] = [];
  const answer = { status: 200, text: '' };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    told.push({ type: request.headers['content-type'], headers: request.headers, body });
    response.writeHead(answer.status, answer.status === 302 ? { Location: '/elsewhere' } : {}).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return { told, answer, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}
