import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { connect, createServer as createTcpServer } from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { inNetworks } from '../../../src/kernel/http/own-addresses.ts';
import { listen } from '../../../src/server/listeners/listen.ts';
import { createAccount, runKlatch, startCommand, startServer, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

const hasIpv6 = async (): Promise<boolean> => {
  const server = createTcpServer().listen(0, '::1');
  return once(server, 'listening').then(
    () => Boolean(server.close()),
    () => false,
  );
};

test('a server on :PORT answers over IPv4 and IPv6', async (t) => {
  const server = await startServer(['--data', temporaryFolder(), '--listen', ':0']);
  const { port } = new URL(server.url);
  assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200);
  if (await hasIpv6()) assert.equal((await fetch(`http://[::1]:${port}/health`)).status, 200);
  else t.diagnostic('this machine has no IPv6');
  await server.stop();
});

test('a server on :PORT listens only on IPv4 if the machine has no IPv6', async (t) => {
  const server = createServer();
  t.after(() => server.close());
  const bind = server.listen.bind(server) as (options: object) => typeof server;
  t.mock.method(server, 'listen', (options: { host: string }) => {
    if (options.host !== '::') return bind(options);
    setImmediate(() => server.emit('error', Object.assign(new Error('no IPv6'), { code: 'EAFNOSUPPORT' })));
    return server;
  });
  await listen(server, { host: '::', port: 0 }, '--listen');
  assert.equal((server.address() as { family: string }).family, 'IPv4');
});

test('the list of own addresses is empty if the system does not return any', (t: TestContext) => {
  t.mock.method(os, 'networkInterfaces', () => {
    throw new Error('uv_interface_addresses returned Unknown system error 97');
  });
  syncBuiltinESMExports();
  t.after(syncBuiltinESMExports);
  assert.deepEqual(inNetworks('http://localhost:9991'), []);
});

test('the systemd unit allows all address families the server uses', () => {
  const unit = readFileSync(new URL('../../../docs/klatch.service', import.meta.url), 'utf8');
  const [, families = ''] = /^RestrictAddressFamilies=(.*)$/m.exec(unit) ?? [];
  assert.deepEqual(families.split(' ').toSorted(), ['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_UNIX']);
});

/** Sends a GET request over a Unix socket. */
async function get(socketPath: string, path: string, headers: Record<string, string> = {}) {
  const asked = request({ socketPath, path, headers: { Host: 'chat.example.com', ...headers } }).end();
  const [response] = await once(asked, 'response');
  return { status: response.statusCode as number, body: await text(response) };
}

const noSockets = process.platform === 'win32' && 'Windows has no Unix sockets';

test('a server on a Unix socket serves proxies, commands and clients there', { skip: noSockets }, async () => {
  const data = temporaryFolder();
  const path = join(temporaryFolder(), 'klatch.sock');
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = startCommand([
    ...['--data', data, '--listen', `unix:${path}`, '--behind-proxy', '--log-level', 'debug'],
    ...['--public-url', 'https://chat.example.com'],
  ]);
  await waitUntil(
    () => server.said.stdout.includes(`listening on unix:${path}\n`),
    () => server.said.stderr,
  );
  assert.equal(statSync(path).mode & 0o777, 0o660);
  const settings = await get(path, '/api/v1/server_settings', { 'X-Forwarded-For': '203.0.113.9' });
  assert.equal(JSON.parse(settings.body).realm_url, 'https://chat.example.com');
  await waitUntil(() => server.said.stderr.includes('"ip":"203.0.113.9"'));

  const health = await runKlatch(['healthcheck', '--data', data]);
  assert.deepEqual([health.code, health.stderr], [0, `unix:${path} is healthy\n`]);
  assert.equal((await runKlatch(['healthcheck', '--url', `unix:${path}`])).code, 0);
  const listed = await runKlatch(['user', 'list', '--data', data, '--json']);
  assert.match(listed.stderr, /through the server running on it/);
  const tail = startCommand(['tail', '--data', data, '--as', ada.email, '--last', '1', '--count', '2']);
  await waitUntil(() => tail.said.stdout.includes('Welcome Bot'));
  const sent = await runKlatch(['send', 'hello', '--to', ada.email, '--data', data, '--as', ada.email]);
  assert.equal(sent.code, 0, sent.stderr);
  assert.match((await tail.ended).stdout, /hello/);
  const login = ['--user', ada.email, '--api-key', ada.api_key];
  assert.equal((await runKlatch(['send', 'again', '--to', ada.email, '--site', `unix:${path}`, ...login])).code, 0);

  await server.stop();
  assert.equal(statSync(path, { throwIfNoEntry: false }), undefined, 'the file is removed');
});

test('a stale Unix socket is replaced; a socket in use and other files are not', { skip: noSockets }, async () => {
  const path = join(temporaryFolder(), 'klatch.sock');
  const args = () => ['--data', temporaryFolder(), '--listen', `unix:${path}`];
  const killed = startCommand(args());
  await waitUntil(() => killed.said.stdout.includes('listening'));
  await killed.stop('SIGKILL');
  assert.ok(statSync(path).isSocket(), 'it is left behind');

  const server = startCommand([...args(), '--socket-mode', '0600']);
  await waitUntil(() => server.said.stdout.includes('listening'));
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const second = await runKlatch(args());
  assert.equal(second.code, 1);
  assert.match(second.stderr, /Cannot listen on .*klatch\.sock: another program is listening on it/);
  await once(connect(path), 'connect');
  await server.stop();

  writeFileSync(path, 'mine');
  const third = await runKlatch(args());
  assert.equal(third.code, 1);
  assert.match(third.stderr, /it is a file, not a socket/);
  assert.equal(readFileSync(path, 'utf8'), 'mine');
});

test('a Unix socket that cannot be created is an error with the reason', { skip: noSockets }, async () => {
  const refusals: [string[], number, RegExp][] = [
    [['--listen', `unix:/${'x'.repeat(110)}`], 2, /a path of at most \d+ bytes \(this one has 111\)/],
    [['--listen', 'unix:klatch.sock'], 2, /the absolute path of a file/],
    [['--listen', 'unix:/none/klatch.sock'], 1, /its folder does not exist/],
    [['--listen', 'unix:/tmp/a.sock', '--socket-mode', '999'], 2, /permissions in octal/],
    [['serve', 'chat.example.com', '--listen', 'unix:/tmp/a.sock'], 2, /A Unix socket serves a proxy/],
  ];
  await Promise.all(
    refusals.map(async ([args, code, line]) => {
      const ended = await runKlatch([...args, '--data', temporaryFolder()]);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, line);
    }),
  );
});
