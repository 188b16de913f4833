import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createAccount, runKlatch, sendRequest, temporaryFolder } from '../support/process.ts';
import { smallDisk } from '../support/small-disk.ts';
import { type Acknowledged, assertIntact, keepSending, send, serveOptions } from './senders.ts';

const isRoot = process.getuid?.() === 0;
const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const run = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

test('on a full disk sends are rejected and everything else works; sends work again once there is room', async (t) => {
  const disk = smallDisk('64m');
  if (!disk) return t.skip('mounting a small disk needs root');
  const data = join(disk, 'data');
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serveOptions(data);
  const kept: Acknowledged = new Map();
  await keepSending(server.url, ada, kept, () => kept.size > 50);

  writeFileSync(join(disk, 'ballast'), Buffer.alloc(2 ** 20));
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'more')}`, 'bs=64k']);
  let refused = 0;
  while (refused < 20) {
    const { id, status } = await send(server.url, ada, 'x'.repeat(9000));
    if (id !== undefined) kept.set(id, 'x'.repeat(9000));
    else refused += 1;
    assert.ok(status === 200 || status === 507, `answered ${status}`);
  }
  const refusal = await sendRequest(server.url, ada, 'POST', '/messages', {
    type: 'direct',
    to: [ada.user_id],
    content: 'x'.repeat(9000),
  });
  assert.equal(refusal.status, 507);
  assert.equal(refusal.reply.result, 'error');
  assert.equal(refusal.reply.code, 'DISK_FULL');
  assert.match(refusal.reply.msg, /^The server's disk is full/);
  const form = new FormData();
  form.append('file', new Blob(['y'.repeat(2 ** 20)]), 'large.txt');
  const authorization = `Basic ${Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64')}`;
  const upload = await fetch(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  assert.equal(upload.status, 507);
  assert.equal(((await upload.json()) as { code: string }).code, 'DISK_FULL');
  assert.equal((await fetch(`${server.url}/api/v1/server_settings`)).status, 200, 'it still answers');
  const health = await fetch(`${server.url}/health`);
  assert.equal(health.status, 503);
  assert.equal(((await health.json()) as { status: string }).status, 'disk full');
  assert.equal(server.said.stderr.match(/the disk is full/g)?.length, 1, server.said.stderr);
  assert.doesNotMatch(server.said.stderr, /a request failed|job failed/);

  rmSync(join(disk, 'more'));
  const before = kept.size;
  await keepSending(server.url, ada, kept, () => kept.size > before + 20);
  rmSync(join(disk, 'ballast'));
  await keepSending(server.url, ada, kept, () => kept.size > before + 40);
  assert.equal((await fetch(`${server.url}/health`)).status, 200);
  assert.equal(server.said.stderr.match(/the disk has space again/g)?.length, 1, server.said.stderr);
  assert.equal((await server.stop()).code, 0);
  assertIntact(data, kept);
});

test('the server does not start on a full disk, and says why', async (t) => {
  const disk = smallDisk('1m');
  if (!disk) return t.skip('mounting a small disk needs root');
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'all')}`, 'bs=4k']);
  const { code, stderr } = await runKlatch(['--data', join(disk, 'data'), '--listen', '127.0.0.1:0']);
  assert.equal(code, 1);
  assert.match(stderr, /full/);
  assert.equal(stderr.match(/^klatch: /gm)?.length, 1, stderr);
});

test('when a file may not grow no acknowledged message is lost, and the server continues afterwards', async (t) => {
  if (!has('prlimit')) return t.skip('prlimit is not installed');
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const most = statSync(join(data, 'klatch.db')).size + 500_000;
  const server = await serveOptions(data, ['prlimit', `--fsize=${most}`, '--']);
  const kept: Acknowledged = new Map();
  let ended = false;
  void server.ended.then(() => (ended = true));
  let refusals = 0;
  await keepSending(server.url, ada, kept, () => ended || (refusals += 1) > 20_000, 5000);
  await server.stop();
  assert.ok(kept.size > 0);
  const again = await serveOptions(data);
  const before = kept.size;
  await keepSending(again.url, ada, kept, () => kept.size > before + 20);
  assert.equal((await again.stop()).code, 0);
  assertIntact(data, kept);
});

test('when the disk fails to sync, nothing is acknowledged, and the server exits and says why', async (t) => {
  if (!has('strace') || !run('strace', '-o', '/dev/null', 'true'))
    return t.skip('strace is not installed or may not be used');
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const tracing = [
    'strace',
    '-D',
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    'trace=fsync,fdatasync',
    '-e',
    'inject=fsync,fdatasync:error=EIO:when=60+',
  ];
  const server = await serveOptions(data, tracing);
  const kept: Acknowledged = new Map();
  await keepSending(server.url, ada, kept, () => false);
  const { code, stderr } = await server.ended;
  assert.equal(code, 1);
  assert.match(stderr, /the database cannot be written; stopping/);
  assert.match(stderr, /"code":"SQLITE_IOERR_FSYNC"/);
  assert.match(stderr, /at .*commit.*src\/kernel\/db\/database\.ts:\d+/, 'the trace is of the sources, whatever runs');
  assert.ok(kept.size > 10);
  const again = await serveOptions(data);
  const before = kept.size;
  await keepSending(again.url, ada, kept, () => kept.size > before + 20);
  assert.equal((await again.stop()).code, 0);
  assertIntact(data, kept);
});

test('the error for a folder that is not writable names it and suggests a fix', async (t) => {
  const place = temporaryFolder();
  const data = join(place, 'data');
  mkdirSync(data, { mode: 0o500 });
  let wrapper: string[] = [];
  if (isRoot) {
    // Root can write anywhere except on a read-only mount.
    if (!run('unshare', '-m', 'mount', '--bind', data, data))
      return t.skip('root may write everywhere, and may not mount here');
    wrapper = [
      'unshare',
      '-m',
      'sh',
      '-c',
      `mount --bind ${data} ${data} && mount -o remount,ro,bind ${data} && exec "$@"`,
      'sh',
    ];
  }
  const { code, stderr } = await runKlatch(['--data', data, '--listen', '127.0.0.1:0'], { wrapper });
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`^klatch: The data folder ${data} cannot be used: .*--data`, 'm'));
});

test('a damaged database is not modified: the exit code is 8, and the error suggests a fix', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const path = join(data, 'klatch.db');
  copyFileSync(path, `${path}.whole`);
  writeFileSync(path, Buffer.alloc(statSync(path).size, 'coffee'));
  const { code, stderr } = await runKlatch(['--data', data, '--listen', '127.0.0.1:0']);
  assert.equal(code, 8, stderr);
  assert.match(stderr, /klatch: The database .* is damaged .*restore FILE/);
  assert.ok(!existsSync(join(data, 'klatch.lock')));
  copyFileSync(`${path}.whole`, path);
  const server = await serveOptions(data);
  // The damage happens at run time: pages that are not cached are read from the file.
  const size = statSync(path).size;
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(size - 4096, 'coffee'), 0, size - 4096, 4096);
  closeSync(file);
  const { status } = await sendRequest(server.url, ada, 'GET', '/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [],
  });
  assert.equal(status, 500);
  assert.match((await server.stop('SIGKILL')).stderr, /the database is damaged: run klatch check/);
});
