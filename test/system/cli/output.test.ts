import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createAccount, runKlatch, startCommand, startServer, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

test('a new user without a password gets instructions to sign in, with a command that works', async () => {
  const data = temporaryFolder();
  const made = await runKlatch(['user', 'create', 'ada@example.com', '--owner', '--data', data]);
  assert.equal(made.code, 0, made.stderr);
  assert.doesNotMatch(made.stderr, /can sign in/);
  const [, email] = /user login-link (\S+) --data /.exec(made.stderr)!;
  const link = await runKlatch(['user', 'login-link', email!, '--minutes', '1', '--data', data]);
  assert.match(link.stdout, /\/login\/link\//);
  assert.match(link.stderr, /within 1 minute:/);
  const second = await runKlatch(['user', 'create', 'bo@example.com', '--password', 'engine no 1', '--data', data]);
  assert.match(second.stderr, /can sign in with the password/);
});

test('user create explains a missing name and the password rules', async () => {
  const data = temporaryFolder();
  const short = await runKlatch(['user', 'create', 'a@b.de', '--data', data]);
  assert.deepEqual([short.code, short.stdout], [2, '']);
  assert.match(short.stderr, /a@b\.de does not contain a name of at least 2 characters\. Specify one with --name/);
  assert.equal((await runKlatch(['user', 'create', 'a@b.de', '--name', 'Al', '--data', data])).code, 0);
  const weak = await runKlatch(['user', 'create', 'eve@b.de', '--password', 'abc', '--data', data]);
  assert.notEqual(weak.code, 0);
  assert.match(weak.stderr, /too weak\. Use 6 to 100 characters\./);
});

test('lists have headings even when empty', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const lists: [string[], RegExp][] = [
    [['user', 'list'], /^ID +ROLE +ACTIVE +EMAIL +NAME\n/],
    [['channel', 'list'], /^ID +/],
    [['group', 'list'], /^ID +/],
    [['bot', 'list'], /^ID +TYPE +/],
    [['invite', 'list'], /^ID +/],
    [['emoji', 'list'], /^ID +NAME/],
    [['config', 'show'], /^SETTING +VALUE +ORIGIN\n/],
  ];
  for (const [words, heading] of lists) {
    const { code, stdout, stderr } = await runKlatch([...words, '--data', data]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, heading, words.join(' '));
  }
});

test('send rejects a text that the server would truncate, and suggests what to do', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  const args = ['send', '-', '--to', ada.email, '--site', server.url, '--user', ada.email, '--api-key', ada.api_key];
  const long = await runKlatch(args, { input: '🐙'.repeat(10_001) });
  assert.deepEqual([long.code, long.stdout], [2, '']);
  assert.match(long.stderr, /Nothing was sent\. The text has 10001 characters; .* at most 10000\. Send it in parts/);
  const longest = await runKlatch(args, { input: `${'🐙'.repeat(10_000)}\n` });
  assert.equal(longest.code, 0, longest.stderr);
  await server.stop();
});

test('with --log-format json every line is JSON: readiness, Node’s warnings, and the exit reason', async () => {
  const data = temporaryFolder();
  const warn = join(temporaryFolder(), 'warn.cjs');
  writeFileSync(warn, "process.on('SIGWINCH', () => process.emitWarning('mind the gap', { code: 'TEST001' }));");
  const args = ['--data', data, '--listen', '127.0.0.1:0', '--log-format', 'json'];
  const server = startCommand(args, { env: { NODE_OPTIONS: `--require=${warn}` } });
  await waitUntil(() => server.said.stdout.includes('listening_on'));
  process.kill(server.pid, 'SIGWINCH');
  await waitUntil(() => server.said.stderr.includes('mind the gap'));
  const second = await runKlatch(args);
  const { stdout, stderr } = await server.stop();
  const lines = (text: string) => text.split('\n').filter(Boolean);
  const logged = [...lines(stderr), ...lines(second.stderr), ...lines(stdout)].map((line) => JSON.parse(line));
  const find = (msg: RegExp) => logged.find((line) => msg.test(line.msg));
  assert.match(find(/^ready$/).set_up, / user create --owner /);
  assert.deepEqual([find(/mind the gap/).warning, find(/mind the gap/).warning_code], ['Warning', 'TEST001']);
  assert.equal(second.code, 3);
  assert.equal(find(/is in use by process/).exit, 3);
});
