import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { ask, createAccount, folder, klatch, lasting, startServer } from '../../support/process.ts';
import { until } from '../../support/until.ts';

const ANY_PORT = ['--listen', '127.0.0.1:0'];

test('without a command it serves, in a new folder that is its owner’s alone', async () => {
  const data = join(folder(), 'deep', 'data');
  const server = await startServer(['--data', data, ...ANY_PORT]);
  assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await fetch(`${server.url}/api/v1/server_settings`)).status, 200);
  assert.equal(statSync(data).mode & 0o777, 0o700);
  assert.match(server.said.stderr, new RegExp(`Set up +${server.url}/setup#[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4} `));
  assert.equal(server.said.stdout, `listening on ${server.url}\n`);
  const { code } = await server.stop('SIGINT');
  assert.equal(code, 0);
  assert.deepEqual(lasting(readdirSync(data)), ['klatch.db'], 'nothing but the database is left');
});

test('flags are variables of the environment too, and a flag wins', async () => {
  const data = folder();
  const env = {
    KLATCH_DATA: data,
    KLATCH_LISTEN: '192.0.2.1:80',
    KLATCH_LOG_LEVEL: 'silent',
    KLATCH_RATE_LIMITS: 'off',
    KLATCH_PUBLIC_URL: 'https://chat.example',
  };
  const server = await startServer(ANY_PORT, { env });
  assert.ok(existsSync(join(data, 'klatch.db')));
  const { headers, settings } = await fetch(`${server.url}/api/v1/server_settings`).then(async (r) => ({
    headers: r.headers,
    settings: (await r.json()) as any,
  }));
  assert.equal(headers.get('x-ratelimit-limit'), null);
  assert.equal(settings.realm_url, 'https://chat.example');
  await server.stop();
  assert.doesNotMatch(server.said.stderr, /"level"/, 'a silent log');
});

test('a second server on the same folder exits with 3 and names the first one’s process', async () => {
  const data = folder();
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const { code, stderr } = await klatch(['serve', '--data', data, ...ANY_PORT]);
  assert.equal(code, 3);
  assert.ok(stderr.includes(`process ${server.pid}`), stderr);
  assert.equal((await fetch(`${server.url}/api/v1/server_settings`)).status, 200, 'the first is untouched');
  await server.stop();
});

test('after a crash the folder is free at once', async () => {
  const data = folder();
  const crashed = await startServer(['--data', data, ...ANY_PORT]);
  await crashed.stop('SIGKILL');
  assert.ok(existsSync(join(data, 'klatch.lock')));
  const next = await startServer(['--data', data, ...ANY_PORT]);
  assert.match(next.said.stderr, /did not end in good order; the database was looked through and is whole/);
  await next.stop();
});

test('what a killed server leaves in the process table does not keep the next one out', {
  skip: process.platform !== 'linux',
}, async () => {
  const data = folder();
  // A parent that never asks how its child ended, as the first process of a container may be: by then it is `sleep`.
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] });
  after(() => parent.kill('SIGKILL'));
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
  await until(() => [parent.pid!, pid].every((one) => readFileSync(`/proc/${one}/comm`, 'utf8') === 'sleep\n'));
  process.kill(pid, 'SIGKILL');
  const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  await until(() => fields()[0] === 'Z');
  writeFileSync(
    join(data, 'klatch.lock'),
    JSON.stringify({ pid, began: fields()[19], url: 'http://127.0.0.1:1', token: 'x' }),
  );
  await (await startServer(['--data', data, ...ANY_PORT])).stop();
});

test('of several that start at once after a crash, one serves', async () => {
  const data = folder();
  await (await startServer(['--data', data, ...ANY_PORT])).stop('SIGKILL');
  const starts = await Promise.allSettled([1, 2, 3].map(() => startServer(['--data', data, ...ANY_PORT])));
  const serving = starts.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  assert.equal(serving.length, 1);
  for (const one of starts)
    if (one.status === 'rejected') assert.match(String(one.reason), /ended with 3: .*in use by process/);
  await serving[0]!.stop();
  assert.deepEqual(lasting(readdirSync(data)), ['klatch.db']);
});

test('the database is its owner’s alone, in a folder that others may look into, too', {
  skip: process.platform === 'win32',
}, async () => {
  const data = folder();
  chmodSync(data, 0o755);
  const server = await startServer(['--data', data, ...ANY_PORT]);
  for (const name of ['klatch.db', 'klatch.db-wal', 'klatch.db-shm', 'klatch.lock'])
    assert.equal(statSync(join(data, name)).mode & 0o077, 0, name);
  await server.stop();
});

test('a lock left behind, whose process number is somebody else’s now, does not keep anyone out', async () => {
  const data = folder();
  // This very test's process lives, but began at another time.
  writeFileSync(join(data, 'klatch.lock'), JSON.stringify({ pid: process.pid, began: '1' }));
  await (await startServer(['--data', data, ...ANY_PORT])).stop();
});

test('what keeps it from starting is said in a line, with the exit code for it', async () => {
  const data = folder();
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const { port } = new URL(server.url);
  const holder = process.platform === 'linux' ? ` by \\S+ \\(process ${server.pid}\\)` : '';
  const refusals: [args: string[], code: number, line: RegExp][] = [
    [
      ['--data', folder(), '--listen', `127.0.0.1:${port}`],
      1,
      new RegExp(`^klatch: Port ${port} on 127\\.0\\.0\\.1 is in use${holder}; choose another with --listen`),
    ],
    [['--data', folder(), '--listen', '192.0.2.1:0'], 1, /^klatch: Cannot listen on 192\.0\.2\.1:0/],
    [['--data', join(data, 'klatch.db', 'below')], 1, /^klatch: The data folder .* cannot be used/],
    [['--data', '/proc/none/below'], 1, /^klatch: The data folder .* cannot be used/],
    [
      ['--data', join(data, 'long'.repeat(50), 'longer'.repeat(40), 'longest'.repeat(20))],
      1,
      /its path is too long for SQLite; name another/,
    ],
    [['--listen', 'nowhere'], 2, /--listen must be HOST:PORT, :PORT, PORT or unix:\/PATH, not 'nowhere'/],
    [['--rate-limits', 'maybe'], 2, /rate-limits/],
    [['--public-url', 'chat.example'], 2, /http/],
    [['serf'], 2, /There is no command 'serf'/],
  ];
  await Promise.all(
    refusals.map(async ([args, code, line]) => {
      const ended = await klatch(args);
      assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`);
      assert.match(ended.stderr, line);
      assert.equal(ended.stdout, '');
    }),
  );
  await server.stop();
});

test('who may not look into the folder is told so, not that it is empty', {
  skip: process.platform === 'win32',
}, async (t) => {
  const data = folder();
  await createAccount(data, 'Ada', '--owner');
  // Root may look everywhere, so somebody else does.
  const under = process.getuid!() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : [];
  chmodSync(data, 0);
  const { code, stderr } = await klatch(['user', 'list', '--data', data], { under });
  chmodSync(data, 0o700);
  if (code === 126 || code === 127) return t.skip('others may not run it here');
  assert.match(stderr, /^klatch: The data folder \S+ cannot be looked into; be the user whose it is, or root \(EACCES/);
  assert.equal(code, 1);
});

test('a database made by a newer Klatch is not touched: exit code 4', async () => {
  const data = folder();
  await createAccount(data, 'Ada');
  const file = join(data, 'klatch.db');
  const newer = new Sqlite(file);
  newer.pragma('user_version = 1000');
  newer.close();
  const { code, stderr } = await klatch(['--data', data, ...ANY_PORT]);
  assert.equal(code, 4);
  assert.match(stderr, /newer Klatch/);
  assert.ok(!existsSync(join(data, 'klatch.lock')));
  for (const repair of [[], ['--repair']]) assert.equal((await klatch(['check', '--data', data, ...repair])).code, 4);
});

test('Ctrl+C that comes twice at once, from the terminal and from npm, is one signal', async () => {
  const data = folder();
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const ada = await createAccount(data, 'Ada', '--owner');
  const { queue_id } = (await ask(server.url, ada, 'POST', '/register', { event_types: ['message'] })).reply;
  // It is asleep until both are there: so close together they never come by themselves on a busy machine.
  for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM'] as const) process.kill(server.pid, signal);
  assert.equal((await server.stop('SIGCONT')).code, 0);
  const next = await startServer(['--data', data, ...ANY_PORT]);
  const { reply } = await ask(next.url, ada, 'GET', '/events', { queue_id, last_event_id: -1, dont_block: true });
  assert.equal(reply.result, 'success', 'the queue was kept');
  await next.stop();
});

test('a second signal ends a server at once that still waits for a slow client', async () => {
  const stoppedTwice = async () => {
    const server = await startServer(['--data', folder(), ...ANY_PORT]);
    const { hostname, port } = new URL(server.url);
    const slow = connect(Number(port), hostname);
    slow.on('error', () => {});
    const half = 'POST /api/v1/messages HTTP/1.1\r\nHost: klatch\r\nContent-Length: 10\r\n\r\n1';
    await new Promise((resolve) => slow.write(half, resolve));
    process.kill(server.pid, 'SIGTERM');
    await until(() => server.said.stderr.includes('stopping'));
    await setTimeout(600);
    return (await server.stop('SIGTERM')).code;
  };
  // It waits three seconds; where the machine let us sleep longer, it ended as it should.
  let code = await stoppedTwice();
  for (let tries = 0; tries < 5 && code === 0; tries++) code = await stoppedTwice();
  assert.equal(code, 1);
});

test('queues go on over a planned restart without a gap', async () => {
  const data = folder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const mia = await createAccount(data, 'Mia');
  const tell = (url: string, content: string) =>
    ask(url, ada, 'POST', '/messages', { type: 'direct', to: [mia.user_id], content });

  const before = await startServer(['--data', data, ...ANY_PORT]);
  const { queue_id } = (
    await ask(before.url, mia, 'POST', '/register', { event_types: ['message', 'restart'], apply_markdown: false })
  ).reply;
  await tell(before.url, 'one');
  await tell(before.url, 'two');
  const first = (await ask(before.url, mia, 'GET', '/events', { queue_id, last_event_id: -1, dont_block: true })).reply;
  assert.deepEqual(told(first), [
    [0, 'one'],
    [1, 'two'],
  ]);
  await tell(before.url, 'three');
  assert.equal((await before.stop()).code, 0);

  const after = await startServer(['--data', data, ...ANY_PORT]);
  await tell(after.url, 'four');
  const second = (await ask(after.url, mia, 'GET', '/events', { queue_id, last_event_id: 0, dont_block: true })).reply;
  assert.deepEqual(told(second), [
    [1, 'two'],
    [2, 'three'],
    [3, 'restart'],
    [4, 'four'],
  ]);

  await after.stop('SIGKILL');
  const again = await startServer(['--data', data, ...ANY_PORT]);
  const lost = await ask(again.url, mia, 'GET', '/events', { queue_id, last_event_id: 4, dont_block: true });
  assert.equal(
    lost.reply.code,
    'BAD_EVENT_QUEUE_ID',
    'after a crash a client starts anew rather than hear things twice',
  );
  await again.stop();
});

const told = ({ events }: { events: any[] }): [number, string][] =>
  events.map(({ id, type, message }) => [id, message?.content ?? type]);
