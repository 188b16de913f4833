import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { program } from '../../../src/cli/program.ts';
import { png } from '../../support/images.ts';
import {
  createAccount,
  type Login,
  runKlatch,
  sendRequest,
  startServer,
  temporaryFolder,
} from '../../support/process.ts';

/** Runs a command on a folder; it must succeed. Returns its JSON output. */
const commandOn =
  (data: string) =>
  async (...args: string[]): Promise<any> => {
    const { code, stdout, stderr } = await runKlatch([...args, '--data', data]);
    assert.equal(code, 0, stderr);
    return args.includes('--json') ? JSON.parse(stdout) : stdout.trim();
  };

/** The events of some types that a user receives. */
async function listener(url: string, who: Login, event_types: string[]): Promise<() => Promise<any[]>> {
  const { queue_id } = (await sendRequest(url, who, 'POST', '/register', { event_types })).reply;
  let last_event_id = -1;
  return async () => {
    const { events } = (await sendRequest(url, who, 'GET', '/events', { queue_id, last_event_id, dont_block: true }))
      .reply;
    last_event_id = events.at(-1)?.id ?? last_event_id;
    return events;
  };
}

test('organization set changes settings for everyone, and organization show prints them', async () => {
  const data = temporaryFolder();
  const run = commandOn(data);
  const ada = await createAccount(data, 'Ada', '--owner');
  await run('organization', 'set', 'name', 'Pears & Sons');
  assert.equal(await run('organization', 'get', 'name'), 'Pears & Sons');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  const heard = await listener(server.url, ada, ['realm']);
  await run('organization', 'set', 'enable-read-receipts', 'off');
  await run('organization', 'set', 'message_content_edit_limit_seconds', 'none');
  await run('organization', 'set', 'description', 'true');
  assert.equal((await heard()).length, 3);
  const shown: { setting: string; value: unknown }[] = await run('organization', 'show', '--json');
  const values = Object.fromEntries(shown.map(({ setting, value }) => [setting, value]));
  assert.deepEqual(
    [values.name, values['enable-read-receipts'], values['message-content-edit-limit-seconds'], values.description],
    ['Pears & Sons', false, null, 'true'],
  );
  for (const [code, ...args] of [
    [5, 'nmae', 'x'],
    [1, 'name', ' '],
    [1, 'name', 'x'.repeat(41)],
    [1, 'enable-read-receipts', 'perhaps'],
    [5, 'uuid', 'x'],
  ] as [number, ...string[]][]) {
    const { code: found, stderr } = await runKlatch(['organization', 'set', ...args, '--data', data]);
    assert.equal(found, code, `${args.join(' ')}: ${stderr}`);
  }
  assert.match(await run('audit', '--kind', 'settings_change'), /enable_read_receipts/);
  await server.stop();
});

test('changes by commands beside a running server are published and take effect', async () => {
  const data = temporaryFolder();
  const run = commandOn(data);
  const ada = await createAccount(data, 'Ada', '--owner');
  const mia = await createAccount(data, 'Mia');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  const heard = await listener(server.url, mia, ['stream', 'subscription', 'user_group', 'realm_emoji', 'realm_user']);

  const made = await run(
    'channel',
    'create',
    'plans',
    '--privacy',
    'private',
    '--subscribe',
    'mia@example.com',
    '--json',
  );
  assert.deepEqual([made.name, made.subscribers], ['plans', 2]);
  assert.deepEqual(
    (await heard()).slice(0, 2).map(({ type, op }) => `${type}/${op}`),
    ['stream/create', 'subscription/add'],
  );
  const listed = (await run('channel', 'list', '--json')).find(({ name }: { name: string }) => name === 'plans');
  assert.deepEqual([listed.privacy, listed.subscribers, listed.is_archived], ['private', 2, false]);
  await run('channel', 'archive', 'plans');
  assert.ok((await heard()).length > 0);
  assert.ok(!(await run('channel', 'list')).includes('plans'));
  assert.match(await run('channel', 'list', '--archived'), /plans +archived/);

  await run('group', 'create', 'cooks', '--member', 'mia@example.com', '--description', 'They cook');
  assert.deepEqual(
    (await heard()).map(({ op, group }) => [op, group.name, group.members]),
    [['add', 'cooks', [mia.user_id]]],
  );
  assert.match(await run('group', 'list'), /cooks +1 +They cook/);

  const picture = join(temporaryFolder(), 'pear.png');
  writeFileSync(picture, await png());
  await run('emoji', 'add', 'pear_tree', picture);
  const [emoji] = await run('emoji', 'list', '--json');
  assert.deepEqual([emoji.name, emoji.author], ['pear_tree', ada.email]);
  assert.equal((await fetch(emoji.url)).status, 200);
  assert.equal((await heard())[0].type, 'realm_emoji');

  // Somebody opens the printed link.
  const link: string = await run('invite', 'create', '--role', 'guest', '--channel', 'general');
  const [, key] = /\/join\/([\w-]+)\/$/.exec(link) ?? [];
  const invitations = await run('invite', 'list', '--json');
  assert.deepEqual(
    invitations.map(({ role, link }: { role: string; link: string }) => [role, link]),
    [['guest', link]],
  );
  assert.equal((await fetch(link)).status, 200);
  await run('invite', 'revoke', String(invitations[0].id));
  const late = new URLSearchParams({
    key: key!,
    full_name: 'Late',
    password: 'correct horse battery',
    email: 'late@example.com',
  });
  assert.equal(
    (await fetch(`${server.url}/accounts/register/`, { method: 'POST', body: late })).ok,
    false,
    'it leads nowhere any more',
  );

  // A bot, its key, and a webhook URL that posts messages.
  const bot = await run('bot', 'create', 'builder', '--name', 'Builder', '--type', 'incoming', '--json');
  assert.equal(await run('bot', 'token', 'builder'), bot.api_key);
  const url: string = await run(
    'webhook',
    'url',
    'json',
    '--bot',
    'builder',
    '--channel',
    'general',
    '--topic',
    'builds',
  );
  const delivery = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"built":true}',
  });
  assert.equal(delivery.status, 200, await delivery.text());
  const { messages } = (
    await sendRequest(server.url, ada, 'GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  ).reply;
  assert.deepEqual([messages[0].subject, messages[0].sender_full_name], ['builds', 'Builder']);
  const renewed: string = await run('bot', 'token', 'builder', '--new');
  assert.notEqual(renewed, bot.api_key);
  assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401, 'the old address is of no use');
  assert.match(await run('bot', 'limit', 'builder'), /no limits/);
  await run('bot', 'limit', 'builder', '--channels', 'general', '--read-only');
  assert.equal(await run('bot', 'limit', 'builder'), 'channels: general; reading only');
  assert.equal(
    (
      await fetch(`${server.url}/api/v1/external/json?api_key=${renewed}&stream=general&topic=x`, {
        method: 'POST',
        body: '{}',
      })
    ).status,
    403,
  );
  assert.equal(await run('bot', 'limit', 'builder', '--any-channel'), 'reading only');
  assert.match(await run('bot', 'limit', 'builder', '--read-write'), /no limits/);
  assert.match(await run('bot', 'list'), /incoming +yes +builder-bot@.* Builder +ada@example\.com/);

  const wrong: [number, string[], RegExp][] = [
    [5, ['channel', 'archive', 'nowhere'], /No such channel: nowhere/],
    [5, ['invite', 'revoke', '99'], /No such invitation: 99/],
    [5, ['webhook', 'url', 'nothing', '--bot', 'builder'], /Use one of airbrake, .*\balertmanager, /],
    [5, ['emoji', 'add', 'other', '/nowhere.png'], /nowhere\.png/],
    [5, ['user', 'role', 'nobody@example.com', 'guest'], /No such user/],
    [6, ['invite', 'create', '--role', 'owner', '--as', 'mia@example.com'], /permission/],
    [1, ['channel', 'create', 'General'], /already/i],
    [2, ['invite', 'create', '--role', 'king'], /Allowed choices/],
    [2, ['bot', 'create', 'x', '--type', 'outgoing'], /--url/],
  ];
  for (const [exit, args, said] of wrong) {
    const { code, stderr } = await runKlatch([...args, '--data', data]);
    assert.equal(code, exit, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, said);
  }
  const quiet = await runKlatch(['channel', 'list', '--quiet', '--data', data]);
  assert.equal(quiet.stderr, '');
  await server.stop();
});

test('a sign-in link works once: opening it changes nothing yet, and a new link replaces it', async () => {
  const data = temporaryFolder();
  const run = commandOn(data);
  await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  const old: string = await run('user', 'login-link', 'ada@example.com');
  const link: string = await run('user', 'login-link', 'ada@example.com', '--minutes', '5');
  assert.equal((await fetch(old)).status, 404);
  const visit = async () => {
    const page = await fetch(link);
    const cookie = /csrftoken=[^;]+/.exec(page.headers.get('set-cookie') ?? '')?.[0] ?? '';
    const [, token = ''] = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(await page.text()) ?? [];
    return { status: page.status, cookie, token };
  };
  await visit();
  const { status, cookie, token } = await visit();
  assert.equal(status, 200, 'looking at it does not use it up');
  const press = () =>
    fetch(link, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: server.url, referer: link },
      body: new URLSearchParams({ csrfmiddlewaretoken: token }),
    });
  const signedIn = await press();
  assert.ok([302, 303].includes(signedIn.status), await signedIn.text());
  assert.match(signedIn.headers.get('set-cookie') ?? '', /sessionid=/);
  assert.equal((await visit()).status, 404);
  assert.doesNotMatch((await press()).headers.get('set-cookie') ?? '', /sessionid=/);
  await run('user', 'deactivate', (await createAccount(data, 'Mia')).email);
  assert.equal((await runKlatch(['user', 'login-link', 'mia@example.com', '--data', data])).code, 1);
  await server.stop();
});

test('sql reads the database but cannot change it, and the report contains no secret', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0'], {
    env: { KLATCH_JWT_SECRET: 'between us' },
  });
  const on = (...args: string[]) => runKlatch([...args, '--data', data], { env: { KLATCH_JWT_SECRET: 'between us' } });
  await sendRequest(server.url, ada, 'POST', '/messages', {
    type: 'stream',
    to: 'general',
    topic: 'a, "b"',
    content: 'pears',
  });
  const asked = await on(
    'sql',
    "SELECT channel, topic, sender, content FROM messages WHERE content = 'pears'",
    '--json',
  );
  assert.deepEqual(JSON.parse(asked.stdout), [
    { channel: 'general', topic: 'a, "b"', sender: 'Ada', content: 'pears' },
  ]);
  const csv = await on('sql', "SELECT id > 0 AS yes, topic FROM messages WHERE content = 'pears'", '--csv');
  assert.equal(csv.stdout, 'yes,topic\n1,"a, ""b"""\n');
  assert.deepEqual(JSON.parse((await on('sql', 'SELECT 1 AS id, 2 AS id', '--json')).stdout), [{ id: 1, 'id:2': 2 }]);
  const views = (await on('sql')).stdout;
  for (const view of ['people', 'channels', 'messages', 'reactions', 'files'])
    assert.match(views, new RegExp(`^${view} `, 'm'));
  for (const query of [
    'DELETE FROM message',
    'PRAGMA user_version = 9',
    'CREATE TABLE x (y)',
    'SELEC',
    'SELECT 1; SELECT 2',
  ])
    assert.equal((await on('sql', query)).code, 2, query);

  const settings = await runKlatch(['config', 'show', '--running', '--data', data]);
  assert.match(settings.stdout, /^listen +127\.0\.0\.1:0 +flag \(--listen\)$/m, 'as the server was started');
  assert.match(settings.stdout, /^jwt-secret +\*{8} +environment \(KLATCH_JWT_SECRET\)$/m);

  assert.equal((await on('healthcheck')).code, 0);
  assert.equal((await on('healthcheck', '--url', 'nonsense')).code, 2);
  const { stdout } = await on('doctor');
  assert.match(stdout, /✓ integrity/);
  assert.match(stdout, /✓ server +http:\/\/127\.0\.0\.1/);
  assert.match(stdout, /jwt-secret = \*{8} \(environment\)/);
  assert.doesNotMatch(stdout, /between us/);
  const findings = JSON.parse((await on('doctor', '--json')).stdout);
  assert.ok(findings.some(({ name, state }: { name: string; state: string }) => name === 'schema' && state === 'well'));
  await server.stop();
  assert.equal((await on('healthcheck')).code, 7);
  assert.equal((await runKlatch(['sql', '--data', temporaryFolder()])).code, 5);
});

test('commands that change something report the result as JSON', async () => {
  const data = temporaryFolder();
  const on = async (...args: string[]) => {
    const { code, stdout, stderr } = await runKlatch([...args, '--json', '--data', data]);
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout);
  };
  await createAccount(data, 'Ada', '--owner');
  const mia = await createAccount(data, 'Mia');
  assert.equal((await on('user', 'role', 'mia@example.com', 'moderator')).role, 'moderator');
  assert.equal((await on('user', 'deactivate', 'mia@example.com')).is_active, false);
  assert.equal((await on('user', 'reactivate', 'mia@example.com')).user_id, mia.user_id);
  assert.deepEqual((await on('config', 'set', 'backup-keep', '3')).value, '3');
  assert.deepEqual((await on('config', 'unset', 'backup-keep')).origin, 'default');
  // Commands with other output, and commands that keep running.
  const others = ['serve', 'dev', 'try', 'receive', 'mcp', 'licenses', 'completion', 'help'];
  const each = (command: Command): Command[] =>
    command.commands.length > 0 ? command.commands.flatMap(each) : [command];
  for (const command of each(program()))
    assert.ok(others.includes(command.name()) || command.options.some(({ long }) => long === '--json'), command.name());
});

test('deleted messages and archived channels are restored by commands', async () => {
  const data = temporaryFolder();
  const run = commandOn(data);
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  await run('channel', 'create', 'plans', '--privacy', 'private');
  await run('channel', 'archive', 'plans');
  await run('channel', 'restore', 'plans');
  assert.match(await run('channel', 'list'), /plans +private/);

  await run('channel', 'create', 'kitchen', '--privacy', 'private');
  const message = { type: 'channel', to: 'kitchen', topic: 'lunch', content: 'Noodles' };
  const { id } = (await sendRequest(server.url, ada, 'POST', '/messages', message)).reply;
  await sendRequest(server.url, ada, 'DELETE', `/messages/${id}`);
  assert.match(await run('message', 'deleted'), new RegExp(`${id} .* Ada +#kitchen > lunch +Noodles`));
  await run('message', 'restore', String(id));
  assert.deepEqual(await run('message', 'deleted', '--json'), []);
  assert.equal((await sendRequest(server.url, ada, 'GET', `/messages/${id}`)).reply.result, 'success');
});

test('statistics are printed as tables or as JSON, with or without a running server', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const run = commandOn(data);
  const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);
  const before = await run('stats', '--json');
  assert.equal(before.starts.length, 14);
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  const subscriptions = [{ name: 'plans' }];
  await sendRequest(server.url, ada, 'POST', '/users/me/subscriptions', { subscriptions, invite_only: true });
  await sendRequest(server.url, ada, 'POST', '/messages', { type: 'stream', to: 'plans', topic: 'a', content: 'one' });
  const after = await run('stats', '--period', 'week', '--num', '3', '--json');
  assert.equal(total(after.series.active_users), 1);
  assert.ok(total(after.series.channel_messages) > total(before.series.channel_messages));
  assert.ok(
    after.channels.some(({ name }: { name: string }) => name === 'plans'),
    'the operator sees all channels',
  );
  assert.ok(after.series.database_bytes.at(-1) > 0);
  assert.match(await run('stats'), /^DAY +CHANNELS[\s\S]*CHANNEL +MESSAGES[\s\S]*plans/);
  await assert.rejects(run('stats', '--num', '105'), /At most 104/);
});

test('the audit log is printed as a table or as JSON Lines', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  await sendRequest(server.url, ada, 'PATCH', '/realm', { name: 'Other' });
  const run = commandOn(data);
  assert.match(await run('audit', '--kind', 'settings_change'), /settings_change +Ada .*name/);
  assert.equal((await run('audit', '--kind', 'settings_change', '--json')).actor, 'Ada', 'one line of JSON');
  await assert.rejects(run('audit', '--kind', 'nothing'), /No such kind/);
  assert.doesNotMatch(await run('audit', '--until', '2020-01-01'), /settings_change/);
});
