import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freePort } from '../../support/port.ts';
import {
  createAccount,
  type Login,
  runKlatch,
  sendRequest,
  startCommand,
  startServer,
  temporaryFolder,
} from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

const as = (site: string, { email, api_key }: Login) => ({
  ZULIP_SITE: site,
  ZULIP_EMAIL: email,
  ZULIP_API_KEY: api_key,
});

test('send and tail work with any server; tail continues after a restart without gaps or duplicates', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const mia = await createAccount(data, 'Mia');
  const port = await freePort();
  const first = await startServer(['--data', data, '--listen', `127.0.0.1:${port}`]);
  await sendRequest(first.url, ada, 'POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'general' }],
    principals: [ada.email, mia.email],
  });
  const send = (args: string[], more: { input?: string } = {}) =>
    runKlatch(['send', ...args], { env: as(first.url, ada), ...more });

  const { code, stdout, stderr } = await send(['--to', 'general', '--topic', 'hello', 'before']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^\d+\n$/, 'the id alone');
  const tail = startCommand(['tail', '--to', 'general', '--last', '1', '--count', '4', '--json'], {
    env: as(first.url, mia),
  });
  const heard = () =>
    tail.said.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).content as string);
  await waitUntil(
    () => heard().length === 1,
    () => tail.said.stderr,
  );
  assert.equal(
    (await send(['--to', '#general', '--topic', 'hello', '-'], { input: 'from **standard** input\n' })).code,
    0,
  );
  assert.equal((await send(['--to', 'mia@example.com', '--json', 'between us'])).code, 0);
  await waitUntil(
    () => heard().length === 2,
    () => tail.said.stderr,
  );

  // After a loss of power its queue is gone. Messages sent before it registers again are not lost.
  await first.stop('SIGKILL');
  rmSync(join(data, 'event-queues.jsonl'));
  const second = await startServer(['--data', data, '--listen', `127.0.0.1:${port}`]);
  for (const content of ['while it was away', 'at last'])
    await sendRequest(second.url, ada, 'POST', '/messages', { type: 'stream', to: 'general', topic: 'hello', content });
  assert.equal((await tail.ended).code, 0, tail.said.stderr);
  assert.deepEqual(heard(), ['before', 'from **standard** input', 'while it was away', 'at last']);

  const people = await runKlatch(['tail', '--to', 'ada@example.com', '--last', '1', '--count', '1'], {
    env: as(second.url, mia),
  });
  assert.match(people.stdout, /^\d{4}-\d\d-\d\d \d\d:\d\d (Ada, Mia|Mia, Ada) Ada: between us\n$/, people.stderr);

  const own = await runKlatch([
    'send',
    '--as',
    'mia@example.com',
    '--data',
    data,
    '--to',
    'general',
    '--topic',
    'x',
    'as one of this folder',
  ]);
  assert.equal(own.code, 0, own.stderr);

  const zuliprc = join(temporaryFolder(), 'zuliprc');
  writeFileSync(zuliprc, `[api]\nemail=${ada.email}\nkey=${ada.api_key}\nsite=${second.url}/\n`);
  const exits: [number, string[], RegExp][] = [
    [0, ['--config-file', zuliprc, '--to', 'general', '--topic', 'x', 'y'], /Sent/],
    [2, ['--config-file', zuliprc, '--to', 'general', '--to', 'random', '--topic', 'x', 'y'], /one channel/],
    [2, ['--config-file', zuliprc, '--to', 'general', ' '], /message is empty/],
    [2, ['--to', 'general', 'y', '--site', 'http://127.0.0.1:1'], /Missing: --user .*--api-key/],
    [5, ['--config-file', zuliprc, '--to', 'nowhere', '--topic', 'x', 'y'], /nowhere/],
    [5, ['--config-file', zuliprc, '--to', 'nobody@example.com', 'y'], /nobody@example\.com/],
    [6, ['--config-file', zuliprc, '--api-key', 'wrong', '--to', 'general', '--topic', 'x', 'y'], /Invalid API key/],
    [
      7,
      ['--config-file', zuliprc, '--site', 'http://127.0.0.1:19', '--to', 'general', '--topic', 'x', 'y'],
      /cannot be reached/,
    ],
  ];
  const ended = await Promise.all(
    exits.map(([, args]) => runKlatch(['send', ...args], { env: { HOME: temporaryFolder() } })),
  );
  for (const [at, [exit, args, said]] of exits.entries()) {
    assert.equal(ended[at]!.code, exit, `${args.join(' ')}: ${ended[at]!.stderr}`);
    assert.match(ended[at]!.stderr, said);
  }
  await second.stop();
});

test('Ctrl+C ends tail cleanly, and a URL without a Klatch server is reported as unreachable', async () => {
  const other = createServer((_, response) => response.end('<h1>It works!</h1>')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  after(() => other.close());
  const env = {
    ZULIP_SITE: `127.0.0.1:${(other.address() as AddressInfo).port}`,
    ZULIP_EMAIL: 'a@example.com',
    ZULIP_API_KEY: 'k',
  };
  const { code, stderr } = await runKlatch(['tail'], { env });
  assert.equal(code, 7);
  assert.match(stderr, /does not respond like a Zulip server/);

  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  const tail = startCommand(['tail'], { env: as(server.url, ada) });
  await waitUntil(
    () => tail.said.stderr.includes('Following'),
    () => tail.said.stderr,
  );
  assert.equal((await tail.stop('SIGINT')).code, 0);
  const nowhere = await runKlatch(['tail', '--to', 'nowhere', '--last', '1'], { env: as(server.url, ada) });
  assert.equal(nowhere.code, 5, nowhere.stderr);
  await server.stop();
});

test('klatch mcp gives a language model tools on standard input and output', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const { url } = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18' } },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    'not JSON',
    {
      jsonrpc: '2.0',
      id: 'two',
      method: 'tools/call',
      params: { name: 'post_message', arguments: { people: [ada.email], content: 'To myself' } },
    },
    {
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: { name: 'react', arguments: { message_id: 999_999, emoji_name: 'heart' } },
    },
  ];
  const input = `${lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')}\n`;
  const { code, stdout, stderr } = await runKlatch(['mcp'], { env: as(url, ada), input });
  assert.equal(code, 0, stderr);
  const [introduced, malformed, posted, failed, ...others] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual([introduced.id, introduced.result.serverInfo.name], [1, 'klatch']);
  assert.deepEqual([malformed.id, malformed.error.code], [null, -32_700]);
  assert.match(posted.result.content[0].text, /^\{"id":\d+\}$/);
  assert.deepEqual([failed.id, failed.result.isError], [3, true]);
  assert.deepEqual(others, []);
});
