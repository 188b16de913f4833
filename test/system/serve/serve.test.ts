import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import {
  createAccount,
  runKlatch,
  sendRequest,
  startServer,
  temporaryFolder,
  withoutNativeModules,
} from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

const ANY_PORT = ['--listen', '127.0.0.1:0'];
const CREATE_ADA = ['user', 'create', 'ada@example.com', '--name', 'Ada'];

test('without a command the program serves, in a new folder that only its owner can access', async () => {
  const data = join(temporaryFolder(), 'deep', 'data');
  const server = await startServer(['--data', data, ...ANY_PORT]);
  assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await fetch(`${server.url}/api/v1/server_settings`)).status, 200);
  assert.equal(statSync(data).mode & 0o777, 0o700);
  assert.match(server.said.stderr, new RegExp(`Set up +${server.url}/setup#[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4} `));
  assert.equal(server.said.stdout, `listening on ${server.url}\n`);
  const { code } = await server.stop('SIGINT');
  assert.equal(code, 0);
  assert.deepEqual(withoutNativeModules(readdirSync(data)), ['klatch.db'], 'nothing but the database is left');
});

test('flags can also be environment variables, and a flag takes precedence', async () => {
  const data = temporaryFolder();
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
  const data = temporaryFolder();
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const { code, stderr } = await runKlatch(['serve', '--data', data, ...ANY_PORT]);
  assert.equal(code, 3);
  assert.ok(stderr.includes(`process ${server.pid}`), stderr);
  assert.equal((await fetch(`${server.url}/api/v1/server_settings`)).status, 200, 'the first is untouched');
  await server.stop();
});

test('a server in another container keeps its folder, although its process cannot be seen', {
  skip: process.platform !== 'linux',
}, async () => {
  const data = temporaryFolder();
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const lock = join(data, 'klatch.lock');
  // As another container would have written it: process ids say nothing there, and this address is not reachable.
  const moved = { ...JSON.parse(readFileSync(lock, 'utf8')), pid: 1, container: 'pid:[1]', url: 'http://127.0.0.1:1' };
  writeFileSync(lock, JSON.stringify(moved), { mode: 0o600 });
  const second = await runKlatch(['serve', '--data', data, ...ANY_PORT]);
  assert.equal(second.code, 3);
  assert.match(second.stderr, /in use by process 1 in another container/);
  const command = await runKlatch(['user', 'list', '--data', data]);
  assert.equal(command.code, 7);
  assert.match(command.stderr, /does not respond: it is in another container. Run the command there/);
  assert.equal((await fetch(`${server.url}/api/v1/server_settings`)).status, 200, 'the first is untouched');
  await server.stop('SIGKILL');
  await (await startServer(['--data', data, ...ANY_PORT])).stop();
});

test('after a crash the folder can be used at once', async () => {
  const data = temporaryFolder();
  const crashed = await startServer(['--data', data, ...ANY_PORT]);
  await crashed.stop('SIGKILL');
  assert.ok(existsSync(join(data, 'klatch.lock')));
  const next = await startServer(['--data', data, ...ANY_PORT]);
  assert.match(next.said.stderr, /did not stop cleanly last time; the database was checked and is intact/);
  await next.stop();
});

test('a zombie of a killed server does not block the next one', {
  skip: process.platform !== 'linux',
}, async () => {
  const data = temporaryFolder();
  // A parent that never reaps its child, as the first process of a container may be: by then it is `sleep`.
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] });
  after(() => parent.kill('SIGKILL'));
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
  await waitUntil(() => [parent.pid!, pid].every((one) => readFileSync(`/proc/${one}/comm`, 'utf8') === 'sleep\n'));
  process.kill(pid, 'SIGKILL');
  const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  await waitUntil(() => fields()[0] === 'Z');
  writeFileSync(
    join(data, 'klatch.lock'),
    JSON.stringify({ pid, began: fields()[19], url: 'http://127.0.0.1:1', token: 'x' }),
  );
  await (await startServer(['--data', data, ...ANY_PORT])).stop();
});

test('of several servers that start at once after a crash, one serves', async () => {
  const data = temporaryFolder();
  await (await startServer(['--data', data, ...ANY_PORT])).stop('SIGKILL');
  const starts = await Promise.allSettled([1, 2, 3].map(() => startServer(['--data', data, ...ANY_PORT])));
  const serving = starts.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  assert.equal(serving.length, 1);
  for (const one of starts)
    if (one.status === 'rejected') assert.match(String(one.reason), /ended with 3: .*in use by process/);
  await serving[0]!.stop();
  assert.deepEqual(withoutNativeModules(readdirSync(data)), ['klatch.db']);
});

test('only its owner can access the database, even in a folder readable by others', {
  skip: process.platform === 'win32',
}, async () => {
  const data = temporaryFolder();
  chmodSync(data, 0o755);
  const server = await startServer(['--data', data, ...ANY_PORT]);
  for (const name of ['klatch.db', 'klatch.db-wal', 'klatch.db-shm', 'klatch.lock'])
    assert.equal(statSync(join(data, name)).mode & 0o077, 0, name);
  await server.stop();
});

test('a stale lock whose process id belongs to another process now does not block anyone', async () => {
  const data = temporaryFolder();
  // This test's own process lives, but started at another time.
  writeFileSync(join(data, 'klatch.lock'), JSON.stringify({ pid: process.pid, began: '1' }));
  await (await startServer(['--data', data, ...ANY_PORT])).stop();
});

test('an error at the start is one line, with an exit code of its own', async () => {
  const data = temporaryFolder();
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const { port } = new URL(server.url);
  const holder = process.platform === 'linux' ? ` by \\S+ \\(process ${server.pid}\\)` : '';
  const refusals: [args: string[], code: number, line: RegExp][] = [
    [
      ['--data', temporaryFolder(), '--listen', `127.0.0.1:${port}`],
      1,
      new RegExp(`^klatch: Port ${port} on 127\\.0\\.0\\.1 is in use${holder}; choose another with --listen`),
    ],
    [['--data', temporaryFolder(), '--listen', '192.0.2.1:0'], 1, /^klatch: Cannot listen on 192\.0\.2\.1:0/],
    [['--data', join(data, 'klatch.db', 'below')], 1, /^klatch: The data folder .* cannot be used/],
    [['--data', '/proc/none/below'], 1, /^klatch: The data folder .* cannot be used/],
    [
      ['--data', join(data, 'long'.repeat(50), 'longer'.repeat(40), 'longest'.repeat(20))],
      1,
      /its path is too long for SQLite; choose another/,
    ],
    [['--listen', 'nowhere'], 2, /--listen must be HOST:PORT, :PORT, PORT or unix:\/PATH, not 'nowhere'/],
    [['--rate-limits', 'maybe'], 2, /rate-limits/],
    [['--public-url', 'chat.example'], 2, /http/],
    ...['/chat', '/chat/', '/?a=b', '/#a'].map((rest): [string[], number, RegExp] => [
      ['--public-url', `https://chat.example${rest}`],
      2,
      /--public-url must not have a path.*Use a host name of its own/,
    ]),
    [['--acme-contact', 'nobody'], 2, /--acme-contact must be an address/],
    [['--acme-key', 'not a key'], 2, /--acme-key must be base64url(?!.*not a key)/],
    [['--acme-key-id', 'key-1'], 2, /--acme-key-id and --acme-key must be used together/],
    [['--public-url', 'https://ada:word@chat.example'], 2, /--public-url must not have a user name/],
    [['serf'], 2, /No such command: serf/],
  ];
  await Promise.all(
    refusals.map(async ([args, code, line]) => {
      const ended = await runKlatch(args);
      assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`);
      assert.match(ended.stderr, line);
      assert.equal(ended.stdout, '');
    }),
  );
  await server.stop();
});

test('npm start needs no home folder and no right to write to the project', {
  skip: process.platform === 'win32' || process.env.KLATCH_PROGRAM !== undefined,
}, async (t) => {
  const temporary = temporaryFolder();
  const main = readOnlyProject(join(temporary, 'project'));
  mkdirSync(join(temporary, 'others'));
  // Root can write everywhere, so another user runs it.
  const isRoot = process.getuid!() === 0;
  if (isRoot) chownSync(join(temporary, 'others'), 65534, 65534);
  chmodSync(temporary, 0o755);
  const wrapper = [
    ...['env', '--unset=HOME', `TMPDIR=${join(temporary, 'others')}`],
    ...(isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []),
  ];
  const data = join(temporary, 'others/data');
  const server = await startServer(['--data', data, ...ANY_PORT], { wrapper, main }).catch((error: Error) => error);
  if (server instanceof Error && /EACCES.*node|Permission denied/.test(server.message))
    return t.skip('others may not run it here');
  if (server instanceof Error) throw server;
  const created = await runKlatch([...CREATE_ADA, '--data', data], { wrapper, main });
  assert.equal(created.code, 0, created.stderr);
  assert.equal((await server.stop()).code, 0);
});

/** A copy of the project whose cache is empty and cannot be written. Returns its main script. */
function readOnlyProject(folder: string): string {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  for (const name of ['src', 'scripts', 'schema.sql', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, '.cache'), { mode: 0o555 });
  return join(folder, 'scripts/start.mjs');
}

test('commands find the server of this machine beside a proxy for all requests', async () => {
  const data = temporaryFolder();
  const proxy = { NODE_USE_ENV_PROXY: '1', http_proxy: 'http://127.0.0.1:9', no_proxy: '', NO_PROXY: '' };
  const server = await startServer(['--data', data, ...ANY_PORT], { env: proxy });
  const created = await runKlatch([...CREATE_ADA, '--data', data], { env: proxy });
  assert.equal(created.code, 0, created.stderr);
  await server.stop();
});

test('an unreadable folder is reported as unreadable, not as empty', {
  skip: process.platform === 'win32',
}, async (t) => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  // Root can read everything, so another user runs it.
  const wrapper = process.getuid!() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : [];
  chmodSync(data, 0);
  const { code, stderr } = await runKlatch(['user', 'list', '--data', data], { wrapper });
  chmodSync(data, 0o700);
  if (code === 126 || code === 127) return t.skip('others may not run it here');
  assert.match(
    stderr,
    /^klatch: The data folder \S+ cannot be read\. Run the command as the folder's owner or as root \(EACCES/,
  );
  assert.equal(code, 1);
});

test('a database made by a newer Klatch is not modified: exit code 4', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada');
  const file = join(data, 'klatch.db');
  const newer = new Sqlite(file);
  newer.pragma('user_version = 1000');
  newer.close();
  const { code, stderr } = await runKlatch(['--data', data, ...ANY_PORT]);
  assert.equal(code, 4);
  assert.match(stderr, /newer Klatch/);
  assert.doesNotMatch(stderr, /To go back/);
  assert.ok(!existsSync(join(data, 'klatch.lock')));
  for (const repair of [[], ['--repair']])
    assert.equal((await runKlatch(['check', '--data', data, ...repair])).code, 4);
});

test('a version that is older than its database names the copy that it can use', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada');
  const file = join(data, 'klatch.db');
  mkdirSync(join(data, 'backups'));
  copyFileSync(file, join(data, 'backups/pre-9.0.0.db'));
  const newer = new Sqlite(file);
  newer.pragma('user_version = 1000');
  newer.close();
  copyFileSync(file, join(data, 'backups/pre-9.1.0.db'));
  const { code, stderr } = await runKlatch(['--data', data, ...ANY_PORT]);
  assert.equal(code, 4);
  const [, copy = ''] = /To go back, .*delete klatch\.db-wal and .*copy (\S+) over klatch\.db/.exec(stderr) ?? [];
  assert.equal(copy, join(data, 'backups/pre-9.0.0.db'), stderr);
  copyFileSync(copy, file);
  const back = await startServer(['--data', data, ...ANY_PORT]);
  await back.stop();
});

test('Ctrl+C that arrives twice, from the terminal and from npm, counts as one signal', async () => {
  const data = temporaryFolder();
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const ada = await createAccount(data, 'Ada', '--owner');
  const { queue_id } = (await sendRequest(server.url, ada, 'POST', '/register', { event_types: ['message'] })).reply;
  // The process is paused until both signals are pending. Otherwise they may be too far apart on a busy machine.
  for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM'] as const) process.kill(server.pid, signal);
  assert.equal((await server.stop('SIGCONT')).code, 0);
  const next = await startServer(['--data', data, ...ANY_PORT]);
  const { reply } = await sendRequest(next.url, ada, 'GET', '/events', {
    queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  assert.equal(reply.result, 'success', 'the queue was kept');
  await next.stop();
});

test('a second signal immediately ends a server that still waits for a slow client', async () => {
  const stoppedTwice = async () => {
    const server = await startServer(['--data', temporaryFolder(), ...ANY_PORT]);
    const { hostname, port } = new URL(server.url);
    const slow = connect(Number(port), hostname);
    slow.on('error', () => {});
    const half = 'POST /api/v1/messages HTTP/1.1\r\nHost: klatch\r\nContent-Length: 10\r\n\r\n1';
    await new Promise((resolve) => slow.write(half, resolve));
    process.kill(server.pid, 'SIGTERM');
    await waitUntil(() => server.said.stderr.includes('stopping'));
    await setTimeout(600);
    return (await server.stop('SIGTERM')).code;
  };
  // The wait lasts three seconds. If the machine paused longer, the server ended normally.
  let code = await stoppedTwice();
  for (let tries = 0; tries < 5 && code === 0; tries++) code = await stoppedTwice();
  assert.equal(code, 1);
});

test('queues continue without a gap over a planned restart and a crash', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const mia = await createAccount(data, 'Mia');
  const tell = (url: string, content: string) =>
    sendRequest(url, ada, 'POST', '/messages', { type: 'direct', to: [mia.user_id], content });

  const before = await startServer(['--data', data, ...ANY_PORT]);
  const { queue_id } = (
    await sendRequest(before.url, mia, 'POST', '/register', {
      event_types: ['message', 'restart'],
      apply_markdown: false,
    })
  ).reply;
  await tell(before.url, 'one');
  await tell(before.url, 'two');
  const first = (
    await sendRequest(before.url, mia, 'GET', '/events', { queue_id, last_event_id: -1, dont_block: true })
  ).reply;
  assert.deepEqual(told(first), [
    [0, 'one'],
    [1, 'two'],
  ]);
  await tell(before.url, 'three');
  assert.equal((await before.stop()).code, 0);

  const after = await startServer(['--data', data, ...ANY_PORT]);
  await tell(after.url, 'four');
  const second = (await sendRequest(after.url, mia, 'GET', '/events', { queue_id, last_event_id: 0, dont_block: true }))
    .reply;
  assert.deepEqual(told(second), [
    [1, 'two'],
    [2, 'three'],
    [3, 'restart'],
    [4, 'four'],
  ]);

  await after.stop('SIGKILL');
  const again = await startServer(['--data', data, ...ANY_PORT]);
  await tell(again.url, 'five');
  const third = await sendRequest(again.url, mia, 'GET', '/events', { queue_id, last_event_id: 3, dont_block: true });
  assert.deepEqual(
    told(third.reply),
    [
      [4, 'four'],
      [5, 'restart'],
      [6, 'five'],
    ],
    'a crash is like a restart',
  );
  await again.stop();
});

const told = ({ events }: { events: any[] }): [number, string][] =>
  events.map(({ id, type, message }) => [id, message?.content ?? type]);
