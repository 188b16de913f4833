import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { request as requestHttps } from 'node:https';
import { type AddressInfo, createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { endpoints } from '../../../src/declarations.ts';
import { GracefulShutdown } from '../../../src/kernel/http/graceful-shutdown.ts';
import { listener } from '../../../src/kernel/http/server.ts';
import { openToTls } from '../../../src/kernel/http/tls-server.ts';
import { selfSigned } from '../../support/acme.ts';
import { startServer, temporaryFolder } from '../../support/process.ts';
import { newTeam, type TestUser } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const files = selfSigned(temporaryFolder(), 'own', ['localhost', '127.0.0.1']);
const pair = { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') };

/** A team behind TLS. */
async function secureTeam() {
  const made = newTeam();
  const shutdown = new GracefulShutdown();
  const server = openToTls(shutdown.trackResponses(listener(made.app, endpoints)), pair);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...made, server, shutdown, url };
}

function open(url: string): ClientHttp2Session {
  const session = connect(url, { ca: pair.cert });
  session.on('error', () => {});
  after(() => session.destroy());
  return session;
}

/** Resolves when the connection is closed, for any reason. */
const closing = (session: ClientHttp2Session): Promise<void> =>
  new Promise((resolve) => session.once('close', () => resolve()));

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

async function answerTo(stream: ClientHttp2Stream): Promise<Answer> {
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }];
  return { status: headers[':status'], headers, body: await text(stream) };
}

/** Sends one request, with a body if given. */
function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders, content?: string | Buffer): Promise<Answer> {
  const stream = session.request(headers, { endStream: content === undefined });
  const answer = answerTo(stream);
  if (content !== undefined) stream.end(content);
  return answer;
}

const basic = ({ email, apiKey }: TestUser) => `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
const FORM = 'application/x-www-form-urlencoded';

/** Sends an API request as a user. */
async function api(
  session: ClientHttp2Session,
  who: TestUser,
  method: string,
  path: string,
  fields = {},
): Promise<any> {
  const form = new URLSearchParams(fields).toString();
  const common = { ':method': method, authorization: basic(who) };
  const { status, body } =
    method === 'GET'
      ? await ask(session, { ...common, ':path': `/api/v1${path}?${form}` })
      : await ask(session, { ...common, ':path': `/api/v1${path}`, 'content-type': FORM }, form);
  return { ...JSON.parse(body), status };
}

test('clients choose HTTP/2 or HTTP/1.1 in the TLS handshake and get the same responses', async () => {
  const { url, mia } = await secureTeam();
  const session = open(url);
  const two = await ask(session, { ':path': '/api/v1/server_settings' });
  assert.equal(session.alpnProtocol, 'h2');
  assert.equal(two.status, 200);
  const asked = requestHttps(`${url}/api/v1/server_settings`, { ca: pair.cert, agent: false });
  const [one] = await once(asked.end(), 'response');
  assert.equal(one.httpVersion, '1.1');
  assert.equal(await text(one), two.body);

  assert.equal((await api(session, mia, 'GET', '/users/me')).email, mia.email);
  assert.equal((await ask(session, { ':path': '/nothing' })).status, 404);
  const head = await ask(session, { ':path': '/health', ':method': 'HEAD' });
  assert.deepEqual([head.status, head.body], [200, '']);
  assert.ok(Number(head.headers['content-length']) > 0);
});

test('many long polls and sends share one HTTP/2 connection', async () => {
  const { url, mia, max } = await secureTeam();
  const session = open(url);
  const register = () => api(session, max, 'POST', '/register', { event_types: '["message"]' });
  const queues = await Promise.all(Array.from({ length: 30 }, register));
  const polls = queues.map(({ queue_id }) => api(session, max, 'GET', '/events', { queue_id, last_event_id: '-1' }));
  const content = 'x'.repeat(9000);
  const sent = await api(session, mia, 'POST', '/messages', { type: 'direct', to: `[${max.id}]`, content });
  assert.equal(sent.status, 200);
  for (const { events } of await Promise.all(polls)) assert.equal(events[0].message.id, sent.id);
});

test('a long poll over HTTP/2 that its client cancels is removed', async () => {
  const { app, url, max } = await secureTeam();
  const session = open(url);
  const { queue_id } = await api(session, max, 'POST', '/register', { event_types: '["message"]' });
  const path = `/api/v1/events?queue_id=${queue_id}&last_event_id=-1`;
  const poll = session.request({ ':path': path, authorization: basic(max) });
  poll.on('error', () => {});
  const isHeld = () => [...app.queues.all].some(({ poll }) => poll !== undefined);
  await waitUntil(isHeld);
  poll.close(constants.NGHTTP2_CANCEL);
  await waitUntil(() => !isHeld());
});

/** A multipart form with a file. */
function multipart(name: string, bytes: Buffer): { type: string; body: Buffer } {
  const border = '----border';
  const head = `--${border}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${border}`,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${border}--\r\n`)]),
  };
}

test('files are uploaded and downloaded over HTTP/2, including ranges', async () => {
  const { url, mia } = await secureTeam();
  const session = open(url);
  const bytes = randomBytes(3 * 2 ** 20);
  const { type, body } = multipart('noise.bin', bytes);
  const authorization = basic(mia);
  const headers = { ':method': 'POST', ':path': '/api/v1/user_uploads', authorization, 'content-type': type };
  const uploaded = await ask(session, headers, body);
  assert.equal(uploaded.status, 200, uploaded.body);
  const { url: path } = JSON.parse(uploaded.body);
  const stream = session.request({ ':path': path, authorization, range: 'bytes=1000-2000999' });
  const [part] = await once(stream, 'response');
  assert.equal(part[':status'], 206);
  assert.deepEqual(Buffer.concat(await stream.toArray()), bytes.subarray(1000, 2_001_000));
});

test('a resumable upload works over HTTP/2', async () => {
  const { url, mia } = await secureTeam();
  const session = open(url);
  const authorization = basic(mia);
  const tus = { 'tus-resumable': '1.0.0', authorization };
  const created = await ask(session, {
    ...{ ':method': 'POST', ':path': '/api/v1/tus', ...tus, 'upload-length': '11' },
    'upload-metadata': `filename ${Buffer.from('tea.txt').toString('base64')}`,
  });
  assert.equal(created.status, 201, created.body);
  const { pathname } = new URL(created.headers.location!, url);
  const patch = (offset: number, content: string) =>
    ask(
      session,
      {
        ...{ ':method': 'PATCH', ':path': pathname, ...tus, 'upload-offset': String(offset) },
        'content-type': 'application/offset+octet-stream',
      },
      content,
    );
  assert.equal((await patch(0, 'hello ')).headers['upload-offset'], '6');
  const head = await ask(session, { ':method': 'HEAD', ':path': pathname, ...tus });
  assert.equal(head.headers['upload-offset'], '6');
  const done = await patch(6, 'world');
  assert.equal(JSON.parse(done.body).filename, 'tea.txt');
});

test('a body over the limit is rejected over HTTP/2 while being received, and the connection stays', async () => {
  const { url, mia } = await secureTeam();
  const session = open(url);
  const headers = { ':method': 'POST', ':path': '/api/v1/messages', authorization: basic(mia), 'content-type': FORM };
  const stream = session.request(headers);
  stream.on('error', () => {});
  const answered = once(stream, 'response');
  let body = '';
  stream.on('data', (chunk) => (body += chunk));
  for (let sent = 0; sent < 3 && !stream.closed; sent++) stream.write('x'.repeat(2 ** 20));
  const [{ ':status': status }] = await answered;
  assert.equal(status, 413);
  await waitUntil(() => stream.closed);
  assert.match(body, /The request is longer than/);
  assert.equal((await ask(session, { ':path': '/health' })).status, 200);
});

test('an HTTP/2 client that keeps resetting requests is disconnected', async () => {
  const { url } = await secureTeam();
  const session = open(url);
  const closed = closing(session);
  await ask(session, { ':path': '/health' });
  // Their bodies never arrive, so each is still open when it is reset.
  const open20 = () =>
    Array.from({ length: 20 }, () =>
      session.request({ ':path': '/api/v1/messages', ':method': 'POST', 'content-type': FORM }).on('error', () => {}),
    );
  while (!session.destroyed && !session.closed) {
    const streams = open20();
    // The ping is answered after the server has read the requests.
    const isRead = new Promise((resolve) => session.ping(resolve));
    await Promise.race([closed, isRead]);
    for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL);
  }
  await closed;
  assert.equal((await ask(open(url), { ':path': '/health' })).status, 200, 'others are served');
});

test('an HTTP/2 client that floods the server with pings or settings is disconnected', async () => {
  const { url } = await secureTeam();
  for (const flood of ['ping', 'settings'] as const) {
    const session = open(url);
    const closed = closing(session);
    await ask(session, { ':path': '/health' });
    for (let at = 0; at < 150 && !session.destroyed && !session.closed; at++)
      await new Promise<void>((resolve) => {
        session.setMaxListeners(0).once('close', resolve);
        if (flood === 'ping') session.ping(() => resolve());
        else session.settings({ headerTableSize: 4096 + (at % 2) }, () => resolve());
      });
    await closed;
    assert.ok(session.destroyed, flood);
  }
});

test('an HTTP/2 connection has a maximum number of concurrent requests and a maximum size of headers', async () => {
  const { url } = await secureTeam();
  const session = open(url);
  if (!session.remoteSettings.maxConcurrentStreams) await once(session, 'remoteSettings');
  assert.equal(session.remoteSettings.maxConcurrentStreams, 128);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x-${at}`, 'y']));
  const stream = session.request({ ':path': '/health', ...many });
  const [error] = await once(stream, 'error').catch((thrown) => [thrown]);
  assert.match(String(error), /NGHTTP2_ENHANCE_YOUR_CALM|NGHTTP2_REFUSED_STREAM|PROTOCOL_ERROR/);
  assert.equal((await ask(open(url), { ':path': '/health' })).status, 200);
});

test('a stopping server answers pending requests over HTTP/2 and sends GOAWAY', async () => {
  const { server, shutdown, app, url, max } = await secureTeam();
  const session = open(url);
  const { queue_id } = await api(session, max, 'POST', '/register', { event_types: '["message"]' });
  const poll = api(session, max, 'GET', '/events', { queue_id, last_event_id: '-1', dont_block: 'false' });
  await waitUntil(() => [...app.queues.all].some(({ poll }) => poll !== undefined));
  const goneAway = once(session, 'goaway');
  const closed = shutdown.close([server], 60_000);
  const [code] = await goneAway;
  assert.equal(code, constants.NGHTTP2_NO_ERROR);
  app.stopping = true;
  app.queues.release();
  assert.equal((await poll).status, 200);
  await closed;
  await waitUntil(() => session.destroyed);
});

test('the executable stops in time while HTTP/2 clients wait for events', async () => {
  const server = await startServer([
    ...['--data', temporaryFolder(), '--listen', '127.0.0.1:0', '--tls-cert', files.cert, '--tls-key', files.key],
  ]);
  const session = open(server.url);
  assert.equal((await ask(session, { ':path': '/health' })).status, 200);
  const closed = closing(session);
  const { code } = await server.stop();
  assert.equal(code, 0);
  await closed;
});

test('a connection without a TLS handshake does not delay the exit of the server', async () => {
  const server = await startServer([
    '--data',
    temporaryFolder(),
    '--listen',
    '127.0.0.1:0',
    '--tls-cert',
    files.cert,
    '--tls-key',
    files.key,
  ]);
  const socket = createConnection(Number(new URL(server.url).port), '127.0.0.1');
  after(() => socket.destroy());
  await once(socket, 'connect');
  // Node gives up on a handshake after two minutes; a test has 120 s in all.
  assert.equal((await server.stop()).code, 0);
});
