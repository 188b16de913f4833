import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../support/port.ts';
import { runKlatch, sendRequest, startServer, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

const SMALL = ['--users', '7', '--messages', '80'];

/** A script file for `--exec`, because quoting differs between shells. */
function script(text: string): string {
  const file = join(temporaryFolder(), 'script.mjs');
  writeFileSync(file, text);
  return `"${process.execPath}" "${file}"`;
}

/** What one client sees of the whole organization, as text. */
const SNAPSHOT_SCRIPT = `
  const { ZULIP_SITE, ZULIP_EMAIL, ZULIP_API_KEY } = process.env;
  const headers = { Authorization: 'Basic ' + Buffer.from(ZULIP_EMAIL + ':' + ZULIP_API_KEY).toString('base64') };
  const get = async (path) => (await fetch(ZULIP_SITE + '/api/v1' + path, { headers })).json();
  const state = await (await fetch(ZULIP_SITE + '/api/v1/register', { method: 'POST', headers, body: new URLSearchParams({
    client_capabilities: '{"notification_settings_null":true,"archived_channels":true}', event_types: '["message","update_message_flags","realm_user","stream","starred_messages"]' }) })).json();
  const { queue_id, ...rest } = state;
  const dms = await get('/users/me/subscriptions');
  console.log(JSON.stringify({ key: ZULIP_API_KEY, rest, dms }));
`;

test('the same seed creates the same server, and another seed a different one', async () => {
  const look = script(SNAPSHOT_SCRIPT);
  const run = async (seed: string) => {
    const { code, stdout, stderr } = await runKlatch(['dev', ...SMALL, '--seed', seed, '--exec', look]);
    assert.equal(code, 0, stderr);
    return stdout.replaceAll(/127\.0\.0\.1:\d+/g, 'HERE').replace(/"(server_timestamp|server_generation)":[\d.]+/g, '');
  };
  const [one, again, other] = await Promise.all([run('1'), run('1'), run('2')]);
  assert.equal(one, again);
  assert.notEqual(one, other);
  const { rest } = JSON.parse(one!);
  assert.ok(rest.unread_msgs.count > 0, 'something is unread');
});

test('the sample data contains every case that a client must handle', async () => {
  const server = await startServer(['dev', '--listen', ':0']);
  const signIn = async (username: string) =>
    (await (
      await fetch(`${server.url}/api/v1/dev_fetch_api_key`, { method: 'POST', body: new URLSearchParams({ username }) })
    ).json()) as any;
  const owner = await signIn('owner@example.com');
  const { members } = (await sendRequest(server.url, owner, 'GET', '/users')).reply;
  assert.deepEqual(
    [...new Set(members.filter((m: any) => !m.is_bot).map((m: any) => m.role))].sort(),
    [100, 200, 300, 400, 600],
  );
  assert.ok(members.some((m: any) => m.is_bot && m.bot_owner_id === owner.user_id));

  const { streams } = (
    await sendRequest(server.url, owner, 'GET', '/streams', { include_all: true, exclude_archived: false })
  ).reply;
  const some = (what: string, is: (s: any) => boolean) => assert.ok(streams.some(is), `a ${what} channel`);
  some('public', (s) => !s.invite_only && !s.is_web_public);
  some('private', (s) => s.invite_only && s.history_public_to_subscribers);
  some('protected-history', (s) => s.invite_only && !s.history_public_to_subscribers);
  some('web-public', (s) => s.is_web_public);
  some('archived', (s) => s.is_archived);

  const state = (
    await sendRequest(server.url, owner, 'POST', '/register', {
      client_capabilities: { notification_settings_null: true },
    })
  ).reply;
  assert.ok(state.max_message_id > 300);
  assert.ok(state.unread_msgs.count > 0);
  const stars = await Promise.all(
    ['owner', 'administrator', 'moderator', 'member1', 'member2'].map(async (name) => {
      const person = await signIn(`${name}@example.com`);
      return (
        await sendRequest(server.url, person, 'POST', '/register', {
          event_types: ['starred_messages', 'message', 'update_message_flags'],
        })
      ).reply.starred_messages.length;
    }),
  );
  assert.ok(Math.max(...stars) > 0, 'somebody starred something');
  assert.equal((await server.stop()).code, 0);
});

test('a client can sign in as any user without a password, and gets key, session and CSRF cookie', async () => {
  const server = await startServer(['dev', '--listen', ':0', ...SMALL]);
  const { direct_admins, direct_users } = (await (await fetch(`${server.url}/api/v1/dev_list_users`)).json()) as any;
  assert.deepEqual(
    direct_admins.map((l: any) => l.email),
    ['owner@example.com', 'administrator@example.com'],
  );
  assert.equal(direct_users[0].realm_url, server.url);

  const response = await fetch(`${server.url}/api/v1/dev_fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: direct_users[0].email }),
  });
  const { email, user_id } = (await response.json()) as any;
  assert.equal(email, direct_users[0].email);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
  const me = await fetch(`${server.url}/json/users/me`, { headers: { Cookie: cookies.join('; ') } });
  assert.equal(((await me.json()) as any).user_id, user_id);
  const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))!.slice('csrftoken='.length);
  const typing = (headers: Record<string, string>) =>
    fetch(`${server.url}/json/mark_all_as_read`, {
      method: 'POST',
      headers: { Cookie: cookies.join('; '), ...headers },
    });
  assert.equal((await typing({})).status, 403, 'a changing request needs the csrf token');
  assert.equal((await typing({ 'X-CSRFToken': decodeURIComponent(csrf) })).status, 200);

  const unknown = await fetch(`${server.url}/api/v1/dev_fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'x@example.com' }),
  });
  assert.equal(unknown.status, 401);
  await server.stop();
});

test('a server that is not temporary has no such sign-in', async () => {
  const server = await startServer(['serve', '--data', temporaryFolder(), '--listen', '127.0.0.1:0']);
  for (const [method, path] of [
    ['POST', 'dev_fetch_api_key'],
    ['GET', 'dev_list_users'],
  ] as const) {
    const response = await fetch(`${server.url}/api/v1/${path}`, { method });
    assert.equal(response.status, 404);
    assert.equal(response.headers.getSetCookie().length, 0);
  }
  await server.stop();
});

test('--exec returns the command’s exit code and leaves nothing, --keep keeps the data', async () => {
  const { code, stdout } = await runKlatch([
    'dev',
    ...SMALL,
    '--exec',
    script('console.log(process.env.ZULIP_EMAIL); process.exit(7)'),
  ]);
  assert.deepEqual([code, stdout], [7, 'owner@example.com\n']);

  const kept = await runKlatch(['dev', ...SMALL, '--keep', '--exec', 'exit 0']);
  const [, data] = /The data is kept in (\S+)/.exec(kept.stderr)!;
  assert.ok(existsSync(join(data!, 'klatch.db')));
  assert.match((await runKlatch(['user', 'list', '--data', data!])).stdout, /owner@example\.com/);
  rmSync(data!, { recursive: true });

  const server = await startServer(['dev', '--listen', ':0', ...SMALL]);
  const [, gone] = /data in (\S+)/.exec(server.said.stderr)!;
  assert.ok(existsSync(gone!));
  await server.stop();
  assert.ok(!existsSync(gone!));
});

test('the clock starts at the given time, and POST /dev/reset restores the data at the same URL', async () => {
  const server = await startServer(['dev', ...SMALL, '--now', '2026-05-05T10:00:00Z', '--frozen', '--listen', ':0']);
  const key = async () => {
    const body = new URLSearchParams({ username: 'owner@example.com' });
    return (await (await fetch(`${server.url}/api/v1/dev_fetch_api_key`, { method: 'POST', body })).json()) as {
      email: string;
      api_key: string;
    };
  };
  const owner = await key();
  const newest = async () =>
    (await sendRequest(server.url, owner, 'GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).reply
      .messages[0];
  const before = await newest();
  const { reply } = await sendRequest(server.url, owner, 'POST', '/messages', {
    type: 'stream',
    to: 'general',
    topic: 'x',
    content: 'soon gone',
  });
  const sent = await newest();
  assert.deepEqual([sent.id, sent.timestamp], [reply.id, Date.UTC(2026, 4, 5, 10) / 1000]);
  const { queue_id } = (await sendRequest(server.url, owner, 'POST', '/register', { event_types: ['message'] })).reply;
  const waiting = sendRequest(server.url, owner, 'GET', '/events', { queue_id, last_event_id: -1 });
  assert.equal((await fetch(`${server.url}/dev/reset`, { method: 'POST' })).status, 200);
  await waiting;
  assert.deepEqual(await key(), owner);
  assert.deepEqual(await newest(), before);
  const again = await sendRequest(server.url, owner, 'POST', '/messages', {
    type: 'stream',
    to: 'general',
    topic: 'x',
    content: 'once more',
  });
  assert.equal(again.reply.id, reply.id);
  assert.equal((await server.stop()).code, 0);
});

test('a folder given with --data is filled and kept; one that is not empty is rejected', async () => {
  const data = join(temporaryFolder(), 'mine');
  const args = ['dev', ...SMALL, '--data', data, '--exec', 'true'];
  const first = await runKlatch(args);
  assert.equal(first.code, 0, first.stderr);
  assert.ok(first.stderr.includes(`The data is kept in ${data}\n`));
  const { stdout } = await runKlatch(['user', 'list', '--json', '--data', data]);
  assert.ok(JSON.parse(stdout).some(({ email }: { email: string }) => email === 'owner@example.com'));
  const second = await runKlatch(args);
  assert.equal(second.code, 2);
  assert.match(second.stderr, /is not empty, and dev needs a new folder/);
  assert.ok(existsSync(join(data, 'klatch.db')), 'nothing is removed');
});

test('a request waits for the sample data that the server is creating', async () => {
  const port = await freePort();
  const starting = startServer(['dev', ...SMALL, '--listen', `127.0.0.1:${port}`]);
  const early = waitUntil(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    return answer?.status === 200;
  });
  await Promise.all([starting, early]);
  await (await starting).stop();
});
