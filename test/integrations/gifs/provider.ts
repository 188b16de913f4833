import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** A server that answers as Tenor or GIPHY do, with `count` GIFs of the searched words on each of two pages. */
export async function startGifProvider(kind: 'tenor' | 'giphy', count = 3) {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://provider.example');
    asked.push(url);
    const page = kind === 'tenor' ? tenorPage(url, count) : giphyPage(url, count);
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(page));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const makeTitle = (url: URL, at: number): string => `${url.searchParams.get('q') ?? 'popular'} ${at}`;

function tenorPage(url: URL, count: number) {
  const first = Number(url.searchParams.get('pos') ?? 0);
  return {
    results: Array.from({ length: count }, (_, at) => ({
      id: String(first + at),
      title: '',
      content_description: makeTitle(url, first + at),
      media_formats: {
        gif: { url: `https://media.tenor.example/${first + at}.gif`, dims: [480, 270] },
        tinygif: { url: `https://media.tenor.example/${first + at}-tiny.gif`, dims: [220, 124 + at * 30] },
        tinygifpreview: { url: `https://media.tenor.example/${first + at}-still.png`, dims: [220, 124] },
      },
    })),
    next: first === 0 ? String(count) : '',
  };
}

function giphyPage(url: URL, count: number) {
  const offset = Number(url.searchParams.get('offset'));
  return {
    data: Array.from({ length: count }, (_, at) => ({
      title: makeTitle(url, offset + at),
      images: {
        original: { url: `https://media.giphy.example/${offset + at}.gif`, width: '480', height: '270' },
        downsized: { url: '' },
        fixed_width: { url: `https://media.giphy.example/${offset + at}-200.gif`, width: '200', height: '113' },
        fixed_width_still: { url: `https://media.giphy.example/${offset + at}-still.gif`, width: '200', height: '113' },
      },
    })),
    pagination: { offset, count, total_count: count * 2 },
  };
}
