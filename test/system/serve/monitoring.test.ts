import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs, { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { selfSigned } from '../../support/acme.ts';
import { assertFollowsRules, metricValue } from '../../support/metrics.ts';
import { freePort } from '../../support/port.ts';
import { createAccount, runKlatch, sendRequest, startServer, temporaryFolder } from '../../support/process.ts';
import { newTeam } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const ANY_PORT = ['--listen', '127.0.0.1:0'];

test('/health is public and reveals nothing else', async () => {
  const server = await startServer(['--data', temporaryFolder(), ...ANY_PORT]);
  const reply = await fetch(`${server.url}/health`);
  assert.equal(reply.status, 200);
  assert.deepEqual(await reply.json(), { status: 'ok', version: '0.1.0', db: 'ok' });
  assert.equal((await fetch(`${server.url}/health`, { method: 'HEAD' })).status, 200);
  await server.stop();
});

test('requests during the start wait, and signals for a running server do not end a starting one', async () => {
  const port = await freePort();
  const starting = startServer(['--data', temporaryFolder(), '--listen', `127.0.0.1:${port}`]);
  assert.equal((await firstResponse(`http://127.0.0.1:${port}/api/v1/server_settings`)).status, 200);
  const server = await starting;
  for (const signal of ['SIGUSR1', 'SIGHUP', 'SIGUSR2'] as const) process.kill(server.pid, signal);
  await waitUntil(() =>
    ['SIGUSR1 is ignored', 'reloaded the configuration', 'backup made'].every((said) =>
      server.said.stderr.includes(said),
    ),
  );
  assert.doesNotMatch(server.said.stderr, /[Dd]ebugger/);
  assert.equal((await server.stop()).code, 0);
});

test('while a database is checked after a crash, /health returns "starting" and requests wait', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const database = join(data, 'klatch.db');
  truncateSync(database, 2 ** 26);
  // The state after a crash, locked for as long as this test needs.
  const holder = new Sqlite(database);
  holder.pragma('locking_mode = EXCLUSIVE');
  holder.exec('CREATE TABLE held (by_test); DROP TABLE held');
  const url = `http://127.0.0.1:${await freePort()}`;
  const starting = startServer(['--data', data, '--listen', url.slice(7)]);
  const early = await firstResponse(`${url}/health`);
  assert.equal(early.status, 503);
  assert.deepEqual(await early.json(), { status: 'starting', version: '0.1.0', db: 'starting' });
  const waiting = fetch(`${url}/api/v1/server_settings`);
  holder.close();
  assert.equal((await waiting).status, 200);
  assert.equal((await fetch(`${url}/health`)).status, 200);
  const { code, stderr } = await (await starting).stop();
  assert.equal(code, 0);
  assert.match(stderr, /preparing the database/);
});

/** The first response. Connections are refused until the listeners start, and never afterwards. */
async function firstResponse(url: string): Promise<Response> {
  for (;;) {
    const answered = await fetch(url).catch(() => wait(5).then(() => undefined));
    if (answered) return answered;
  }
}

/** Names of metrics in expressions of Prometheus. */
const METRICS = /\b(?:klatch|process)_[a-z]\w*/g;

test('metrics have the duration of requests by kind, the backups and the certificates', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const { cert, key } = selfSigned(temporaryFolder(), 'chat', ['chat.example.com']);
  const more = ['--tls-cert', cert, '--tls-key', key, '--http-listen', '127.0.0.1:0', '--metrics', 'on'];
  const server = await startServer(['--data', data, ...ANY_PORT, ...more]);
  const { url } = JSON.parse(readFileSync(join(data, 'klatch.lock'), 'utf8')) as { url: string };
  const read = async () => (await fetch(`${url}/metrics`)).text();
  const before = await read();
  assertFollowsRules(before);
  assert.doesNotMatch(before, /^klatch_backup_(age_seconds|succeeded) /m, 'there is no backup yet');
  const days = metricValue(before, 'klatch_certificate_remaining_seconds{name="chat.example.com"}') / 86_400;
  assert.ok(days > 0 && days < 1000, String(days));
  await sendRequest(url, ada, 'POST', '/register', { event_types: ['message'] });
  await sendRequest(url, ada, 'POST', '/messages', { type: 'direct', to: [ada.user_id], content: 'a note' });
  for (const path of ['/', '/static/client/nothing', '/nowhere/1', '/nowhere/2', '/api/v1/nowhere'])
    await fetch(url + path);
  process.kill(server.pid, 'SIGUSR2');
  await waitUntil(() => server.said.stderr.includes('backup made'));
  const text = await read();
  assertFollowsRules(text);
  assert.equal(metricValue(text, 'klatch_backup_succeeded'), 1);
  assert.ok(metricValue(text, 'klatch_backup_age_seconds') < 600);
  for (const kind of ['register', 'send', 'page', 'file', 'api'])
    assert.ok(metricValue(text, `klatch_http_request_seconds_count{kind="${kind}"}`) >= 1, kind);
  assert.doesNotMatch(text, /nowhere/, 'what clients ask for makes no labels');
  for (const file of ['alerts.yaml', 'grafana.json'])
    for (const [metric] of readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8').matchAll(METRICS))
      assert.match(text, new RegExp(`^${metric}[ {]`, 'm'), `${file}: ${metric}`);
  rmSync(join(data, 'backups'), { recursive: true });
  writeFileSync(join(data, 'backups'), 'no folder');
  process.kill(server.pid, 'SIGUSR2');
  await waitUntil(async () => metricValue(await read(), 'klatch_backup_succeeded') === 0);
  await server.stop();
});

test('metrics follow the rules of Prometheus for names, types and labels', async () => {
  const server = await startServer(['--data', temporaryFolder(), ...ANY_PORT, '--metrics', 'on']);
  const text = await (await fetch(`${server.url}/metrics`)).text();
  await server.stop();
  assertFollowsRules(text);
  assert.ok(metricValue(text, 'process_open_fds') > 5);
  assert.equal(metricValue(text, 'klatch_processes'), 1);
});

test('/health fails when the disk is full', async (t) => {
  const { team } = newTeam();
  const asked = async () => {
    const reply = await fetch(`${await team.url}/health`);
    return [reply.status, ((await reply.json()) as { status: string }).status];
  };
  assert.deepEqual(await asked(), [200, 'ok']);
  t.mock.method(fs, 'statfsSync', () => ({ bavail: 100, bsize: 4096 }));
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  assert.deepEqual(await asked(), [503, 'disk full']);
});

test('a failed start leaves nothing to check afterwards', async () => {
  const data = temporaryFolder();
  await (await startServer(['--data', data, ...ANY_PORT])).stop();
  assert.equal((await runKlatch(['--data', data, '--listen', '192.0.2.1:0'])).code, 1);
  const again = await startServer(['--data', data, ...ANY_PORT]);
  assert.doesNotMatch((await again.stop()).stderr, /good order/);
});

test('/health fails while the server stops, so that load balancers send users elsewhere', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const [slow, watching] = await Promise.all([connected(server.url), connected(server.url)]);
  // The stop waits for the response to an incomplete request.
  const key = Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64');
  slow.write(
    `POST /api/v1/typing HTTP/1.1\r\nHost: klatch\r\nAuthorization: Basic ${key}\r\nContent-Length: 5\r\n\r\nop`,
  );
  const health = 'GET /health HTTP/1.1\r\nHost: klatch\r\n\r\n';
  watching.write(health);
  await once(watching, 'data');
  const stopped = server.stop();
  await waitUntil(() => server.said.stderr.includes('stopping'));
  watching.write(health);
  const text = (await buffer(watching)).toString();
  assert.match(text, /^HTTP\/1\.1 503 /);
  assert.match(text, /"status":"stopping"/);
  slow.write('=x&');
  assert.match((await buffer(slow)).toString(), /^HTTP\/1\.1 400 /);
  assert.equal((await stopped).code, 0);
});

async function connected(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

test('metrics are served if the operator turns them on, to this machine only', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const plain = await startServer(['--data', data, ...ANY_PORT]);
  assert.equal((await fetch(`${plain.url}/metrics`)).status, 404, 'off unless asked for');
  await plain.stop();

  const server = await startServer(['--data', data, ...ANY_PORT, '--metrics', 'on']);
  await sendRequest(server.url, ada, 'POST', '/register', { event_types: ['message'] });
  await sendRequest(server.url, ada, 'POST', '/messages', { type: 'direct', to: [ada.user_id], content: 'a note' });
  const reply = await fetch(`${server.url}/metrics`);
  assert.match(reply.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
  const text = await reply.text();
  for (const line of text.trimEnd().split('\n'))
    assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+)$/, line);
  assert.equal(metricValue(text, 'klatch_healthy'), 1);
  assert.equal(metricValue(text, 'klatch_event_queues'), 1);
  assert.equal(metricValue(text, 'klatch_people_active'), 1);
  assert.ok(metricValue(text, 'klatch_http_requests_total{method="POST",status="2xx"}') >= 2);
  assert.ok(metricValue(text, 'klatch_commit_seconds_count') >= 2);
  assert.equal(
    metricValue(text, 'klatch_commit_seconds_bucket{le="+Inf"}'),
    metricValue(text, 'klatch_commit_seconds_count'),
  );
  assert.ok(metricValue(text, 'klatch_database_bytes{file="klatch.db"}') > 0);
  assert.ok(!text.includes('example.com'), 'nothing of anybody');
  // A proxy on this machine that forwards requests of others.
  for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP'])
    assert.equal((await fetch(`${server.url}/metrics`, { headers: { [name]: '192.0.2.7' } })).status, 403, name);
  assert.equal((await fetch(`${server.url}/metrics`, { headers: { Authorization: 'Bearer guessed' } })).status, 403);
  await server.stop();
});

test('metrics are served to anyone with the token', async () => {
  const env = { KLATCH_METRICS_TOKEN: 'scrape-me-4711' };
  const server = await startServer(['--data', temporaryFolder(), ...ANY_PORT], { env });
  const asked = async (headers: Record<string, string>) => (await fetch(`${server.url}/metrics`, { headers })).status;
  assert.equal(await asked({ Authorization: 'Bearer scrape-me-4711', 'X-Forwarded-For': '192.0.2.7' }), 200);
  assert.equal(await asked({ Authorization: 'Bearer scrape-me-4712' }), 403);
  assert.equal(await asked({}), 403);
  await server.stop();
  assert.ok(!server.said.stderr.includes('scrape-me'));
});

/** Limits the open files of a command and of what it starts. */
const withOpenFiles = (most: number): string[] => ['sh', '-c', `ulimit -n ${most}; exec "$@"`, 'sh'];

test('a server whose file descriptors are used up logs it, and when there are some again', async () => {
  const wrapper = withOpenFiles(120);
  const server = await startServer(['--data', temporaryFolder(), ...ANY_PORT], { wrapper });
  const { hostname, port } = new URL(server.url);
  const sockets = Array.from({ length: 200 }, () => connect(Number(port), hostname).on('error', () => {}));
  await waitUntil(() => server.said.stderr.includes('no file descriptor is left'));
  assert.match(server.said.stderr, /EMFILE/);
  for (const socket of sockets) socket.destroy();
  await waitUntil(() => server.said.stderr.includes('there are file descriptors again'));
  assert.equal((await fetch(`${server.url}/health`)).status, 200);
  await server.stop();
});

test('doctor shows how many files the running server may open, not how many doctor may', async () => {
  const data = temporaryFolder();
  const report = async () => (await runKlatch(['doctor', '--data', data], { wrapper: withOpenFiles(3000) })).stdout;
  const server = await startServer(['--data', data, ...ANY_PORT], { wrapper: withOpenFiles(2000) });
  assert.match(await report(), new RegExp(`! open files +at most 2000 for the server, process ${server.pid}`));
  await server.stop();
  assert.match(await report(), /! open files +at most 3000 for a server started from this shell/);
});
