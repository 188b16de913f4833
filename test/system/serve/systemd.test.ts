import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RunningServer, runKlatch, startServer, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

const ANY_PORT = ['--listen', '127.0.0.1:0'];

/** A server whose states go to a file, as systemd would receive them. */
async function notifyingServer(
  args: string[],
  more: Record<string, string> = {},
): Promise<{ server: RunningServer; states: () => string[] }> {
  const folder = temporaryFolder();
  const file = join(folder, 'states');
  const program = join(folder, 'systemd-notify');
  writeFileSync(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${file}\n`);
  chmodSync(program, 0o755);
  const env = { ...more, NOTIFY_SOCKET: '/run/notify', PATH: `${folder}${delimiter}${process.env.PATH}` };
  const server = await startServer(['serve', ...args, ...ANY_PORT], { env });
  return { server, states: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []) };
}

const states = (...names: string[]) => names.map((name) => `/run/notify ${name}=1`);

for (const [kind, argsFor] of [
  ['one organization', (data: string) => ['--data', data]],
  ['many organizations', (data: string) => ['--organizations', data]],
  ['several processes', (data: string) => ['--data', data, '--workers', '1']],
] as const)
  test(`a server of ${kind} reports start, reload and stop to systemd once`, async () => {
    const { server, states: reported } = await notifyingServer(argsFor(temporaryFolder()));
    await waitUntil(() => reported().length === 1);
    process.kill(server.pid, 'SIGHUP');
    await waitUntil(() => reported().length === 3);
    await server.stop();
    assert.deepEqual(reported(), states('READY', 'RELOADING', 'READY', 'STOPPING'));
  });

test('a server whose event loop runs reports that to the watchdog of systemd, at half of its time', async () => {
  const watchdog = { WATCHDOG_USEC: '1000000' };
  const { server, states: reported } = await notifyingServer(['--data', temporaryFolder()], watchdog);
  const beats = () => reported().filter((one) => one.endsWith(' WATCHDOG=1')).length;
  await waitUntil(() => beats() >= 3);
  // A process that stands still, as with an endless loop.
  process.kill(server.pid, 'SIGSTOP');
  await wait(200);
  const before = beats();
  await wait(1500);
  assert.equal(beats(), before);
  process.kill(server.pid, 'SIGCONT');
  await waitUntil(() => beats() > before);
  await server.stop();
  const others = await notifyingServer(['--data', temporaryFolder()], { ...watchdog, WATCHDOG_PID: '1' });
  await waitUntil(() => others.states().length === 1);
  await wait(1500);
  await others.server.stop();
  assert.deepEqual(others.states(), states('READY', 'STOPPING'), 'the watchdog watches another process');
});

/** Starts a command with its standard error as the stream of the journal. */
const inJournal = ['sh', '-c', 'JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2) exec "$@"', 'klatch'];

test('lines in the journal have the priorities of their levels', async () => {
  const data = temporaryFolder();
  const server = await startServer(['serve', '--data', data, ...ANY_PORT], { wrapper: inJournal });
  writeFileSync(join(data, 'klatch.toml'), 'log-level = "nonsense"');
  process.kill(server.pid, 'SIGHUP');
  await waitUntil(() => server.said.stderr.includes('keeping the old ones'));
  await server.stop();
  assert.match(server.said.stderr, /^<3>\{.*keeping the old ones/m);
  assert.match(server.said.stderr, /^<6>\{.*"stopping"/m);
  const failed = await runKlatch(['serve', '--data', data, ...ANY_PORT], { wrapper: inJournal });
  assert.match(failed.stderr, /^<3>klatch: log-level in /m);
  const elsewhere = await runKlatch(['serve', '--data', data], { env: { JOURNAL_STREAM: '1:1' } });
  assert.match(elsewhere.stderr, /^klatch: log-level in /m);
});

test('the unit waits for the server and reads its domain from a file', () => {
  const unit = readFileSync(new URL('../../../docs/klatch.service', import.meta.url), 'utf8');
  for (const line of ['Type=notify', 'NotifyAccess=all', 'EnvironmentFile=-/etc/klatch.env'])
    assert.ok(unit.includes(`\n${line}\n`), line);
  assert.match(unit, /^Environment=KLATCH_DATA=\/var\/lib\/klatch$/m);
  assert.doesNotMatch(unit.replaceAll(/^#.*$/gm, ''), /example\.com/);
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return;
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'units'));
  const path = join(folder, 'units', 'klatch.service');
  writeFileSync(path, unit.replaceAll('/usr/local/bin/klatch', '/bin/true'));
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
  assert.doesNotMatch(stderr, /klatch\.service:.*(Unknown|Failed to parse)/);
});

test('every setting in klatch.env is one of the server', async () => {
  const file = readFileSync(new URL('../../../docs/klatch.env', import.meta.url), 'utf8');
  const ways = file.split('\n\n').map((part) => [...part.matchAll(/^#(KLATCH_\w+)=(.*)$/gm)]);
  assert.ok(ways.length > 3);
  for (const way of ways) {
    const env = Object.fromEntries(way.map(([, name, value]) => [name!, value!]));
    const { code, stderr } = await runKlatch(['config', 'validate', '--data', temporaryFolder()], { env });
    assert.equal(code, 0, stderr);
  }
});

test('the process is called klatch', { skip: existsSync('/proc/self/comm') ? false : 'needs /proc' }, async () => {
  const server = await startServer(['serve', '--data', temporaryFolder(), ...ANY_PORT]);
  assert.equal(readFileSync(`/proc/${server.pid}/comm`, 'utf8').trim(), 'klatch');
  await server.stop();
});

test('SIGTERM to npm start ends the server', { skip: process.env.KLATCH_PROGRAM !== undefined }, async () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const data = temporaryFolder();
  const npm = spawn('npm', ['start', '--', 'serve', '--data', data, ...ANY_PORT], { cwd: root });
  let said = '';
  npm.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  await waitUntil(() => /^listening on /m.test(said));
  const { pid } = JSON.parse(readFileSync(join(data, 'klatch.lock'), 'utf8'));
  npm.kill('SIGTERM');
  try {
    await waitUntil(() => !existsSync(`/proc/${pid}`) && !existsSync(join(data, 'klatch.lock')));
  } finally {
    if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
  }
});
