import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { endpoints } from '../../../src/declarations.ts';
import { mayHaveBody } from '../../../src/kernel/http/body.ts';
import { allowSlowRequest, isSlowRequestAllowed, requestTimeouts } from '../../../src/kernel/http/request-timeouts.ts';
import { createServer } from '../../../src/kernel/http/server.ts';
import { pages } from '../../../src/pages/contents.ts';
import { getStatuses } from '../../support/raw-requests.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

/** Sends these bytes and returns everything the server sends until it closes the connection. */
async function raw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(bytes);
  return text(socket);
}

const authorization = ({ email, apiKey }: TestUser) => `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;

test('a message of maximum length and 5,000 ids are accepted', async () => {
  const { mia, max } = newTeam();
  const id = await mia.sendDirectMessage([max], '🐙'.repeat(10_000));
  assert.equal((await max.get(`/messages/${id}`, { apply_markdown: false })).message.content, '🐙'.repeat(10_000));
  const messages = Array.from({ length: 5000 }, (_, at) => 9_000_000_000_000 + at);
  await mia.request('POST', '/messages/flags', { messages, op: 'add', flag: 'starred' });
});

test('a body over 2 MiB is rejected, by its declared length or while it is being received', async () => {
  const { team, mia, max } = newTeam();
  const content = 'x'.repeat(2.5 * 1024 * 1024);
  const reply = await mia.request('POST', '/messages', { type: 'direct', to: [max.id], content });
  assert.deepEqual([reply.status, reply.result, reply.code], [413, 'error', 'BAD_REQUEST']);

  const url = new URL(`${await team.url}/api/v1/messages`);
  const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const asking = request(url, {
      method: 'POST',
      headers: { authorization: authorization(mia), 'transfer-encoding': 'chunked' },
    });
    asking.on('response', async (response) => resolve({ status: response.statusCode!, body: await text(response) }));
    asking.on('error', reject);
    for (let sent = 0; sent < 3; sent++) asking.write('y'.repeat(1024 * 1024));
  });
  assert.equal(answer.status, 413);
  assert.equal(JSON.parse(answer.body).result, 'error');
});

test('files in requests without file parameters are not stored', async () => {
  const { mia, max, team } = newTeam();
  const before = new Set(readdirSync(tmpdir()));
  const form = new FormData();
  form.append('type', 'direct');
  form.append('to', JSON.stringify([max.id]));
  form.append('content', 'with a file');
  form.append('file', new Blob(['z'.repeat(123_457)], { type: 'image/png' }), 'z.png');
  const headers = { authorization: authorization(mia) };
  const response = await fetch(`${await team.url}/api/v1/messages`, { method: 'POST', headers, body: form });
  assert.equal(response.status, 200, await response.text());
  const kept = readdirSync(tmpdir()).filter(
    (name) => !before.has(name) && statSync(join(tmpdir(), name), { throwIfNoEntry: false })?.size === 123_457,
  );
  assert.deepEqual(kept, []);
});

test('a multipart form is parsed like any other, and rejected if it is too long', async () => {
  const { mia, max, team } = newTeam();
  const send = async (content: string, more: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ type: 'direct', to: JSON.stringify([max.id]), content, ...more }))
      form.append(name, value);
    const response = await fetch(`${await team.url}/api/v1/messages`, {
      method: 'POST',
      headers: { authorization: authorization(mia) },
      body: form,
    });
    return { status: response.status, ...((await response.json()) as { id: number; code: string }) };
  };
  const { id } = await send('Grüße & =? 100% 漢字\nnext');
  assert.equal((await max.get(`/messages/${id}`)).raw_content, 'Grüße & =? 100% 漢字\nnext');
  assert.equal((await send('x'.repeat(2.5 * 1024 * 1024))).status, 413);
  await mia.post('/users/me/alert_words', { alert_words: ['tea'] });
  const body = new FormData();
  body.append('alert_words', '["tea"]');
  await fetch(`${await team.url}/api/v1/users/me/alert_words`, {
    method: 'DELETE',
    headers: { authorization: authorization(mia) },
    body,
  });
  assert.deepEqual((await mia.get('/users/me/alert_words')).alert_words, [], 'of a DELETE, too');
  const broken = await team.request(
    'POST',
    '/messages',
    { a: 'b' },
    { authorization: authorization(mia), 'content-type': 'multipart/form-data' },
  );
  assert.deepEqual([broken.status, broken.code], [400, 'BAD_REQUEST']);
});

test('a header or a URL that is too long returns 431 in JSON', async () => {
  const { team } = newTeam();
  const url = await team.url;
  for (const bytes of [
    `GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(140_000)}\r\n\r\n`,
    `GET /api/v1/users/me?${'x'.repeat(140_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ]) {
    const answer = await raw(url, bytes);
    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.match(answer, /content-type: application\/json/i);
    assert.match(answer, /cache-control: no-store/i);
    assert.match(answer, /x-content-type-options: nosniff/i);
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]!).result, 'error');
  }
});

test('a request that is not HTTP returns 400 in JSON', async () => {
  const { team } = newTeam();
  const answer = await raw(await team.url, 'hello?\r\n\r\n');
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]!).result, 'error');
});

test('slow clients are disconnected', async () => {
  const { app } = newTeam();
  const server: Server = createServer(app, endpoints);
  assert.ok(server.headersTimeout > 0 && server.headersTimeout <= 30_000, 'headers');
  assert.ok(server.keepAliveTimeout > 0 && server.keepAliveTimeout <= 120_000, 'between requests');
  const socket = new PassThrough() as unknown as Socket;
  server.emit('clientError', Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  assert.match(await text(socket), /^HTTP\/1\.1 408 Request Timeout\r\n/);
});

test('a form must arrive in time; a file may take any time as long as data keeps arriving', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] });
  const server = createHttpServer((request, response) => {
    hurry(request, response);
    if (request.url === '/file') allowSlowRequest(request);
    request.resume().on('end', () => response.end('thanks'));
  });
  const { limit: hurry } = requestTimeouts(server, ({ socket }) => socket.end('too slow'), { longest: 100, look: 20 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  /** Sends a first part of this many bytes, and the rest slowly. */
  const dripping = async (path: string, bytes: number) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 30\r\n\r\n`);
    const answer = text(socket);
    const [{ socket: there }] = (await once(server, 'request')) as [IncomingMessage];
    const head = there.bytesRead;
    const drip = async (at: number) => {
      if (at >= bytes || !there.writable) return;
      socket.write('x');
      await waitUntil(() => there.bytesRead > head + at);
    };
    return { answer, drip };
  };
  const [form, file, stopped] = [await dripping('/form', 30), await dripping('/file', 30), await dripping('/file', 10)];
  for (let at = 0; at < 30; at++) {
    for (const { drip } of [form, file, stopped]) await drip(at);
    t.mock.timers.tick(20);
  }
  assert.equal(await form.answer, 'too slow');
  assert.match(await file.answer, /^HTTP\/1\.1 200 [\s\S]*thanks/);
  assert.equal(await stopped.answer, 'too slow');
  assert.equal(await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'quick' })).text(), 'thanks');
  server.close();
  server.closeAllConnections();
});

test('an upload may arrive slowly once its sender is authenticated', async () => {
  const { app, mia } = newTeam();
  const server = createServer(app, endpoints);
  const request = new Promise<IncomingMessage>((come) => server.once('request', come));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  const head = `Host: x\r\nAuthorization: ${authorization(mia)}\r\nContent-Type: multipart/form-data; boundary=x`;
  socket.write(`POST /api/v1/user_uploads HTTP/1.1\r\n${head}\r\nContent-Length: 1000\r\n\r\n--x`);
  const coming = await request;
  while (!isSlowRequestAllowed(coming)) await new Promise((resolve) => setTimeout(resolve, 5));
  socket.destroy();
  server.close();
});

test('a forwarded request may take as long as the process that answers it allows', async () => {
  process.env.FOLLOWER = '1';
  const { team, mia } = newTeam();
  delete process.env.FOLLOWER;
  const { port } = new URL(await team.url);
  for (const [path, type, isSlowAllowed] of [
    ['user_uploads', 'multipart/form-data; boundary=x', true],
    ['messages', 'application/x-www-form-urlencoded', false],
  ] as const) {
    // First the one that arrives from the client, then the forwarded one.
    const requests: IncomingMessage[] = [];
    const take = (message: unknown) => void requests.push((message as { request: IncomingMessage }).request);
    subscribe('http.server.request.start', take);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    const head = `Host: x\r\nAuthorization: ${authorization(mia)}\r\nContent-Type: ${type}`;
    socket.write(`POST /api/v1/${path} HTTP/1.1\r\n${head}\r\nContent-Length: 1000\r\n\r\n--x`);
    await waitUntil(() => requests.length === 2);
    unsubscribe('http.server.request.start', take);
    const [outer, inner] = requests;
    await waitUntil(() => isSlowRequestAllowed(outer!) && isSlowRequestAllowed(inner!) === isSlowAllowed);
    // The process that answers rejects a request that is too slow. The rest of the body is not read.
    inner!.socket.end('HTTP/1.1 408 Request Timeout\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
    assert.match(await text(socket), /^HTTP\/1\.1 408 [\s\S]*\r\nConnection: close\r\n/i);
  }
});

test('a request without a host, or with an unsupported expectation, is rejected in JSON', async () => {
  const { team } = newTeam();
  for (const [head, status] of [
    ['', 400],
    ['Host: x\r\nExpect: miracles\r\n', 417],
  ] as const) {
    const answer = await raw(await team.url, `GET /health HTTP/1.1\r\n${head}\r\n`);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]!).result, 'error');
  }
});

test('a request that is cut off in the middle has no effect', async () => {
  const { team, app, mia, max } = newTeam();
  const { hostname, port } = new URL(await team.url);
  const before = app.messages.lastId();
  const socket = connect(Number(port), hostname);
  const body = `type=direct&to=[${max.id}]&content=half`;
  const coming = new Promise<Socket>((resolve) => {
    const take = (message: unknown) => {
      const { request } = message as { request: IncomingMessage };
      if (request.headers['content-length'] !== '1000') return;
      unsubscribe('http.server.request.start', take);
      resolve(request.socket);
    };
    subscribe('http.server.request.start', take);
  });
  socket.write(
    `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization(mia)}\r\nContent-Length: 1000\r\n\r\n${body}`,
  );
  const there = await coming;
  socket.destroy();
  await once(there, 'close');
  assert.equal(app.messages.lastId(), before);
  await assertRejected(mia.request('GET', `/messages/${before + 1}`), 'Invalid message(s)');
});

test('each of many requests that arrive at once is answered, and one that is cut off meanwhile has no effect', async () => {
  const { team, app, mia, max } = newTeam();
  const { hostname, port } = new URL(await team.url);
  const before = app.messages.lastId();
  let isFree = false;
  const arrived: Socket[] = [];
  const count = (message: unknown) => void arrived.push((message as { request: IncomingMessage }).request.socket);
  subscribe('http.server.request.start', count);
  // Requests wait until `isFree`. The forms of the first ones are read before, those of the others after that.
  app.pace.beforeRequests(() => !isFree);
  const begin = async (content: string, part: number) => {
    const body = `type=direct&to=[${max.id}]&content=${content}`;
    const head = `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${authorization(mia)}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(head + body.slice(0, part));
    return { socket, rest: body.slice(part), answer: text(socket).catch(() => '') };
  };
  const whole = await Promise.all(Array.from({ length: 150 }, (_, at) => begin(`whole${at}`, 1000)));
  const [half, gone] = await Promise.all([begin('half', 30), begin('gone', 1000)]);
  await waitUntil(() => arrived.length === 152);
  unsubscribe('http.server.request.start', count);
  const there = arrived.find(({ remotePort }) => remotePort === gone.socket.localPort)!;
  gone.socket.destroy();
  await once(there, 'close');
  isFree = true;
  for (const { answer } of whole) assert.match(await answer, /^HTTP\/1\.1 200 /);
  half.socket.write(half.rest);
  assert.match(await half.answer, /^HTTP\/1\.1 200 /);
  const { messages } = await mia.get('/messages', {
    anchor: 'newest',
    num_before: 500,
    num_after: 0,
    apply_markdown: false,
  });
  assert.equal(messages.length, 151);
  assert.equal(app.messages.lastId(), before + 151);
  assert.ok(!messages.some(({ content }: { content: string }) => content === 'gone'));
});

/** A request of each kind that declares a body far above the limit, by name: to endpoints, pages and unknown paths. */
function* oversizedRequests(
  authorization: string,
): Generator<[name: string, statuses: readonly number[], head: string]> {
  const types = [
    'application/x-www-form-urlencoded',
    'application/json',
    'multipart/form-data; boundary=x',
    'image/png',
  ];
  const changing = endpoints.filter(
    ({ method, developmentOnly }) => mayHaveBody({ method } as never) && !developmentOnly,
  );
  const targets = [
    ...changing.map(({ method, path, root, files }) => ({
      method: method as string,
      path: `${root ? '' : '/api/v1'}${path.replace(/\{\w+\}/g, '1')}`,
      status: files?.status ?? 413,
    })),
    ...pages
      .filter(({ submit }) => submit)
      .map(({ paths }) => ({ method: 'POST', path: paths[0]!.replace(/\{\w+\}/g, '1'), status: 413 })),
    ...['/nowhere', '/api/v1/nowhere', '/json/nowhere', '/control/backup'].map((path) => ({
      ...{ method: 'POST', path, status: 413 },
    })),
    { method: 'PUT', path: '/api/v1/messages', status: 413 },
  ];
  for (const { method, path, status } of targets)
    for (const type of path.includes('/tus') ? ['application/offset+octet-stream'] : types)
      for (const expect of ['', 'Expect: 100-continue\r\n'])
        yield [
          `${method} ${path} with ${type}${expect && ', which waits'}`,
          [413, status],
          `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nTus-Resumable: 1.0.0\r\nUpload-Length: 9\r\nUpload-Offset: 0\r\nX-HTTP-Method-Override: PATCH\r\nContent-Type: ${type}\r\nContent-Length: 500000000000\r\n${expect}\r\n`,
        ];
}

for (const kind of ['one process', 'a process that lets another one write'] as const)
  test(`a body that is too long for its endpoint is rejected before it is read, by ${kind}`, async () => {
    if (kind !== 'one process') process.env.FOLLOWER = '1';
    const { team, ada } = newTeam();
    delete process.env.FOLLOWER;
    const url = await team.url;
    const wrong: string[] = [];
    for (const [name, statuses, head] of oversizedRequests(authorization(ada))) {
      const answer = await raw(url, head);
      const [status] = getStatuses(answer);
      if (!statuses.includes(status!) || getStatuses(answer).length > 1 || !/^connection: close\r$/im.test(answer))
        wrong.push(`${name}: ${answer.split('\r\n')[0]} ${answer.split('\r\n\r\n')[1]?.slice(0, 100)}`);
    }
    console.log(wrong.length);
    console.log([...new Set(wrong)].slice(0, 40).join('\n'));
    assert.deepEqual(wrong, []);
  });
