import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { insertUser } from '../../../src/chat/people/users/actions.ts';
import { PeerSignature } from '../../../src/kernel/cluster/peer-signature.ts';
import { Config } from '../../../src/settings/config.ts';
import { ask, getCaller } from '../../support/ask.ts';
import { TestCluster, type TestNode } from '../../support/followers.ts';
import { temporaryFolder } from '../../support/process.ts';
import { sendRaw } from '../../support/raw-requests.ts';
import { waitUntil } from '../../support/until.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Tests of the API that are also run against a process that follows the one that writes. */
const FOLLOWED = [
  ...['messages', 'reactions', 'read-receipts', 'submessages', 'typing'].map((name) => `test/messages/${name}`),
  ...['channels', 'subscriptions', 'topics'].map((name) => `test/channels/${name}`),
  ...['groups', 'presence', 'status'].map((name) => `test/people/${name}`),
  ...['drafts', 'alert-words'].map((name) => `test/personal/${name}`),
];

test('the API behaves the same in a process that follows the one that writes', { timeout: 600_000 }, async () => {
  const files = FOLLOWED.map((folder) => globSync(`${folder}/*.test.ts`, { cwd: root }));
  for (const [at, found] of files.entries()) assert.ok(found.length > 0, `${FOLLOWED[at]} has tests`);
  await runFollowing('1', [...files.flat(), 'test/invariants/message-access.test.ts']);
});

test('a snapshot and the events after it fit together while turns wait to be confirmed', { timeout: 600_000 }, () =>
  runFollowing('late', ['test/invariants/state-sync/state-sync.test.ts']),
);

/** Runs tests of the API against a follower. With `late`, turns are confirmed some time after they were committed. */
async function runFollowing(FOLLOWER: '1' | 'late', files: readonly string[]): Promise<void> {
  const env: NodeJS.ProcessEnv = { ...process.env, FOLLOWER };
  // Otherwise the runner would report to the runner of this test.
  delete env.NODE_TEST_CONTEXT;
  const child = spawn(process.execPath, ['--test', '--test-isolation=none', '--test-reporter=tap', ...files], {
    cwd: root,
    env,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = await once(child, 'exit');
  const failures = output.split('\n').filter((line) => /not ok|error:/.test(line));
  assert.equal(code, 0, failures.join('\n'));
}

/** A server of two processes with two people. */
async function startTwo() {
  const config = new Config({ dataDir: temporaryFolder(), host: '127.0.0.1', port: 0, rateLimits: false });
  const cluster = new TestCluster({ config, log: pino({ level: 'silent' }) });
  const { app } = cluster.writer;
  const people = ['Ada', 'Mia'].map((full_name, at) => {
    const role = at === 0 ? 100 : 400;
    const user = insertUser(app, {
      email: `${full_name}@example.com`.toLowerCase(),
      full_name,
      role,
    });
    return getCaller(user);
  });
  app.db.commit();
  const follower = await cluster.addFollower('b');
  return { cluster, follower, ada: people[0]!, mia: people[1]! };
}

/** The rows of all tables that the processes must have in common. */
function splitRows({ app }: TestNode): Record<string, string> {
  const own = /^(search_progress|replication|event_queue|sqlite_.*|message_search.*)$/;
  const tables = app.db.column<string>("SELECT name FROM sqlite_schema WHERE type = 'table'")();
  return Object.fromEntries(
    tables
      .filter((name) => !own.test(name))
      .map((name) => [name, JSON.stringify(app.db.all(`SELECT * FROM "${name}"`)())]),
  );
}

test('users read their own writes in a process that follows, however late its turns come', async () => {
  const { cluster, follower, ada, mia } = await startTwo();
  cluster.delivers = false;
  let isSent = false;
  const sending = ask(follower, mia, 'POST', '/messages', { type: 'direct', to: `[${ada.id}]`, content: 'Hello' });
  sending.then(() => (isSent = true));
  const other = await ask(follower, mia, 'GET', '/messages', { anchor: 'newest', num_before: 5, num_after: 0 });
  assert.deepEqual(other.messages, []);
  assert.ok(!isSent, 'the answer waits for the turn');
  cluster.delivers = true;
  while (!isSent) {
    cluster.deliver();
    await new Promise(setImmediate);
  }
  const { id } = await sending;
  const { messages } = await ask(follower, mia, 'GET', '/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
  });
  assert.equal(messages.at(-1).id, id);
});

test('a process that follows has the same rows as the one that writes, and finds the same words', async () => {
  const { cluster, follower, ada, mia } = await startTwo();
  await ask(follower, ada, 'POST', '/channels/create', {
    name: 'plans',
    subscribers: JSON.stringify([ada.id, mia.id]),
  });
  const ids: number[] = [];
  for (let count = 0; count < 20; count++) {
    const fields = { type: 'channel', to: 'plans', topic: `topic ${count % 3}`, content: `apples ${count} **ripe**` };
    ids.push((await ask(follower, mia, 'POST', '/messages', fields)).id);
  }
  const words = { anchor: 'newest', num_before: 50, num_after: 0 };
  const search = async (word: string) =>
    (await ask(follower, ada, 'GET', '/messages', { ...words, narrow: JSON.stringify([['search', word]]) })).messages
      .length;
  assert.equal(await search('apples'), 20);
  // Indexed messages are indexed again when they change.
  await ask(follower, mia, 'PATCH', `/messages/${ids[3]}`, { content: 'pears' });
  await ask(follower, ada, 'DELETE', `/messages/${ids[4]}`);
  assert.equal(await search('apples'), 18);
  assert.equal(await search('pears'), 1);
  cluster.deliver();
  assert.deepEqual(splitRows(follower), splitRows(cluster.writer));
});

test('a client registers its queue in the process that it asks, and moves its unread floor all the same', async () => {
  const { cluster, follower, ada, mia } = await startTwo();
  const sent = { type: 'direct', to: `[${mia.id}]`, content: 'Hello' };
  const { app } = cluster.writer;
  const { id } = await ask(cluster.writer, ada, 'POST', '/messages', sent);
  await ask(cluster.writer, mia, 'POST', '/mark_all_as_read');
  // The floor moves in large steps.
  app.db.write(() => app.users.setUnreadFloor(id - 10_000, mia.id));
  app.db.commit();
  cluster.deliver();
  const { queue_id } = await ask(follower, mia, 'POST', '/register');
  assert.match(queue_id, /-b$/);
  await waitUntil(() => app.users.byId(mia.id)!.unread_floor === id);
});

test('a turn that does not follow the last one is rejected, and changes nothing', async () => {
  const { cluster, follower, ada, mia } = await startTwo();
  cluster.delivers = false;
  await ask(cluster.writer, ada, 'POST', '/users/me/status', { status_text: 'one' });
  await ask(cluster.writer, mia, 'POST', '/users/me/status', { status_text: 'two' });
  const before = splitRows(follower);
  cluster.loseTurn();
  assert.throws(() => cluster.deliver(), /turn \d+ does not follow turn \d+/);
  assert.deepEqual(splitRows(follower), before);
});

test('nobody without the secret can forward requests or act as a process of the server', async () => {
  const { cluster, ada, mia } = await startTwo();
  const { url } = cluster.writer;
  const origin = JSON.stringify({ address: '127.0.0.1', protocol: 'https', host: 'x' });
  for (const path of ['/peer/listen', '/peer/turns?after=0', '/api/v1/users/me'])
    for (const token of ['', 'wrong!']) {
      const headers = { 'x-klatch-node': token, 'x-klatch-origin': origin, authorization: ada.authorization };
      const response = await fetch(url + path, { headers });
      assert.equal(response.status, 403);
    }
  const { status } = await ask(cluster.writer, mia, 'GET', '/users/me');
  assert.equal(status, 200);
});

test('a signature between processes is for one method, path and client, and for some minutes', (t) => {
  const [own, other] = [new PeerSignature('secret'), new PeerSignature('another')];
  const forwarded = { origin: { address: '192.0.2.7', protocol: 'https', host: 'klatch' }, reason: 'write' } as const;
  const signed = { method: 'POST', path: '/api/v1/messages', forwarded };
  const sendRequest = ({ method, path }: typeof signed, headers: object) =>
    ({ method, url: path, headers }) as unknown as IncomingMessage;
  const genuine = own.makeHeaders(signed);
  assert.ok(!JSON.stringify(genuine).includes('secret'));
  assert.deepEqual(own.findSender(sendRequest(signed, genuine)), forwarded);
  assert.equal(own.findSender(sendRequest(signed, {})), undefined);
  const call = { method: 'POST', path: '/peer/command' };
  assert.equal(own.findSender(sendRequest(call as typeof signed, own.makeHeaders(call))), 'process');
  const { 'x-klatch-node': signature, ...client } = genuine;
  const forgeries: [object, object][] = [
    [signed, other.makeHeaders(signed)],
    [{ ...signed, method: 'DELETE' }, genuine],
    [{ ...signed, path: '/api/v1/messages?x' }, genuine],
    [{ ...signed, path: '/peer/turns?after=0' }, genuine],
    [signed, { 'x-klatch-node': signature }],
    [signed, { ...genuine, 'x-klatch-reason': 'rewrite' }],
    [signed, { ...genuine, 'x-klatch-origin': JSON.stringify({ ...forwarded.origin, address: '127.0.0.1' }) }],
    [signed, { ...client, 'x-klatch-node': String(signature).replace(/^1/, '2') }],
    [signed, { ...client, 'x-klatch-node': 'secret' }],
    [signed, { ...client, 'x-klatch-node': '' }],
    // A client asks for a path of the processes, and one of them forwards that.
    [{ ...signed, path: '/peer/command' }, own.makeHeaders({ ...signed, path: '/peer/command' })],
    [signed, own.makeHeaders({ method: signed.method, path: signed.path })],
  ];
  for (const [request, headers] of forgeries)
    assert.throws(() => own.findSender(sendRequest(request as typeof signed, headers)), /no process of this server/);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 301_000 });
  assert.throws(() => own.findSender(sendRequest(signed, genuine)), /clocks/);
});

test('what a process forwards has no secret, no other header of the processes, and leaves the connection whole', async () => {
  const { cluster, follower, mia } = await startTwo();
  const received: IncomingHttpHeaders[] = [];
  cluster.writer.server.prependListener('request', ({ headers }: IncomingMessage) => received.push(headers));
  const head = `Host: klatch\r\nAuthorization: ${mia.authorization}\r\nX-Klatch-Control: x\r\nX-Klatch-Other: x\r\n`;
  for (const method of ['POST', 'DELETE', 'PATCH'])
    await sendRaw(follower.url, `${method} /api/v1/users/me/status HTTP/1.1\r\n${head}Expect: 100-continue\r\n\r\n`);
  await sendRaw(follower.url, `GET /login/ HTTP/1.1\r\n${head}Content-Length: 300\r\n\r\n`);
  await ask(follower, mia, 'POST', '/users/me/status', { status_text: 'here' });
  assert.ok(received.length >= 2);
  for (const headers of received) {
    assert.ok(!JSON.stringify(headers).includes('secret'));
    assert.ok(!('x-klatch-control' in headers) && !('x-klatch-other' in headers) && !('expect' in headers));
  }
});
