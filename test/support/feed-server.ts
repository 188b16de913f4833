import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

interface ServedFeed {
  status: number;
  type: string;
  body: string | Buffer;
  headers: Record<string, string>;
}

/** An RSS document with these items. */
export const rss = (items: readonly string[], title = 'Marmot news'): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${title}</title><link>https://marmots.example/</link>
<description>About marmots</description>${items.join('\n')}</channel></rss>`;

/** An RSS item. */
export const item = (id: string, more = ''): string =>
  `<item><title>Entry ${id}</title><link>https://marmots.example/${id}</link><guid>${id}</guid>${more}</item>`;

/** A feed server on this machine. It answers what a test sets, and 304 to a request with its ETag. */
export async function feedServer() {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const answer: ServedFeed = { status: 200, type: 'application/rss+xml', body: rss([item('1')]), headers: {} };
  const server = createServer((request, response) => {
    requests.push({ path: request.url!, headers: request.headers });
    const { status, type, body, headers } = answer;
    const isKnown = headers.ETag !== undefined && request.headers['if-none-match'] === headers.ETag;
    response.writeHead(isKnown ? 304 : status, { 'Content-Type': type, ...headers }).end(isKnown ? '' : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return { requests, answer, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.xml` };
}
