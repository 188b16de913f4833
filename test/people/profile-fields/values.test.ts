import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const make = async (abe: TestUser, field_type: number, name: string, more: object = {}): Promise<number> =>
  (await abe.post('/realm/profile_fields', { field_type, name, ...more })).id;
const fill = (person: TestUser, id: number, value: unknown) =>
  person.request('PATCH', '/users/me/profile_data', { data: [{ id, value }] });
const getProfile = async (viewer: TestUser, { id }: TestUser) =>
  (await viewer.get(`/users/${id}`, { include_custom_profile_fields: true })).user.profile_data;

test('2.5 others receive a user’s profile values, and text values with their HTML', async () => {
  const { team, abe, mia, gus } = newTeam();
  const id = await make(abe, 1, 'Motto');
  const custom_profile_field = { id, value: 'be **bold**', rendered_value: '<p>be <strong>bold</strong></p>' };
  await gus.assertReceives(() => fill(mia, id, ' be **bold** '), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: mia.id, custom_profile_field },
  });
  const profile = { [id]: { value: 'be **bold**', rendered_value: '<p>be <strong>bold</strong></p>' } };
  assert.deepEqual(await getProfile(gus, mia), profile);
  const { members } = await gus.get('/users', { include_custom_profile_fields: true });
  assert.deepEqual(members.find(({ user_id }: { user_id: number }) => user_id === mia.id).profile_data, profile);
  assert.deepEqual((await mia.get('/users/me')).profile_data, profile);
  const { realm_users } = await gus.post('/register', { fetch_event_types: ['realm_user'] });
  assert.deepEqual(realm_users.find(({ user_id }: { user_id: number }) => user_id === mia.id).profile_data, profile);
  team.app.db.write(() => team.app.realm.set('enable_spectator_access', true));
  const seen = await team.request('GET', '/json/users', { include_custom_profile_fields: true });
  assert.doesNotMatch(JSON.stringify(seen), /bold/, 'not by visitors');
  await gus.assertReceives(() => fill(mia, id, 'be **bold**'));
  await gus.assertReceives(() => mia.delete('/users/me/profile_data', { data: [id] }), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: mia.id, custom_profile_field: { id, value: null } },
  });
  assert.deepEqual(await getProfile(gus, mia), {});
});

test('4.12 values of all eight types are validated', async () => {
  const { team, abe, mia, max } = newTeam();
  const bot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: mia.id });
  const choices = { vi: { text: 'Vim', order: '1' } };
  const ids = {
    short: await make(abe, 1, 'Short'),
    long: await make(abe, 2, 'Long'),
    choice: await make(abe, 3, 'Choice', { field_data: choices }),
    date: await make(abe, 4, 'Born'),
    link: await make(abe, 5, 'Page'),
    people: await make(abe, 6, 'Boss'),
    account: await make(abe, 7, '', { field_data: { subtype: 'github' } }),
    pronouns: await make(abe, 8, 'Pronouns'),
  };
  await assertRejected(fill(mia, ids.short, 'x'.repeat(51)), 'Short is too long (limit: 50 characters)');
  await assertRejected(fill(mia, ids.short, [1]), 'Short is not a string');
  await assertRejected(fill(mia, ids.long, 'x'.repeat(501)), 'Long is too long (limit: 500 characters)');
  await assertRejected(fill(mia, ids.choice, 'toString'), "'toString' is not a valid choice for 'Choice'.");
  for (const date of ['2026-02-30', '21.11.2026', '2026-1-1'])
    await assertRejected(fill(mia, ids.date, date), 'Born is not a date');
  for (const link of ['nowhere', 'javascript:alert(1)', 'https://'])
    await assertRejected(fill(mia, ids.link, link), 'Page is not a URL');
  await assertRejected(fill(mia, ids.people, 'me'), 'Boss is not a valid list of user IDs');
  await assertRejected(fill(mia, ids.people, [999]), 'Invalid user ID: 999');
  await assertRejected(fill(mia, ids.people, [bot.id]), `User with ID ${bot.id} is a bot`);
  await assertRejected(fill(mia, ids.account, 'x'.repeat(51)), /too long/);
  await assertRejected(fill(mia, ids.pronouns, 'x'.repeat(51)), /too long/);
  await assertRejected(fill(mia, 999, 'x'), 'Field id 999 not found.');
  const data = [
    { id: ids.short, value: 'a' },
    { id: ids.long, value: 'b' },
    { id: ids.choice, value: 'vi' },
    { id: ids.date, value: '1990-02-28' },
    { id: ids.link, value: 'https://mia.example/' },
    { id: ids.people, value: [max.id] },
    { id: ids.account, value: 'mia' },
    { id: ids.pronouns, value: 'she/her' },
  ];
  await mia.patch('/users/me/profile_data', { data });
  const profile = await getProfile(max, mia);
  assert.equal(profile[ids.people].value, `[${max.id}]`);
  assert.equal(profile[ids.date].value, '1990-02-28');
  assert.equal('rendered_value' in profile[ids.pronouns], false);
  await assertRejected(
    mia.request('PATCH', '/users/me/profile_data', { data: [data[0], { id: ids.date, value: 'never' }] }),
    /not a date/,
  );
  await mia.patch('/users/me/profile_data', {
    data: [
      { id: ids.people, value: [] },
      { id: ids.short, value: null },
    ],
  });
  assert.deepEqual(Object.keys(await getProfile(max, mia)).length, 6);
  await assertRejected(
    bot.request('PATCH', '/users/me/profile_data', { data: [] }),
    'This endpoint does not accept bot requests.',
  );
});

test('4.12 a field can be limited to administrators', async () => {
  const { abe, mia } = newTeam();
  const id = await make(abe, 1, 'Rank', { editable_by_user: false });
  const refusal = 'You are not allowed to change this field. Contact an administrator to update it.';
  await assertRejected(fill(mia, id, 'General'), refusal);
  await assertRejected(mia.request('DELETE', '/users/me/profile_data', { data: [id] }), refusal);
  assert.equal((await fill(abe, id, 'General')).result, 'success');
});

test('a guest receives no profile of inaccessible users, and cannot refer to them', async () => {
  const { app, abe, mia, max, gus } = newTeam();
  const motto = await make(abe, 1, 'Motto');
  const boss = await make(abe, 6, 'Boss');
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  await gus.assertReceives(() => fill(mia, motto, 'secret'));
  await assertRejected(fill(gus, boss, [max.id]), `Invalid user ID: ${max.id}`);
});
