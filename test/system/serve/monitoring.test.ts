import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs, { truncateSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { freePort } from '../../support/port.ts';
import { createAccount, runKlatch, sendRequest, startServer, temporaryFolder } from '../../support/process.ts';
import { newTeam } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const ANY_PORT = ['--listen', '127.0.0.1:0'];

/** The value of one metric. */
function metricValue(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  assert.ok(line, `${name} in\n${text}`);
  return Number(line.slice(name.length + 1));
}

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

test('metrics follow the rules of Prometheus for names, types and labels', async () => {
  const server = await startServer(['--data', temporaryFolder(), ...ANY_PORT, '--metrics', 'on']);
  const text = await (await fetch(`${server.url}/metrics`)).text();
  await server.stop();
  const lines = text.trimEnd().split('\n');
  const types = new Map(
    lines.flatMap((line) => [...line.matchAll(/^# TYPE (\S+) (\S+)$/g)].map(([, ...one]) => one as [string, string])),
  );
  const series = lines.filter((line) => !line.startsWith('#')).map((line) => line.replace(/ [^ ]+$/, ''));
  assert.deepEqual(series, [...new Set(series)], 'no series twice');
  assert.equal(lines.filter((line) => /^# (HELP \S+ \S|TYPE)/.test(line)).length, types.size * 2);
  for (const one of series) {
    const [name, labels = ''] = one.split(/[{}]/) as [string, string?];
    const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    const type = types.get(family);
    assert.ok(type, `${name} has a type`);
    assert.equal(family.endsWith('_total'), type === 'counter', name);
    assert.equal(/(^|,)le=/.test(labels), name.endsWith('_bucket') && type === 'histogram', one);
    assert.equal(/(^|,)quantile=/.test(labels), type === 'summary', one);
    assert.doesNotMatch(family, /[A-Z:]|_(gauge|counter|ms|milliseconds|minutes|kib|mib)$/, 'base units, snake case');
  }
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
