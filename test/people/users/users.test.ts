import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const hideEmail = (person: TestUser, visibility: number) =>
  person.patch('/settings', { email_address_visibility: visibility });

/** Guests can see only users with whom they share a conversation. */
const limitGuests = ({ app }: ReturnType<typeof newTeam>) => {
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  app.db.commit();
};

test('users are found by id and by address', async () => {
  const { mia, gus, app } = newTeam();
  const { members } = await gus.get('/users');
  assert.deepEqual(
    members.map(({ full_name }: { full_name: string }) => full_name),
    ['Ada', 'Abe', 'Mona', 'Mia', 'Max', 'Gus'],
  );
  const { user } = await gus.get(`/users/${mia.id}`);
  assert.deepEqual(user, {
    user_id: mia.id,
    delivery_email: 'mia@example.com',
    email: 'mia@example.com',
    full_name: 'Mia',
    date_joined: '2026-11-21T12:00+00:00',
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    role: 400,
    timezone: '',
    avatar_url: `/avatar/${mia.id}?v=1`,
    avatar_version: 1,
  });
  assert.deepEqual((await gus.get('/users/mia@example.com')).user, user);
  assert.deepEqual((await gus.get(`/users/user${mia.id}@klatch.example`)).user, user);
  assert.deepEqual(
    (await gus.get('/users', { user_ids: [mia.id, 999], include_custom_profile_fields: true })).members,
    [{ ...user, profile_data: {} }],
  );
  await assertRejected(gus.request('GET', '/users/999'), 'No such user', 'BAD_REQUEST');
  await assertRejected(gus.request('GET', '/users/nobody@example.com'), 'No such user', 'BAD_REQUEST');
  const bot = app.users.systemBots()[0]!;
  assert.equal((await gus.get(`/users/${bot.id}`)).user.is_system_bot, true);
});

test('a user gets their own account', async () => {
  const { ada } = newTeam();
  const me = await ada.get('/users/me');
  assert.equal(me.is_owner && me.is_admin && me.is_active, true);
  assert.equal(me.max_message_id, -1);
  assert.equal(me.delivery_email, 'ada@example.com');
});

test('a hidden address is returned only to users who may see it', async () => {
  const { team, ada, abe, mona, max, mia, gus } = newTeam();
  const real = 'mia@example.com';
  const placeholder = `user${mia.id}@klatch.example`;
  const seenBy: [visibility: number, people: TestUser[]][] = [
    [1, [ada, abe, mona, max, gus, mia]],
    [2, [ada, abe, mona, max, mia]],
    [5, [ada, abe, mona, mia]],
    [3, [ada, abe, mia]],
    [4, [mia]],
  ];
  for (const [visibility, people] of seenBy) {
    await hideEmail(mia, visibility);
    for (const viewer of [ada, abe, mona, max, gus, mia]) {
      const { user } = await viewer.get(`/users/${mia.id}`);
      assert.equal(user.delivery_email, people.includes(viewer) ? real : null, `${viewer.name} at ${visibility}`);
      assert.equal(user.email, visibility === 1 ? real : placeholder);
      const asked = await viewer.request('GET', `/users/${real}`);
      if (people.includes(viewer)) assert.equal(asked.user.user_id, mia.id);
      else await assertRejected(Promise.resolve(asked), 'No such user', 'BAD_REQUEST');
    }
  }
  assert.equal((await mia.get('/users/me')).email, placeholder);
  const basic = (email: string) => ({
    Authorization: `Basic ${Buffer.from(`${email}:${mia.apiKey}`).toString('base64')}`,
  });
  assert.equal(
    (await team.request('GET', '/users/me', {}, basic(placeholder))).status,
    200,
    'one signs in with either address',
  );
});

test('no endpoint reveals whose a hidden address is', async () => {
  const { ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'open', subscribers: [mia.id, max.id] });
  await hideEmail(mia, 3);
  const narrow = (operator: string, operand: string) => ({
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [[operator, operand]],
  });
  const tryBy = (who: TestUser, email: string) => [
    who.request('POST', '/messages', { type: 'direct', to: [email], content: 'hello' }),
    who.request('GET', `/users/${email}/presence`),
    who.request('GET', '/messages', narrow('dm', email)),
    who.request('GET', '/messages', narrow('sender', email)),
    who.request('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'open' }], principals: [email] }),
  ];
  for (const [at, trying] of tryBy(max, mia.email).entries()) {
    const [hidden, nobodys] = await Promise.all([trying, tryBy(max, 'nobody@example.com')[at]!]);
    assert.equal(hidden.status, 400);
    assert.equal(
      hidden.msg.replace(mia.email, ''),
      nobodys.msg.replace('nobody@example.com', ''),
      'the same as for an address of nobody',
    );
  }
  await mia.post('/users/me/presence', { status: 'active' });
  for (const asking of [...tryBy(ada, mia.email), ...tryBy(max, `user${mia.id}@klatch.example`)])
    assert.equal((await asking).status, 200);
});

test('a user who hides the address is published to the users who lose it, and only to them', async () => {
  const { mia, gus, ada } = newTeam();
  const forGus = await gus.registerQueue();
  await ada.assertReceives(() => hideEmail(mia, 2), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: mia.id, new_email: `user${mia.id}@klatch.example` },
  });
  assert.deepEqual(
    (await forGus.events()).map(({ person }) => person),
    [
      { user_id: mia.id, delivery_email: null },
      { user_id: mia.id, new_email: `user${mia.id}@klatch.example` },
    ],
  );
  await gus.assertReceives(
    () => hideEmail(mia, 1),
    { type: 'realm_user', op: 'update', person: { delivery_email: 'mia@example.com' } },
    { type: 'realm_user', op: 'update', person: { new_email: 'mia@example.com' } },
  );
});

test('a visitor gets users without addresses, and only with public access', async () => {
  const { team, app, mia } = newTeam();
  assert.equal((await team.request('GET', '/users')).status, 401);
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  app.db.commit();
  const { members } = await team.request('GET', '/json/users');
  const seen = members.find(({ user_id }: { user_id: number }) => user_id === mia.id);
  assert.equal(seen.date_joined, '2026-11-21');
  assert.equal(seen.delivery_email, null);
  assert.doesNotMatch(JSON.stringify(members), /example\.com/);
  assert.equal((await team.request('GET', `/users/${mia.id}`)).status, 401, 'one person is not for visitors');
});

test('a limited guest sees users of the same channels or conversations, and bots', async () => {
  const world = newTeam();
  const { team, mia, max, gus, ada } = world;
  limitGuests(world);
  const bot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: mia.id });
  const known = async () => (await gus.get('/users')).members.map(({ user_id }: { user_id: number }) => user_id);
  assert.deepEqual(await known(), [gus.id, bot.id]);
  await assertRejected(gus.request('GET', `/users/${mia.id}`), 'No such user', 'BAD_REQUEST');
  await assertRejected(gus.request('GET', '/users/mia@example.com'), 'No such user', 'BAD_REQUEST');
  await max.sendDirectMessage([gus], 'hello');
  assert.deepEqual(await known(), [max.id, gus.id, bot.id]);
  await gus.assertReceives(
    () => ada.post('/users', { email: 'new@example.com', full_name: 'New', password: 'a long one' }),
    { type: 'user_group', op: 'add_members' },
    { type: 'user_group', op: 'add_members' },
  );
  const old = await gus.post('/register', {
    fetch_event_types: ['realm_user'],
    client_capabilities: { notification_settings_null: true },
  });
  assert.deepEqual(
    old.realm_users.map(({ full_name }: { full_name: string }) => full_name),
    ['Unknown user', 'Unknown user', 'Unknown user', 'Unknown user', 'Max', 'Gus', 'Robot', 'Unknown user'],
  );
  assert.doesNotMatch(JSON.stringify(old), /mia@|ada@|new@/);
});

test('an administrator creates an account; everyone receives it, and it is in the groups of its role', async () => {
  const { abe, mia, app } = newTeam();
  const form = { email: 'pia@example.com', full_name: 'Pia', password: 'correct horse' };
  await mia.assertReceives(
    () => abe.post('/users', form),
    { type: 'realm_user', op: 'add', person: { full_name: 'Pia', delivery_email: 'pia@example.com', role: 400 } },
    { type: 'user_group', op: 'add_members', group_id: app.groups.system('role:fullmembers') },
    { type: 'user_group', op: 'add_members', group_id: app.groups.system('role:members') },
  );
  await assertRejected(abe.request('POST', '/users', form), "Email 'pia@example.com' already in use", 'BAD_REQUEST');
  const other = { ...form, email: 'lea@example.com' };
  await assertRejected(
    abe.request('POST', '/users', { ...other, email: 'no address' }),
    'Enter a valid email address.',
  );
  await assertRejected(
    abe.request('POST', '/users', { ...other, email: 'user4@klatch.example' }),
    'Enter a valid email address.',
  );
  await assertRejected(abe.request('POST', '/users', { ...other, full_name: 'P' }), 'Name too short!');
  await assertRejected(abe.request('POST', '/users', { ...other, full_name: '@Pia' }), 'Invalid characters in name!');
  await assertRejected(
    abe.request('POST', '/users', { ...other, password: 'short' }),
    'The password is too weak. Use 6 to 100 characters.',
  );
  await mia.assertReceives(() =>
    assertRejected(
      mia.request('POST', '/users', other),
      'Must be an organization administrator',
      'UNAUTHORIZED_PRINCIPAL',
    ),
  );
  app.db.write(() => app.realm.set('require_unique_names', true));
  await assertRejected(
    abe.request('POST', '/users', { ...other, full_name: 'pia' }),
    'Unique names required in this organization.',
  );
});
