import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../support/team.ts';

const people = newTeam();
const { abe, mona, mia } = people;
const folder = (fields: object) => abe.request('POST', '/channel_folders/create', { ...fields });
const limits = await abe.post('/register', { fetch_event_types: ['realm', 'channel_folders'] });

test('4.11 name: required, non-empty', async () => {
  await assertRejected(folder({ description: '' }), "Missing 'name' argument");
  for (const name of ['', '  ']) await assertRejected(folder({ name, description: '' }), /name/, 'BAD_REQUEST');
});

test('4.11 name: limit max_channel_folder_name_length', async () => {
  const limit = limits.max_channel_folder_name_length;
  assert.equal((await folder({ name: 'n'.repeat(limit), description: '' })).msg, '');
  await assertRejected(folder({ name: 'n'.repeat(limit + 1), description: '' }), /too long/, 'BAD_REQUEST');
});

test('4.11 description: must be present, may be empty', async () => {
  await assertRejected(folder({ name: 'Bare' }), "Missing 'description' argument");
  assert.equal((await folder({ name: 'Bare', description: '' })).msg, '');
});

test('4.11 description: limit max_channel_folder_description_length', async () => {
  const limit = limits.max_channel_folder_description_length;
  assert.equal((await folder({ name: 'Long', description: 'd'.repeat(limit) })).msg, '');
  await assertRejected(folder({ name: 'Longer', description: 'd'.repeat(limit + 1) }), /too long/, 'BAD_REQUEST');
});

test('4.11 response: channel_folder_id', async () => {
  assert.equal(typeof (await folder({ name: 'Work', description: '' })).channel_folder_id, 'number');
});

test('4.11 (admin)', async () => {
  await assertRejected(
    mona.request('POST', '/channel_folders/create', { name: 'Mine', description: '' }),
    'Must be an organization administrator',
    'UNAUTHORIZED_PRINCIPAL',
  );
});

const field = (fields: object) => abe.request('POST', '/realm/profile_fields', { ...fields });
let made = 0;
const named = () => `Field ${++made}`;

test('4.12 field_type: required, 1-8', async () => {
  await assertRejected(field({ name: named() }), "Missing 'field_type' argument");
  for (const field_type of [1, 2, 4, 5, 6, 8]) assert.equal((await field({ field_type, name: named() })).msg, '');
  for (const field_type of [0, 9])
    await assertRejected(field({ field_type, name: named() }), /field type/i, 'BAD_REQUEST');
});

test('4.12 name, hint: string', async () => {
  const { id } = await field({ field_type: 1, name: 'Motto', hint: 'What drives you' });
  const { custom_fields } = await mia.get('/realm/profile_fields');
  const { name, hint } = custom_fields.find((one: { id: number }) => one.id === id);
  assert.deepEqual([name, hint], ['Motto', 'What drives you']);
});

test('4.12 field_data: object, a dictionary of choices with text and order for a list of options', async () => {
  const list = { field_type: 3, name: named() };
  assert.equal((await field({ ...list, field_data: { a: { text: 'Tea', order: '1' } } })).msg, '');
  for (const field_data of [{ a: { text: 'Tea' } }, { a: { text: 'Tea', order: 1 } }, { a: 'Tea' }, {}, undefined])
    await assertRejected(field({ ...list, name: named(), field_data }), /./, 'BAD_REQUEST');
});

for (const flag of ['required', 'editable_by_user'])
  test(`4.12 ${flag}: boolean`, async () => {
    for (const value of [true, false]) {
      const { id } = await field({ field_type: 1, name: named(), [flag]: value });
      const { custom_fields } = await mia.get('/realm/profile_fields');
      assert.equal(custom_fields.find((one: { id: number }) => one.id === id)[flag], value);
    }
  });

test('4.12 editable_by_user: administrators can edit any user’s fields regardless', async () => {
  const { id } = await field({ field_type: 1, name: named(), editable_by_user: false });
  await assertRejected(mia.request('PATCH', '/users/me/profile_data', { data: [{ id, value: 'me' }] }), /./);
  await abe.patch(`/users/${mia.id}`, { profile_data: [{ id, value: 'by Abe' }] });
});

test('4.12 at most two fields in the profile summary', async () => {
  const shown = () => field({ field_type: 1, name: named(), display_in_profile_summary: true });
  for (let at = 0; at < 2; at++) assert.equal((await shown()).msg, '');
  await assertRejected(shown(), /2/, 'BAD_REQUEST');
});

for (const [field_type, name] of [
  [2, 'Long text'],
  [6, 'Person picker'],
] as const)
  test(`4.12 ${name} cannot be in the profile summary`, async () => {
    await assertRejected(
      newTeam().abe.request('POST', '/realm/profile_fields', { field_type, name, display_in_profile_summary: true }),
      /./,
      'BAD_REQUEST',
    );
  });

test('4.12 response: id of the new field', async () =>
  assert.equal(typeof (await field({ field_type: 1, name: named() })).id, 'number'));

test('4.12 (admin)', async () => {
  await assertRejected(
    mona.request('POST', '/realm/profile_fields', { field_type: 1, name: 'Mine' }),
    'Must be an organization administrator',
    'UNAUTHORIZED_PRINCIPAL',
  );
});
