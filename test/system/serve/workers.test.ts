import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertFollowsRules } from '../../support/metrics.ts';
import {
  createAccount,
  type Login,
  type RunningServer,
  runKlatch,
  sendRequest,
  startServer,
  temporaryFolder,
} from '../../support/process.ts';
import { ambiguousRequests, assertOthersIntact } from '../../support/raw-requests.ts';
import { waitUntil } from '../../support/until.ts';

const WORKERS = ['--workers', '2', '--listen', '127.0.0.1:0', '--rate-limits', 'off', '--log-level', 'warn'];
const serve = (data: string, ...more: string[]): Promise<RunningServer> =>
  startServer(['serve', '--data', data, ...WORKERS, ...more]);

/** An event queue of a client, read with polls. */
interface Client {
  account: Login;
  queue: string;
  last: number;
}

async function register({ url }: RunningServer, account: Login): Promise<Client> {
  const { status, reply } = await sendRequest(url, account, 'POST', '/register', {
    event_types: ['message', 'restart'],
  });
  assert.equal(status, 200, reply.msg);
  return { account, queue: reply.queue_id, last: -1 };
}

/** Polls until a message with this text comes. Returns the ids of all messages since the last call. */
async function receive({ url }: RunningServer, client: Client, content: string): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const fields = { queue_id: client.queue, last_event_id: client.last };
    const { status, reply } = await sendRequest(url, client.account, 'GET', '/events', fields);
    assert.equal(status, 200, reply.msg);
    for (const { id, type, message } of reply.events) {
      assert.equal(id, client.last + 1, 'event ids rise by one');
      client.last = id;
      if (type !== 'message') continue;
      ids.push(message.id);
      if (message.content === content) return ids;
    }
  }
}

async function send({ url }: RunningServer, account: Login, content: string): Promise<number> {
  const fields = { type: 'channel', to: 'general', topic: 'plans', content };
  const { status, reply } = await sendRequest(url, account, 'POST', '/messages', fields);
  assert.equal(status, 200, reply.msg);
  return reply.id;
}

/** The worker processes of a server, by the process table of Linux. */
const listWorkers = ({ pid }: RunningServer): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

test('with worker processes, clients of any process receive what others send, also across a planned restart', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const mia = await createAccount(data, 'Mia');
  let server = await serve(data);
  assert.equal(listWorkers(server).length, 2);
  const clients = await Promise.all([ada, mia, ada, mia, ada, mia].map((account) => register(server, account)));
  const processes = new Set(clients.map(({ queue }) => queue.slice(-3)));
  assert.ok(
    [...processes].every((name) => /^-w[12]$/.test(name)),
    `queues are in the workers: ${[...processes]}`,
  );
  const first = await send(server, mia, 'Good morning');
  for (const client of clients) assert.deepEqual(await receive(server, client, 'Good morning'), [first]);

  assert.equal((await server.stop()).code, 0);
  server = await serve(data);
  const last = await send(server, ada, 'And on');
  for (const client of clients) {
    assert.deepEqual(await receive(server, client, 'And on'), [last]);
  }
  assert.equal((await server.stop()).code, 0);
});

test('a queue id that contains a path reaches no other socket of the machine', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const path = join(temporaryFolder(), 'other.sock');
  let isReached = false;
  const other = createServer((_, response) => {
    isReached = true;
    response.end('{"result":"success","events":[]}');
  });
  await once(other.listen(path), 'listening');
  const server = await serve(data);
  for (const process of [path.slice(0, -'.sock'.length), 'w1/../w2', '']) {
    const queue_id = `${'0'.repeat(36)}-${process.startsWith('/') ? `../..${process}` : process}`;
    const { reply } = await sendRequest(server.url, ada, 'GET', '/events', { queue_id, dont_block: true });
    assert.equal(reply.code, 'BAD_EVENT_QUEUE_ID');
  }
  assert.ok(!isReached);
  assert.equal((await server.stop()).code, 0);
  other.close();
});

test('a worker process that is killed starts again; its clients register again and miss nothing', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serve(data);
  const client = await register(server, ada);
  await send(server, ada, 'Before');
  await receive(server, client, 'Before');
  const before = listWorkers(server);
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await waitUntil(() => {
    const now = listWorkers(server);
    return now.length === 2 && now.every((pid) => !before.includes(pid));
  });
  // Until one listens, nobody accepts connections.
  const answer = await untilAnswered(() =>
    sendRequest(server.url, ada, 'GET', '/events', { queue_id: client.queue, dont_block: true }),
  );
  assert.equal(answer.reply.code, 'BAD_EVENT_QUEUE_ID');
  const again = await register(server, ada);
  const id = await send(server, ada, 'After');
  assert.deepEqual(await receive(server, again, 'After'), [id]);
  assert.equal((await server.stop()).code, 0);
});

test('settings that several processes cannot have are rejected', async () => {
  const data = temporaryFolder();
  const domain = await runKlatch(['serve', 'chat.example.com', '--data', data, '--workers', '2']);
  assert.equal(domain.code, 2);
  assert.match(domain.stderr, /--workers gets no certificates/);
  const socket = await runKlatch(['serve', '--data', data, '--workers', '2', '--listen', 'unix:/tmp/klatch-x.sock']);
  assert.equal(socket.code, 2);
});

/** Repeats a request until it is answered. */
async function untilAnswered<T>(request: () => Promise<T>): Promise<T> {
  let answer: T | undefined;
  await waitUntil(async () => {
    answer = await request().catch(() => undefined);
    return answer !== undefined;
  });
  return answer!;
}

test('no request of an outsider changes or reveals those of others between the processes', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serve(data);
  const { host } = new URL(server.url);
  const key = `Basic ${Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64')}`;
  await assertOthersIntact(server.url, ambiguousRequests(host, key), {
    async send(content) {
      const id = await send(server, ada, content);
      return (await sendRequest(server.url, ada, 'GET', `/messages/${id}`, { apply_markdown: false })).reply.message
        .content;
    },
  });
  assert.equal((await server.stop()).code, 0);
});

test('clients act as no process of the server, and learn nothing about its turns', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serve(data);
  const forged = {
    'X-Klatch-Node': `${Date.now()}.${'A'.repeat(43)}`,
    'X-Klatch-Origin': JSON.stringify({ address: '127.0.0.1', protocol: 'https', host: 'evil.test' }),
    'X-Klatch-Reason': 'rewrite',
    'X-Klatch-Turn': '99999999',
    Authorization: `Basic ${Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64')}`,
  };
  for (const path of ['/peer/turns?after=0', '/peer/reached', '/peer/command', '/peer/listen'])
    for (const method of ['GET', 'POST'])
      assert.equal((await fetch(server.url + path, { method, headers: forged })).status, 404, `${method} ${path}`);
  for (const [method, path] of [
    ['GET', '/api/v1/users/me'],
    ['POST', '/api/v1/users/me/status?status_text=Here'],
    ['GET', '/login/'],
  ] as const) {
    const answer = await fetch(server.url + path, { method, headers: forged });
    assert.equal(answer.status, 200, path);
    assert.deepEqual(
      [...answer.headers.keys()].filter((name) => name.startsWith('x-klatch')),
      [],
    );
    assert.doesNotMatch(await answer.text(), /evil\.test/);
  }
  assert.equal((await server.stop()).code, 0);
});

test('a temporary address of a file works in each process, also after a restart', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  let server = await serve(data);
  const headers = { Authorization: `Basic ${Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64')}` };
  const body = new FormData();
  body.append('file', new Blob(['The plan']), 'plan.txt');
  const uploaded = await fetch(`${server.url}/api/v1/user_uploads`, { method: 'POST', headers, body });
  const { url } = (await uploaded.json()) as { url: string };
  const addresses: string[] = [];
  for (let count = 0; count < 10; count++) addresses.push((await sendRequest(server.url, ada, 'GET', url)).reply.url);
  const read = async (address: string) =>
    // A new connection reaches any of the processes.
    (await fetch(server.url + address, { headers: { Connection: 'close' } })).text();
  for (const address of addresses) assert.equal(await read(address), 'The plan');
  assert.equal((await server.stop()).code, 0);
  server = await serve(data);
  assert.equal(await read(addresses[0]!), 'The plan');
  assert.equal((await server.stop()).code, 0);
});

test('metrics are those of all processes together, whichever of them answers', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serve(data, '--metrics', 'on');
  const clients = await Promise.all([ada, ada, ada, ada].map((account) => register(server, account)));
  for (const { queue } of clients) assert.ok(queue);
  await send(server, ada, 'Hello');
  for (let count = 0; count < 6; count++) {
    const answer = await fetch(`${server.url}/metrics`, { headers: { Connection: 'close' } });
    assert.equal(answer.status, 200);
    const text = await answer.text();
    assertFollowsRules(text);
    assert.match(text, /^klatch_healthy 1$/m);
    assert.match(text, /^klatch_event_queues 4$/m);
    assert.match(text, /^klatch_http_request_seconds_count\{kind="register"\} 4$/m);
    assert.match(text, /^klatch_http_requests_total\{method="POST",status="2xx"\} 5$/m);
    assert.ok(Number(/^klatch_commit_seconds_count (\d+)$/m.exec(text)![1]) > 0);
  }
  assert.equal((await server.stop()).code, 0);
});
