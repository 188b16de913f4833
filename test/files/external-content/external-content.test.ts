import assert from 'node:assert/strict';
import { readdirSync, utimesSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { deletingOldPictures, fetchExternalImage } from '../../../src/chat/files/external-content/jobs.ts';
import { png } from '../../support/images.ts';
import { newTeam } from '../../support/team.ts';

/** An external server, and the requests it received. */
async function externalServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: { path: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url!, headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const sourceIn = (content: string): string => /<img src="([^"]+)"/.exec(content)![1]!;

test('an external picture is shown through this server, under a URL that only the server can create', async () => {
  const { team, mia, max } = newTeam();
  const id = await mia.sendDirectMessage([max], 'https://e.example/cat.png');
  const { content } = (await max.get(`/messages/${id}`)).message;
  assert.match(
    content,
    /^<div class="message_inline_image"><a href="https:\/\/e.example\/cat.png"><img src="\/external_content\/[0-9a-f]{40}\/[0-9a-f]+"><\/a><\/div>$/,
  );
  const source = sourceIn(content);
  assert.equal(Buffer.from(source.split('/')[3]!, 'hex').toString(), 'https://e.example/cat.png');
  const again = await mia.sendDirectMessage([max], 'see https://e.example/cat.png');
  assert.equal(sourceIn((await max.get(`/messages/${again}`)).message.content), source);
  const base = await team.url;
  const forged = (url: string) => source.replace(/[0-9a-f]+$/, Buffer.from(url).toString('hex'));
  for (const wrong of [
    forged('http://127.0.0.1/'),
    forged('https://e.example/dog.png'),
    source.replace(/content\/./, 'content/x'),
    `${source}0`,
  ])
    assert.equal((await fetch(base + wrong)).status, 403, wrong);
});

test('an external picture is fetched once, without user data, and served with its real type', async () => {
  const picture = await png();
  const { url, asked } = await externalServer((_, response) =>
    response.setHeader('Content-Type', 'image/png').end(picture),
  );
  const { app } = newTeam();
  const [first, second] = await Promise.all([
    fetchExternalImage(app, `${url}/cat.png`, true),
    fetchExternalImage(app, `${url}/cat.png`, true),
  ]);
  assert.equal(first!.type, 'image/png');
  assert.equal(first!.path, second!.path);
  await fetchExternalImage(app, `${url}/cat.png`, true);
  assert.equal(asked.length, 1);
  assert.deepEqual(Object.keys(asked[0]!.headers).sort(), [
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
});

test('many requests at once all succeed, a few at a time, and a failed one is not repeated at once', async () => {
  const picture = await png();
  const waiting: (() => void)[] = [];
  let most = 0;
  const { url, asked } = await externalServer((request, response) => {
    if (request.url === '/none.png') return response.writeHead(404).end();
    waiting.push(() => response.setHeader('Content-Type', 'image/png').end(picture));
    // Wait long enough for requests that must not arrive.
    if (waiting.length === 4)
      setTimeout(() => {
        most = Math.max(most, waiting.length);
        for (const answer of waiting.splice(0)) answer();
      }, 20);
  });
  const { app } = newTeam();
  const all = await Promise.all(Array.from({ length: 20 }, (_, i) => fetchExternalImage(app, `${url}/${i}.png`, true)));
  assert.ok(all.every((one) => one?.type === 'image/png'));
  assert.equal(most, 4);
  for (let i = 0; i < 3; i++) assert.equal(await fetchExternalImage(app, `${url}/none.png`, true), undefined);
  assert.equal(asked.length, 21);
});

test('content that is not a picture, too large, redirected again or on a private address is not served', async () => {
  const picture = await png();
  const { url, asked } = await externalServer((request, response) => {
    const kind = request.url!.slice(1).replace('.png', '');
    if (kind === 'page') return response.setHeader('Content-Type', 'text/html').end('<script>');
    if (kind === 'liar') return response.setHeader('Content-Type', 'image/png').end('<script>alert(1)</script>');
    if (kind === 'svg')
      return response
        .setHeader('Content-Type', 'image/svg+xml')
        .end('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    if (kind === 'large')
      return response.setHeader('Content-Type', 'image/png').end(Buffer.concat([picture, Buffer.alloc(9 * 2 ** 20)]));
    if (kind === 'gone') return response.writeHead(404, { 'Content-Type': 'image/png' }).end(picture);
    if (kind === 'round') return response.writeHead(302, { Location: '/round.png' }).end();
    return response.setHeader('Content-Type', 'image/png').end(picture);
  });
  const { app, team, mia, max } = newTeam();
  for (const kind of ['page', 'liar', 'svg', 'large', 'gone', 'round'])
    assert.equal(await fetchExternalImage(app, `${url}/${kind}.png`, true), undefined, kind);
  const before = asked.length;
  assert.equal(await fetchExternalImage(app, `${url}/cat.png`, false), undefined);
  const id = await mia.sendDirectMessage([max], `x ${url}/cat.png`);
  assert.equal(
    (await fetch((await team.url) + sourceIn((await max.get(`/messages/${id}`)).message.content))).status,
    404,
  );
  assert.equal(asked.length, before, 'not even asked');
  assert.deepEqual(readdirSync(app.files.incoming), []);
});

test('a video is proxied like a picture', async () => {
  const film = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex');
  const { url } = await externalServer((_, response) => response.setHeader('Content-Type', 'video/mp4').end(film));
  const { app } = newTeam();
  assert.equal((await fetchExternalImage(app, `${url}/film.mp4`, true))?.type, 'video/mp4');
});

test('cached content expires after a day', async () => {
  const picture = await png();
  const { url } = await externalServer((_, response) => response.setHeader('Content-Type', 'image/png').end(picture));
  const { app } = newTeam();
  const old = (await fetchExternalImage(app, `${url}/1.png`, true))!;
  await fetchExternalImage(app, `${url}/2.png`, true);
  utimesSync(old.path, new Date(0), new Date(0));
  await deletingOldPictures.run(app);
  assert.equal(readdirSync(join(app.config.dataDir, 'thumbs/elsewhere')).length, 1);
  await app.thumbnails.keepOfElsewhere(0, 10);
  assert.deepEqual(readdirSync(join(app.config.dataDir, 'thumbs/elsewhere')), []);
});

test('legacy thumbnail URLs redirect to the new ones, and external ones only for signed-in users', async () => {
  const { team, mia, ada } = newTeam();
  const to = async (url: string) =>
    (await mia.fetch(`/thumbnail?size=full&url=${encodeURIComponent(url)}`)).headers.get('location');
  assert.equal(await to('user_uploads/1/ab/c/d.png'), '/user_uploads/1/ab/c/d.png');
  assert.match((await to('https://e.example/x.png'))!, /^\/external_content\//);
  assert.equal(await to('javascript:alert(1)'), null);
  await ada.patch('/realm', { enable_spectator_access: true });
  const visitor = await fetch(`${await team.url}/thumbnail?url=https://e.example/x.png`, { redirect: 'manual' });
  assert.equal(visitor.status, 400);
});
