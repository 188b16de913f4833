import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../support/team.ts';

const people = newTeam();
const { app, ada, abe, mona, mia, max, gus } = people;
const path = `/users/${mia.email}`;
const user = async () => (await ada.get(`/users/${mia.id}`)).user;

test('4.9 (admin)', async () => {
  for (const who of [mona, max, gus])
    await assertRejected(
      who.request('PATCH', path, { full_name: 'M.' }),
      'Must be an organization administrator',
      'UNAUTHORIZED_PRINCIPAL',
    );
  await abe.patch(path, { full_name: 'Mia W.' });
});

test('4.9 by real email if the requester may see it', async () => {
  const shy = people.team.addUser('Shy', 400);
  await shy.patch('/settings', { email_address_visibility: 4 });
  await assertRejected(
    abe.request('PATCH', `/users/${shy.email}`, { full_name: 'Shy Person' }),
    'No such user',
    'BAD_REQUEST',
  );
  await abe.patch(`/users/user${shy.id}@klatch.example`, { full_name: 'Shy Person' });
});

test('4.9 by the placeholder address user<user_id>@<realm_host>', async () => {
  await abe.patch(`/users/user${mia.id}@klatch.example`, { full_name: 'Mia Placeholder' });
  assert.equal((await user()).full_name, 'Mia Placeholder');
});

test('4.9 the same as updating a user by ID', async () => {
  await abe.patch(`/users/${mia.id}`, { full_name: 'Mia Id' });
  assert.equal((await user()).full_name, 'Mia Id');
});

test('4.9 full_name', async () => {
  await abe.patch(path, { full_name: 'Mia Wallace' });
  assert.equal((await user()).full_name, 'Mia Wallace');
});

for (const role of [100, 200, 300, 600, 400])
  test(`4.9 role: ${role}`, async () => {
    await ada.patch(path, { role });
    assert.equal((await user()).role, role);
  });

test('4.9 role: nothing else', async () => {
  await assertRejected(ada.request('PATCH', path, { role: 500 }), /role/, 'BAD_REQUEST');
});

test('4.9 role: only owners add or remove the owner role', async () => {
  await assertRejected(
    abe.request('PATCH', path, { role: 100 }),
    'Must be an organization owner',
    'UNAUTHORIZED_PRINCIPAL',
  );
  await assertRejected(
    abe.request('PATCH', `/users/${ada.email}`, { role: 200 }),
    'Must be an organization owner',
    'UNAUTHORIZED_PRINCIPAL',
  );
});

test('4.9 role: the owner role cannot be removed from the only owner', async () => {
  await assertRejected(
    ada.request('PATCH', `/users/${ada.email}`, { role: 400 }),
    /only organization owner/,
    'BAD_REQUEST',
  );
});

test('4.9 profile_data: objects of id and value', async () => {
  const { id } = await abe.post('/realm/profile_fields', { field_type: 1, name: 'Motto' });
  await abe.patch(path, { profile_data: [{ id, value: 'Kindness' }] });
  const { user } = await ada.get(`/users/${mia.id}`, { include_custom_profile_fields: true });
  assert.equal(user.profile_data[id].value, 'Kindness');
});

test('4.9 new_email: requires an owner with the can_change_user_emails permission', async () => {
  const change = (who = ada) => who.request('PATCH', path, { new_email: 'mia@new.example' });
  await assertRejected(change(abe), /owner/);
  app.db.write(() => app.users.setMayChangeEmails(0, ada.id));
  await assertRejected(change(), 'User not authorized to change user emails', 'BAD_REQUEST');
  app.db.write(() => app.users.setMayChangeEmails(1, ada.id));
  assert.equal((await change()).msg, '');
  assert.equal((await user()).delivery_email, 'mia@new.example');
});

test('4.9 guests cannot become administrators: code, msg, result', async () => {
  const { result, msg, code } = await ada.request('PATCH', `/users/${gus.email}`, { role: 200 });
  assert.deepEqual([result, msg, code], ['error', 'Guests cannot be organization administrators', 'BAD_REQUEST']);
});
