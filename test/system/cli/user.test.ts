import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  createAccount,
  type Login,
  runKlatch,
  sendRequest,
  startServer,
  temporaryFolder,
} from '../../support/process.ts';

const ANY_PORT = ['--listen', '127.0.0.1:0'];

/** Runs a `user` command on a folder. Returns its output if it succeeded. */
async function user(data: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runKlatch(['user', ...args, '--data', data]);
  assert.equal(code, 0, stderr);
  return stdout;
}

const accounts = async (data: string): Promise<any[]> => JSON.parse(await user(data, 'list', '--json'));

test('accounts are created on a stopped server, and only the key is on standard output', async () => {
  const data = temporaryFolder();
  const { stdout, stderr } = await runKlatch([
    'user',
    'create',
    '--owner',
    '--name',
    'Ada Lovelace',
    'ada@example.com',
    '--data',
    data,
  ]);
  assert.match(stdout, /^[0-9a-zA-Z]{32}\n$/);
  assert.ok(stderr.includes(`Data folder ${data}\n`), 'it says which folder it opened');
  const made = JSON.parse(await user(data, 'create', 'gus@example.com', '--role', 'guest', '--json'));
  assert.deepEqual(
    { ...made, user_id: 0, api_key: '' },
    {
      user_id: 0,
      email: 'gus@example.com',
      full_name: 'Gus',
      role: 'guest',
      is_active: true,
      is_bot: false,
      api_key: '',
    },
  );
  assert.deepEqual(
    (await accounts(data)).map(({ email, role }) => [email, role]),
    [
      ['ada@example.com', 'owner'],
      ['gus@example.com', 'guest'],
    ],
  );
  assert.equal(await user(data, 'api-key', 'ada@example.com'), stdout);
  assert.equal(await user(data, 'api-key', String(made.user_id)), `${made.api_key}\n`);
  assert.match(await user(data, 'list'), /owner .* ada@example\.com +Ada Lovelace\n/);
});

test('beside a running server, signed-in users receive every change', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const { messages: first } = (
    await sendRequest(server.url, ada, 'GET', '/messages', { anchor: 'oldest', num_before: 0, num_after: 1 })
  ).reply;
  assert.match(first[0].content, /welcome to your new organization!/, 'the first owner is greeted as one');
  const { stream_id } = (await sendRequest(server.url, ada, 'GET', '/get_stream_id', { stream: 'general' })).reply;
  assert.equal(
    (await sendRequest(server.url, ada, 'PATCH', '/realm', { signup_announcements_stream_id: stream_id })).status,
    200,
  );
  const { queue_id } = (await sendRequest(server.url, ada, 'POST', '/register', { event_types: ['realm_user'] })).reply;
  let last = -1;
  const heard = async (): Promise<any[]> => {
    const { events } = (
      await sendRequest(server.url, ada, 'GET', '/events', { queue_id, last_event_id: last, dont_block: true })
    ).reply;
    last = events.at(-1)?.id ?? last;
    return events;
  };

  const { code, stdout, stderr } = await runKlatch([
    'user',
    'create',
    '--name',
    'Mia',
    'mia@example.com',
    '--data',
    data,
    '--json',
  ]);
  assert.equal(code, 0, stderr);
  assert.ok(stderr.includes(`Data folder ${data}, through the server running on it (process ${server.pid})`), stderr);
  const mia: Login = JSON.parse(stdout);
  assert.deepEqual(
    (await heard()).map(({ op, person }) => [op, person.full_name]),
    [['add', 'Mia']],
  );
  assert.equal((await sendRequest(server.url, mia, 'GET', '/users/me')).status, 200, 'she is in at once');
  const newest = { anchor: 'newest', num_before: 2, num_after: 0 };
  const { messages } = (await sendRequest(server.url, mia, 'GET', '/messages', newest)).reply;
  assert.match(
    messages[0].content,
    /^<p>Hello <strong>Mia<\/strong>, and welcome/,
    'and is welcomed like every new user',
  );
  assert.match(messages[1].content, /Mia<\/span> joined this organization/, 'which the organisation hears');

  await user(data, 'role', 'mia@example.com', 'moderator');
  assert.deepEqual(
    (await heard()).map(({ op, person }) => [op, person.role]),
    [['update', 300]],
  );

  const fresh = (await user(data, 'api-key', '--new', 'mia@example.com')).trim();
  assert.notEqual(fresh, mia.api_key);
  assert.equal((await sendRequest(server.url, mia, 'GET', '/users/me')).status, 401, 'the old key is refused');
  mia.api_key = fresh;

  await user(data, 'passwd', '--password', 'correct horse', String(mia.user_id));
  const signedIn = await sendRequest(server.url, mia, 'POST', '/fetch_api_key', {
    username: mia.email,
    password: 'correct horse',
  });
  assert.equal(signedIn.reply.api_key, fresh);

  await user(data, 'deactivate', 'mia@example.com');
  assert.equal((await sendRequest(server.url, mia, 'GET', '/users/me')).reply.code, 'USER_DEACTIVATED');
  assert.deepEqual(
    (await accounts(data)).map(({ is_active }) => is_active),
    [true, false],
  );
  await user(data, 'reactivate', 'mia@example.com');
  assert.equal((await sendRequest(server.url, mia, 'GET', '/users/me')).status, 200);
  await server.stop();
});

test('commanding a server requires read access to the data folder, on the same machine', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const lock = join(data, 'klatch.lock');
  assert.equal(statSync(lock).mode & 0o777, 0o600);
  const { token } = JSON.parse(readFileSync(lock, 'utf8'));
  const command = async (word: string, name = 'user-list', method = 'POST') => {
    const response = await fetch(`${server.url}/control/${name}`, { method, headers: { 'x-klatch-control': word } });
    return { status: response.status, reply: (await response.json()) as any };
  };
  assert.equal((await command(token)).reply.result[0].email, ada.email);
  const nothing = {
    status: 404,
    reply: { result: 'error', msg: 'No such path: /control/user-list', code: 'BAD_REQUEST' },
  };
  for (const wrong of ['', token.slice(1), `${token}x`, token.replace(/.$/, token.endsWith('0') ? '1' : '0')])
    assert.deepEqual(await command(wrong), nothing, 'a wrong word is told what a path that is not there is told');
  assert.deepEqual(await command(token, 'user-list', 'GET'), nothing);
  assert.match((await command(token, 'constructor')).reply.refused, /has no command/);
  await server.stop();
});

test('a password is given by a flag or on standard input, and a short one is rejected', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner', '--password', 'correct horse');
  assert.equal(
    (await runKlatch(['user', 'passwd', 'ada@example.com', '--data', data], { input: 'battery staple\n' })).code,
    0,
  );
  const short = await runKlatch(['user', 'passwd', 'ada@example.com', '--data', data], { input: 'abc\n' });
  assert.deepEqual([short.code, short.stdout], [1, '']);
  const server = await startServer(['--data', data, ...ANY_PORT]);
  const signIn = (password: string) =>
    sendRequest(server.url, { email: '', api_key: '' }, 'POST', '/fetch_api_key', {
      username: 'ada@example.com',
      password,
    });
  assert.equal((await signIn('battery staple')).status, 200);
  assert.equal((await signIn('correct horse')).reply.code, 'AUTHENTICATION_FAILED');
  await server.stop();
});

test('simultaneous commands run one after another', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  await Promise.all(['Ben', 'Cleo', 'Dan', 'Eve'].map((name) => createAccount(data, name)));
  assert.equal((await accounts(data)).length, 5);
});

test('errors have these messages and exit codes', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const refusals: [args: string[], code: number, line: RegExp][] = [
    [['create', '--name', 'Ada', 'ADA@example.com'], 1, /already in use/],
    [['create', '--name', 'Bo', 'nowhere'], 1, /valid email/],
    [['create', '--name', 'Bo', '--role', 'king', 'bo@example.com'], 2, /king/],
    [['create'], 2, /email/],
    [['api-key', 'nobody@example.com'], 5, /No such user: nobody@example\.com/],
    [['api-key', '1'], 5, /No such user: 1/],
    [['erase', 'nobody@example.com', '--messages', 'keep'], 5, /No such user: nobody@example\.com/],
    [['role', 'ada@example.com', 'guest'], 1, /./],
    [['deactivate', 'ada@example.com'], 1, /./],
    [['dance'], 2, /dance/],
  ];
  for (const [args, code, line] of refusals) {
    const ended = await runKlatch(['user', ...args, '--data', data]);
    assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`);
    assert.match(ended.stderr, line);
    assert.equal(ended.stdout, '');
  }
  const empty = temporaryFolder();
  const nothing = await runKlatch(['user', 'list', '--data', empty]);
  assert.deepEqual([nothing.code, nothing.stdout], [5, '']);
  assert.match(nothing.stderr, /There is no database/);
});
