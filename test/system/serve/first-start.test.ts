import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { commandLine } from '../../../src/kernel/own-command.ts';
import { createAccount, runKlatch, sendRequest, startServer, temporaryFolder } from '../../support/process.ts';
import { Visitor } from '../../support/visitor.ts';

const ANY_PORT = ['--listen', '127.0.0.1:0'];
const OWNER = {
  organization: 'The Reading Circle',
  full_name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'engine no 1',
};

/** The code in the link that a start prints. */
const codeIn = (said: string): string | undefined => /\/setup#(\S+)/.exec(said)?.[1];

test('a new user gets from an empty folder to a first message in a minute', async () => {
  const data = temporaryFolder();
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const banner = server.said.stderr;
  assert.match(banner, /^klatch \d\S+ {2}\(Zulip API level \d+\) +ready in [\d.]+ s\n/);
  assert.ok(banner.includes(`  Open       ${server.url}\n`));
  assert.match(banner, /one-time code, valid 60 minutes/);
  assert.match(banner, /user create --owner/);
  assert.ok(banner.includes(data));
  assert.match(banner, /Stop {2}Ctrl\+C/);
  assert.match(banner, /Only this computer can connect\. To let your network in: +\S.* --listen :\d+/);

  const next = await new Visitor(server.url).fillIn('/setup', { ...OWNER, code: codeIn(banner)! });
  assert.match(next.title, /The Reading Circle is ready/);
  assert.match(next.text, /see “For administrators” below/, 'it names a section of the page');
  const [, api_key] = /key=(\w{32})/.exec(next.text)!;
  const ada = { email: OWNER.email, api_key: api_key! };
  const sent = await sendRequest(server.url, ada, 'POST', '/messages', {
    type: 'channel',
    to: 'general',
    topic: 'greetings',
    content: 'Hello!',
  });
  assert.equal(sent.reply.result, 'success');
  await server.stop();

  const second = await startServer(['--data', data, ...ANY_PORT]);
  assert.equal(second.said.stderr.split('\n').filter(Boolean).length, 3, second.said.stderr);
  assert.equal(codeIn(second.said.stderr), undefined, 'nobody else becomes the owner');
  const { reply } = await sendRequest(second.url, ada, 'GET', '/users/me/subscriptions');
  assert.equal(reply.subscriptions.length, 3, 'the channels are made once');
  await second.stop();
});

test('the banner prints a command that works when it is copied', async () => {
  const data = join(temporaryFolder(), "Ada's data");
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const [, command] = /^ +or: (.*)$/m.exec(server.said.stderr)!;
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', `${command} --json`], { cwd: tmpdir() });
  assert.match(stderr, new RegExp(`process ${server.pid}\\)`), 'it reached this server');
  assert.equal(JSON.parse(stdout).role, 'owner');
  await server.stop();
});

test('printed commands match how the program was started', () => {
  const how = {
    isExecutable: false,
    argv0: 'node',
    script: '/srv/klatch/scripts/start.mjs',
    cwd: '/srv/klatch',
    env: {},
  };
  const place = { dataDir: '/srv/klatch/klatch-data' };
  assert.equal(commandLine('serve', place, how), 'node scripts/start.mjs serve');
  const npm = { npm_lifecycle_event: 'start', npm_package_name: 'klatch' };
  assert.equal(commandLine('serve', place, { ...how, env: npm }), 'npm start -- serve');
  const executable = { ...how, isExecutable: true, argv0: './klatch' };
  assert.equal(
    commandLine('serve', { dataDir: '/var/lib/klatch' }, executable),
    './klatch serve --data /var/lib/klatch',
  );
  assert.equal(
    commandLine('serve', { ...place, configFile: 'my file.toml' }, executable),
    "./klatch serve --config '/srv/klatch/my file.toml'",
  );
  const linked = { ...how, script: '/usr/bin/klatch', cwd: '/srv', env: { PATH: '/bin:/usr/bin' } };
  assert.equal(commandLine('help', { dataDir: '/srv/klatch-data' }, linked), 'klatch help');
  const container = { ...executable, argv0: '/klatch', env: { KLATCH_CONTAINER: '1' } };
  assert.equal(commandLine('user list', { dataDir: '/data' }, container), '/klatch user list');
});

test('each start without an owner prints a new code; the command line is the alternative', async () => {
  const data = temporaryFolder();
  const codes = new Set<string>();
  for (let start = 0; start < 2; start++) {
    const server = await startServer(['--data', data, ...ANY_PORT]);
    codes.add(codeIn(server.said.stderr)!);
    await server.stop();
  }
  assert.equal(codes.size, 2);
  assert.ok([...codes].every((code) => /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/.test(code)));

  const server = await startServer(['--data', data, ...ANY_PORT]);
  const visitor = new Visitor(server.url);
  const ada = await createAccount(data, 'Ada', '--owner');
  const late = await visitor
    .fillIn('/setup', { ...OWNER, email: 'eve@example.com', code: codeIn(server.said.stderr)! })
    .catch(() => undefined);
  assert.match(late?.text ?? 'Already set up', /Already set up/);
  const { reply } = await sendRequest(server.url, ada, 'GET', '/users/me/subscriptions');
  assert.deepEqual(reply.subscriptions.map(({ name }: { name: string }) => name).sort(), [
    'announcements',
    'general',
    'sandbox',
  ]);
  await server.stop();
});

test('a server on all interfaces prints how others reach it, warns about HTTPS, and requires the code', async () => {
  const server = await startServer(['--data', temporaryFolder(), '--listen', '0.0.0.0:0']);
  const { port } = new URL(server.url);
  assert.match(server.said.stderr, new RegExp(`Open +http://localhost:${port}`));
  assert.match(server.said.stderr, /With HTTPS: .* serve chat\.example\.com/);
  assert.match(server.said.stderr, /Set up +http/);
  const refused = await new Visitor(`http://127.0.0.1:${port}`).fillIn('/setup', OWNER);
  assert.deepEqual(Object.keys(refused.fieldErrors), ['code']);
  await server.stop();
});

test('the log contains no password, key, token or code at any level', async () => {
  const data = temporaryFolder();
  const server = await startServer(['--data', data, ...ANY_PORT, '--log-level', 'trace']);
  const code = codeIn(server.said.stderr)!;
  const secrets = [OWNER.password, 'a wrong one'];
  const visitor = new Visitor(server.url);
  const next = await visitor.fillIn('/setup', { ...OWNER, code });
  const [, key] = /key=(\w{32})/.exec(next.text)!;
  const [, invitation] = /\/join\/([\w-]+)/.exec(next.text)!;
  secrets.push(key!, invitation!, ...[...visitor.cookies.values()].map(({ value }) => value));
  const other = new Visitor(server.url);
  await other.fillIn('/login/', { username: OWNER.email, password: 'a wrong one' });
  await other.fillIn('/login/', { username: OWNER.email, password: OWNER.password });
  secrets.push(...[...other.cookies.values()].map(({ value }) => value));
  await other.open(`/join/${invitation}/`);
  const { stdout } = await runKlatch(['user', 'login-link', OWNER.email, '--data', data]);
  const [, link] = /\/login\/link\/([\w-]+)/.exec(stdout)!;
  secrets.push(link!);
  await new Visitor(server.url).fillIn(`/login/link/${link}`, {});
  await sendRequest(
    server.url,
    { email: OWNER.email, api_key: key! },
    'GET',
    `/users/me?password=${encodeURIComponent(OWNER.password)}`,
  );
  await sendRequest(server.url, { email: OWNER.email, api_key: 'f'.repeat(32) }, 'GET', '/users/me');
  await sendRequest(server.url, { email: OWNER.email, api_key: key! }, 'POST', '/users/me/api_key/regenerate');
  await server.stop();
  const log = server.said.stderr.split('\n').filter((line) => line.startsWith('{'));
  assert.ok(log.length > 10, 'requests are logged');
  for (const line of log) JSON.parse(line);
  for (const secret of [...secrets, code]) assert.ok(!log.some((line) => line.includes(secret)), secret);
  assert.equal(server.said.stderr.split(code).length, 2, 'the code is printed once');
});

test('under systemd log lines have no time; on a terminal they are readable text', async () => {
  const env = { JOURNAL_STREAM: '8:4711' };
  const journal = await startServer(['--data', temporaryFolder(), ...ANY_PORT], { env });
  await journal.stop();
  const [line] = journal.said.stderr.split('\n').filter((one) => one.startsWith('{'));
  assert.deepEqual(JSON.parse(line!), { level: 30, signal: 'SIGTERM', msg: 'stopping' });
  const human = await startServer(['--data', temporaryFolder(), ...ANY_PORT, '--log-format', 'human']);
  await human.stop();
  assert.match(human.said.stderr, /^\d\d:\d\d:\d\d info {2}stopping signal=SIGTERM$/m);
});

test('in a container the printed URL is the published one', async () => {
  const data = temporaryFolder();
  const env = { KLATCH_CONTAINER: '1', KLATCH_LISTEN: '0.0.0.0:0' };
  const server = await startServer(['--data', data], { env });
  const { port } = new URL(server.url);
  assert.match(server.said.stderr, new RegExp(`Set up +http://localhost:${port}/setup#`));
  assert.equal(server.said.stderr.match(/^ {2}Open /gm)!.length, 1);
  await server.stop();
});
