import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { endpoints } from '../../../src/declarations.ts';
import { ApiError } from '../../../src/kernel/errors.ts';
import { CostlyRequests } from '../../../src/kernel/http/costly-requests.ts';
import type { Endpoint } from '../../../src/kernel/http/endpoint.ts';
import { LIMITS } from '../../../src/limits.ts';
import { newTeam, type Team, type TestUser } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const CROWD = 300;
const REGISTER = { method: 'POST', path: '/register', body: 'fetch_event_types=[]' };
const HISTORY = { method: 'GET', path: '/messages?anchor=newest&num_before=10&num_after=0', body: '' };
const HEALTH = { method: 'GET', path: '', body: '' };

interface Sent {
  method: string;
  path: string;
  body: string;
  /** Of the body, if not all of it is sent. */
  length?: number;
}

/** A server on which no request begins until `begin` is called. Counts what arrives, is computed and is answered. */
class BlockedServer {
  readonly team: Team;
  /** `METHOD /path` of each computed reply, in order. */
  readonly computed: string[] = [];
  /** The largest number of replies that were computed and not passed to their connections. */
  mostUnsent = 0;
  readonly #arrived: Socket[] = [];
  #unsent = 0;
  #isFree = false;

  constructor(team: Team) {
    this.team = team;
    const { app } = team;
    app.pace.beforeRequests(() => !this.#isFree);
    const { checkReply } = app;
    app.checkReply = (endpoint, reply) => {
      checkReply?.(endpoint, reply);
      this.computed.push(`${endpoint.method} ${endpoint.path}`);
      this.mostUnsent = Math.max(this.mostUnsent, ++this.#unsent);
    };
  }

  /** Sends requests on connections of their own. Resolves when all have arrived. */
  async send(user: TestUser, { method, path, body, length = body.length }: Sent, count = 1): Promise<Socket[]> {
    const { hostname, port } = new URL(await this.team.url);
    const before = this.#arrived.length;
    const arrive = (message: unknown) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      this.#arrived.push(request.socket);
      response.once('finish', () => (this.#unsent -= 1));
    };
    subscribe('http.server.request.start', arrive);
    const key = Buffer.from(`${user.email}:${user.apiKey}`).toString('base64');
    const url = path === '' ? '/health' : `/api/v1${path}`;
    const head = `${method} ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${key}\r\nContent-Length: ${length}\r\n\r\n`;
    const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).on('error', () => {}));
    for (const socket of sockets) socket.write(head + body);
    await waitUntil(() => this.#arrived.length === before + count);
    unsubscribe('http.server.request.start', arrive);
    return sockets;
  }

  /** Disconnects clients. Resolves when the server has noticed. */
  async hangUp(sockets: readonly Socket[]): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await waitUntil(() => this.#arrived.every(({ destroyed }) => destroyed));
  }

  begin(): void {
    this.#isFree = true;
  }
}

const answerOn = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

for (const costly of [REGISTER, HISTORY])
  test(`a send and a health check are answered while hundreds of ${costly.path.slice(1, 9)} requests wait`, async () => {
    const { team, mia, max } = newTeam();
    const server = new BlockedServer(team);
    const crowd = await server.send(mia, costly, CROWD);
    const [health] = (await server.send(mia, HEALTH)) as [Socket];
    assert.match(await answerOn(health), /^HTTP\/1\.1 200 /);
    assert.equal(server.computed.length, 0);
    const body = `type=direct&to=[${max.id}]&content=hello`;
    const [sender] = (await server.send(mia, { method: 'POST', path: '/messages', body })) as [Socket];
    const answers = Promise.all(crowd.map(answerOn));
    server.begin();
    assert.match(await answerOn(sender), /^HTTP\/1\.1 200 /);
    for (const answer of await answers) assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.equal(server.computed.length, CROWD + 1);
    const place = server.computed.indexOf('POST /messages');
    assert.ok(place < 20, `the send was the ${place}th`);
    assert.ok(server.mostUnsent < 20, `${server.mostUnsent} replies were in memory`);
    for (const socket of [...crowd, health, sender]) socket.destroy();
  });

test('requests whose clients hang up while they wait are not run', async () => {
  const { team, app, mia, max } = newTeam();
  const server = new BlockedServer(team);
  const before = app.messages.lastId();
  const crowd = [
    ...(await server.send(mia, REGISTER, CROWD)),
    ...(await server.send(mia, HISTORY, CROWD)),
    ...(await server.send(
      mia,
      { method: 'POST', path: '/messages', body: `type=direct&to=[${max.id}]&content=x` },
      100,
    )),
  ];
  await server.hangUp(crowd);
  const [last] = (await server.send(mia, REGISTER)) as [Socket];
  server.begin();
  assert.match(await answerOn(last), /^HTTP\/1\.1 200 /);
  assert.deepEqual(server.computed, ['POST /register']);
  assert.equal(app.queues.ofUser(mia.id).length, 1);
  assert.equal(app.messages.lastId(), before);
  last.destroy();
});

test('a form that never arrives completely keeps no other costly request waiting', async () => {
  const { team, mia } = newTeam();
  const server = new BlockedServer(team);
  server.begin();
  const slow = await server.send(mia, { ...REGISTER, length: 100 }, 20);
  const [whole] = (await server.send(mia, REGISTER)) as [Socket];
  assert.match(await answerOn(whole), /^HTTP\/1\.1 200 /);
  for (const socket of [...slow, whole]) socket.destroy();
});

test('the endpoints that return lists are costly, and sends and polls are not', () => {
  const isCostly = (method: string, path: string) =>
    (endpoints as readonly Endpoint[]).find((each) => each.method === method && each.path === path)!.isCostly;
  for (const path of ['/messages', '/messages/{message_id}/history', '/users', '/streams', '/realm/presence'])
    assert.ok(isCostly('GET', path), path);
  assert.ok(isCostly('POST', '/register'));
  for (const [method, path] of [
    ['POST', '/messages'],
    ['GET', '/events'],
    ['GET', '/health'],
    ['POST', '/typing'],
    ['GET', '/server_settings'],
  ] as const)
    assert.ok(!isCostly(method, path), path);
});

class Response extends EventEmitter {
  destroyed = false;
  writableLength = 0;
}
const responseWith = (writableLength = 0) =>
  Object.assign(new Response(), { writableLength }) as unknown as ServerResponse & Response;

test('endpoints take turns, so a fetch does not wait for all registrations before it', async () => {
  const requests = new CostlyRequests();
  const [register, fetch] = [{ path: '/register' }, { path: '/messages' }] as Endpoint[];
  const begun: string[] = [];
  const ask = async (endpoint: Endpoint) => {
    const response = responseWith();
    await requests.place(endpoint, response);
    begun.push(endpoint.path);
    requests.leave(response);
  };
  const all = [...Array.from({ length: 50 }, () => ask(register!)), ask(fetch!)];
  await Promise.all(all);
  assert.equal(begun.length, 51);
  assert.ok(begun.indexOf('/messages') < 10, begun.join(' '));
});

test('a costly request waits for few turns while each of them has much to do', async () => {
  const requests = new CostlyRequests();
  const [endpoint] = [{ path: '/messages' }] as Endpoint[];
  const responses = Array.from({ length: 4 }, () => responseWith());
  for (const response of responses) assert.equal(requests.place(endpoint!, response), undefined);
  let isBegun = false;
  void requests.place(endpoint!, responseWith())!.then(() => (isBegun = true));
  requests.leave(responses[0]!);
  let turns = 0;
  for (; !isBegun && turns < 100; turns++) {
    const began = performance.now();
    while (performance.now() - began < 5);
    await turn();
  }
  assert.ok(turns < 10, `${turns} turns`);
});

test('costly requests wait while clients have not received 64 MB of replies', async () => {
  const requests = new CostlyRequests();
  const [endpoint] = [{ path: '/register' }] as Endpoint[];
  const slow = responseWith(64 * 2 ** 20);
  assert.equal(requests.place(endpoint!, slow), undefined);
  requests.leave(slow);
  let isBegun = false;
  const next = requests.place(endpoint!, responseWith())?.then(() => (isBegun = true));
  for (let turns = 0; turns < 300; turns++) await turn();
  assert.equal(isBegun, false);
  slow.emit('close');
  await next;
  assert.ok(isBegun);
});

test('when too many costly requests wait, further ones receive a time to come back, each another one', async () => {
  const requests = new CostlyRequests();
  const [endpoint] = [{ path: '/register' }] as Endpoint[];
  const responses = Array.from({ length: LIMITS.waiting_requests + 4 }, () => responseWith());
  const places = responses.map((response) => requests.place(endpoint!, response));
  const waits = Array.from({ length: 20 }, () => {
    const error = getRefusal(() => requests.place(endpoint!, responseWith()));
    assert.equal(error.status, 429);
    assert.equal(error.code, 'RATE_LIMIT_HIT');
    const wait = error.extra['retry-after'] as number;
    assert.equal(Number(error.headers?.['Retry-After']), Math.ceil(wait));
    assert.ok(wait >= 5 && wait <= 20, String(wait));
    return wait;
  });
  assert.ok(new Set(waits).size > 10, waits.join(' '));
  for (const response of responses.slice(4)) response.emit('close');
  await Promise.all(places);
  for (const response of responses.slice(0, 4)) requests.leave(response);
  assert.equal(requests.place(endpoint!, responseWith()), undefined);
});

function getRefusal(work: () => unknown): ApiError {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error;
  }
  throw new Error('Not refused');
}
