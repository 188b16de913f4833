import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createAccount, runKlatch, startCommand, startServer, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

const splitLines = (path: string): any[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];

test('the audit log is copied to a file, which SIGHUP opens again', async () => {
  const data = temporaryFolder();
  const file = join(data, 'audit.jsonl');
  await createAccount(data, 'Ada', '--owner');
  const mia = await createAccount(data, 'Mia');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0', '--audit-file', file]);
  await runKlatch(['user', 'role', mia.email, 'moderator', '--data', data]);
  await waitUntil(() => splitLines(file).length === 1);
  const [entry] = splitLines(file);
  assert.deepEqual([entry.kind, entry.details, entry.client], ['role_change', 'moderator', 'command line']);
  assert.ok(!readFileSync(file, 'utf8').includes('Mia'), 'the file has no names');
  renameSync(file, `${file}.1`);
  process.kill(server.pid, 'SIGHUP');
  await waitUntil(() => existsSync(file));
  await runKlatch(['user', 'role', mia.email, 'member', '--data', data]);
  await waitUntil(() => splitLines(file).length === 1);
  assert.equal(splitLines(file)[0].details, 'member');
});

test('a server whose audit file cannot be written reports it and works', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0', '--audit-file', join(data, 'no/file')]);
  await waitUntil(() => server.said.stderr.includes('the audit file cannot be written'));
  const { code } = await runKlatch(['user', 'api-key', ada.email, '--data', data]);
  assert.equal(code, 0);
});

test('audit --follow prints new entries as they come, also after a restart of the server', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const mia = await createAccount(data, 'Mia');
  const role = (name: string) => runKlatch(['user', 'role', mia.email, name, '--data', data]);
  const start = () => startServer(['--data', data, '--listen', '127.0.0.1:0']);
  const server = await start();
  const following = startCommand(['audit', '--follow', '--kind', 'role_change', '--data', data]);
  await role('moderator');
  await waitUntil(() => /role_change {2}Mia {2}moderator/.test(following.said.stdout));
  await server.stop();
  await role('administrator');
  await start();
  await waitUntil(() => /role_change {2}Mia {2}administrator/.test(following.said.stdout));
  const { code, stdout } = await following.stop('SIGINT');
  assert.equal(code, 0);
  assert.equal(stdout.trim().split('\n').length, 2, 'each entry is printed once');
});

test('audit --since takes a time ago', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const found = async (since: string) => JSON.stringify(await runKlatch(['audit', '--since', since, '--data', data]));
  for (const since of ['1d', '90m', '2w', '2020-01-01']) assert.match(await found(since), /user_create/, since);
  assert.doesNotMatch(await found('2090-01-01'), /user_create/);
  assert.match(await found('1y'), /Enter a time such as/);
});

/** One command of each kind that opens a data folder itself: single ones, and those that run many on it. */
function commandsOn(data: string): string[][] {
  const folder = temporaryFolder();
  const people = join(folder, 'people.csv');
  writeFileSync(people, 'email\nmia@example.com\nmax@example.com\n');
  const archive = join(folder, 'slack');
  mkdirSync(archive);
  writeFileSync(join(archive, 'users.json'), '[{"id":"U1","team_id":"T1","profile":{"real_name":"Sol"}}]');
  writeFileSync(join(archive, 'channels.json'), '[{"id":"C1","name":"hall","members":["U1"]}]');
  const commands = [
    ['user', 'create', '--owner', 'ada@example.com'],
    ['user', 'import', people],
    ['user', 'role', 'mia@example.com', 'moderator'],
    ['channel', 'create', 'plans'],
    ['channel', 'create', 'plots'],
    ['channel', 'merge', 'plans', 'plots'],
    ['import', 'slack', archive, '--report', join(folder, 'report.jsonl')],
    ['export', join(folder, 'all.zip'), '--full'],
    ['user', 'erase', 'max@example.com', '--messages', 'keep', '--backups', 'list'],
    ['check'],
    ['backup', join(folder, 'backup.tar.gz')],
  ];
  return commands.map((command) => [...command, '--data', data]);
}

for (const isListening of [true, false])
  test(`commands without a server end with syslog at a port that ${isListening ? 'listens' : 'is closed'}`, {
    timeout: 300_000,
  }, async () => {
    const received: string[] = [];
    const receiver = createServer((socket) => {
      socket.setEncoding('utf8').on('data', (text: string) => received.push(text));
      socket.on('error', () => {});
      after(() => socket.destroy());
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    after(() => receiver.close());
    const { port } = receiver.address() as AddressInfo;
    if (!isListening) receiver.close();
    const env = { KLATCH_AUDIT_SYSLOG: `tcp:127.0.0.1:${port}` };
    const data = join(temporaryFolder(), 'data');
    for (const command of commandsOn(data)) {
      const { code, stderr } = await runKlatch(command, { env });
      assert.equal(code, 0, `${command.join(' ')}: ${stderr}`);
    }
    if (isListening)
      for (const kind of ['role_change', 'user_create', 'channel_merge', 'user_erase'])
        assert.match(received.join(''), new RegExp(kind));
  });
