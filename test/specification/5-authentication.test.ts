import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword } from '../../src/chat/people/sign-in/password-checks.ts';
import { assertRejected, newTeam, type TestUser } from '../support/team.ts';

const people = newTeam();
const { team, app, ada, abe, mona, mia, max, gus } = people;
const basic = (email: string, key: string) => ({
  Authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
});
const whoAmI = (headers: Record<string, string>) => team.request('GET', '/users/me', {}, headers);

test('5.1 HTTP Basic credentials: the account’s email as user name and the API key as password', async () => {
  assert.equal((await whoAmI(basic('mia@example.com', mia.apiKey))).user_id, mia.id);
  assert.equal((await whoAmI(basic('mia@example.com', max.apiKey))).status, 401);
  assert.equal((await whoAmI(basic('max@example.com', mia.apiKey))).status, 401);
  assert.equal((await whoAmI({})).status, 401);
});

test('5.1 bot email for bots', async () => {
  const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  assert.equal((await whoAmI(basic('robo@example.com', bot.apiKey))).user_id, bot.id);
  assert.equal((await whoAmI(basic(mia.email, bot.apiKey))).status, 401);
});

for (const how of ['browser cookies', 'the key in the Authorization header'])
  test(`5.2 the resumable upload endpoint accepts ${how}`, async () => {
    const hash = await hashPassword('correct horse');
    app.db.write(() => app.users.setPassword(hash, max.id));
    const signedIn = await team.request('POST', '/accounts/login/', { username: max.email, password: 'correct horse' });
    const cookies: string[] = signedIn.headers.getSetCookie().map((cookie: string) => cookie.split(';')[0]);
    const token = decodeURIComponent(cookies.find((cookie) => cookie.startsWith('csrftoken='))!.split('=')[1]!);
    const browser = { Cookie: cookies.join('; '), 'X-CSRFToken': token };
    const credentials: Record<string, string> = how === 'browser cookies' ? browser : basic(max.email, max.apiKey);
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': '5',
      'Upload-Metadata': `filename ${btoa('a.txt')}`,
      ...credentials,
    };
    const { status } = await fetch(`${await team.url}/api/v1/tus`, { method: 'POST', headers });
    assert.equal(status, 201);
  });

test('5.3 GET /users and POST /register allow unauthenticated access with the public access option', async () => {
  for (const [method, path] of [
    ['GET', '/users'],
    ['POST', '/register'],
  ] as const)
    assert.equal((await team.request(method, path, {})).status, 401);
  await ada.patch('/realm', { enable_spectator_access: true });
  assert.ok((await team.request('GET', '/users')).members.length > 0);
  assert.equal((await team.request('POST', '/register', { fetch_event_types: [] })).queue_id, null);
  await ada.patch('/realm', { enable_spectator_access: false });
});

for (const [method, path, fields] of [
  ['PATCH', '/realm/user_settings_defaults', { color_scheme: 2 }],
  ['POST', '/channel_folders/create', { name: 'Mine', description: '' }],
  ['POST', '/realm/profile_fields', { field_type: 1, name: 'Mine' }],
  ['PATCH', `/users/${mia.email}`, { full_name: 'Mine' }],
] as const)
  test(`5.4 administrator-only: ${method} ${path.replace(mia.email, '{email}')}`, async () => {
    for (const who of [mona, max, gus]) {
      const reply = await assertRejected(
        who.request(method, path, fields),
        'Must be an organization administrator',
        'UNAUTHORIZED_PRINCIPAL',
      );
      assert.equal(reply.status, 400);
    }
    for (const who of [abe]) assert.equal((await who.request(method, path, fields)).result, 'success');
  });

const leave = (who: TestUser, name: string, person: TestUser) =>
  who.request('DELETE', '/users/me/subscriptions', { subscriptions: [name], principals: [person.id] });
const make = (name: string, subscribers: TestUser[], options: Record<string, unknown> = {}) =>
  mia.post('/channels/create', { name, subscribers: subscribers.map(({ id }) => id), ...options });

test('5.5 unsubscribing others: organization administrators, for any user and channel', async () => {
  for (const invite_only of [false, true]) {
    await make(`5.5 admin ${invite_only}`, [mia, gus], { invite_only });
    assert.deepEqual((await leave(abe, `5.5 admin ${invite_only}`, gus)).removed, [`5.5 admin ${invite_only}`]);
  }
});

test('5.5 unsubscribing others: a bot the caller owns, in any channel the caller can access', async () => {
  const bot = team.addUser('Beep', 400, { bot_type: 1, bot_owner_id: max.id });
  await make('5.5 bots', [mia, bot]);
  await make('5.5 secret bots', [mia, bot], { invite_only: true });
  await assertRejected(leave(mia, '5.5 bots', bot), 'Insufficient permission', 'BAD_REQUEST');
  assert.deepEqual((await leave(max, '5.5 bots', bot)).removed, ['5.5 bots']);
  await assertRejected(leave(max, '5.5 secret bots', bot), /does not exist/, 'STREAM_DOES_NOT_EXIST');
});

test('5.5 unsubscribing others: with access to the channel and in its can_remove_subscribers_group', async () => {
  const removers = { can_remove_subscribers_group: { direct_members: [max.id], direct_subgroups: [] } };
  await make('5.5 open', [mia, gus, mona], removers);
  await assertRejected(leave(mia, '5.5 open', gus), 'Insufficient permission', 'BAD_REQUEST');
  await assertRejected(leave(mona, '5.5 open', gus), 'Insufficient permission', 'BAD_REQUEST');
  assert.deepEqual((await leave(max, '5.5 open', gus)).removed, ['5.5 open']);
  await make('5.5 closed', [mia, gus], { invite_only: true, ...removers });
  await assertRejected(leave(max, '5.5 closed', gus), /does not exist/, 'STREAM_DOES_NOT_EXIST');
});

test('5.6 new_email requires an organization owner with the can_change_user_emails permission', async () => {
  const change = (who: TestUser) => who.request('PATCH', `/users/${max.id}`, { new_email: 'max@new.example' });
  app.db.write(() => app.users.setMayChangeEmails(1, abe.id));
  await assertRejected(change(abe), 'Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL');
  app.db.write(() => app.users.setMayChangeEmails(0, ada.id));
  await assertRejected(change(ada), 'User not authorized to change user emails', 'BAD_REQUEST');
  app.db.write(() => app.users.setMayChangeEmails(1, ada.id));
  assert.equal((await change(ada)).msg, '');
});
