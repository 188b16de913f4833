import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const CHOICES = { vi: { text: 'Vim', order: '1' }, em: { text: 'Emacs', order: '2' } };
const make = async (abe: TestUser, field_type: number, name: string, more: object = {}): Promise<number> =>
  (await abe.post('/realm/profile_fields', { field_type, name, ...more })).id;
const getFields = async (person: TestUser) => (await person.get('/realm/profile_fields')).custom_fields;

test('4.12 everyone receives a new field, as an event and in the next registration', async () => {
  const { abe, gus } = newTeam();
  const field = {
    id: 1,
    type: 3,
    order: 1,
    name: 'Editor',
    hint: 'Which one?',
    field_data: JSON.stringify(CHOICES),
    display_in_profile_summary: true,
    required: true,
    editable_by_user: false,
  };
  await gus.assertReceives(
    () =>
      make(abe, 3, ' Editor ', {
        hint: 'Which one?',
        field_data: CHOICES,
        display_in_profile_summary: true,
        required: true,
        editable_by_user: false,
      }),
    { type: 'custom_profile_fields', fields: [field] },
  );
  assert.deepEqual(await getFields(gus), [field]);
  const state = await gus.post('/register', { fetch_event_types: ['custom_profile_fields'] });
  assert.deepEqual(state.custom_profile_fields, [field]);
  assert.equal(state.custom_profile_field_types.PRONOUNS.id, 8);
});

test('changing, moving and deleting a field publishes an event to everyone', async () => {
  const { abe, mia } = newTeam();
  const one = await make(abe, 1, 'One');
  const two = await make(abe, 2, 'Two');
  const heard = await mia.assertReceives(
    () =>
      abe.patch(`/realm/profile_fields/${one}`, { name: 'First', hint: 'h', required: true, editable_by_user: false }),
    { type: 'custom_profile_fields' },
  );
  assert.equal(heard[0]!.fields[0].name, 'First');
  assert.equal(heard[0]!.fields[0].required, true);
  await mia.assertReceives(() => abe.patch(`/realm/profile_fields/${one}`, { name: 'First' }));
  await mia.assertReceives(() => abe.patch('/realm/profile_fields', { order: [two, one] }), {
    type: 'custom_profile_fields',
  });
  assert.deepEqual(
    (await getFields(mia)).map(({ id }: { id: number }) => id),
    [two, one],
  );
  await assertRejected(abe.request('PATCH', '/realm/profile_fields', { order: [two] }), 'Invalid order mapping.');
  await mia.assertReceives(() => abe.delete(`/realm/profile_fields/${two}`), { type: 'custom_profile_fields' });
  assert.equal(
    (await assertRejected(abe.request('DELETE', `/realm/profile_fields/${two}`), `Field id ${two} not found.`)).status,
    400,
  );
  assert.equal(
    (
      await assertRejected(
        abe.request('PATCH', `/realm/profile_fields/${two}`, { name: 'x' }),
        `Field id ${two} not found.`,
      )
    ).status,
    400,
  );
});

test('only administrators can change fields, and a rejected change publishes nothing', async () => {
  const { abe, mona, mia, gus } = newTeam();
  const id = await make(abe, 1, 'One');
  await abe.assertReceives(async () => {
    for (const one of [mona, mia, gus])
      for (const [method, path] of [
        ['POST', '/realm/profile_fields'],
        ['PATCH', '/realm/profile_fields'],
        ['PATCH', `/realm/profile_fields/${id}`],
        ['DELETE', `/realm/profile_fields/${id}`],
      ] as const)
        await assertRejected(
          one.request(method, path, { field_type: 1, name: 'Mine', order: [id] }),
          /administrator/,
          'UNAUTHORIZED_PRINCIPAL',
        );
  });
  assert.equal((await getFields(mia))[0].name, 'One');
});

test('4.12 the profile summary has at most two fields, and never long text or users', async () => {
  const { abe } = newTeam();
  const summary = { display_in_profile_summary: true };
  const one = await make(abe, 1, 'One', summary);
  await make(abe, 4, 'Two', summary);
  const three = await make(abe, 8, 'Three');
  const most = 'Only 2 custom profile fields can be displayed in the profile summary.';
  await assertRejected(abe.request('POST', '/realm/profile_fields', { field_type: 1, name: 'Four', ...summary }), most);
  await assertRejected(abe.request('PATCH', `/realm/profile_fields/${three}`, summary), most);
  await abe.patch(`/realm/profile_fields/${one}`, { display_in_profile_summary: false });
  for (const field_type of [2, 6])
    await assertRejected(
      abe.request('POST', '/realm/profile_fields', { field_type, name: 'Long', ...summary }),
      /not supported/,
    );
  await abe.patch(`/realm/profile_fields/${three}`, summary);
});

test('4.12 a field’s own data must match its type', async () => {
  const { abe } = newTeam();
  const wrong = (field_type: number, field_data: unknown, message: RegExp | string) =>
    assertRejected(abe.request('POST', '/realm/profile_fields', { field_type, name: 'New', field_data }), message);
  await wrong(9, {}, 'Invalid field type.');
  await wrong(3, {}, 'Field must have at least one choice.');
  await wrong(3, { a: { text: 'A' } }, /order key is missing/);
  await wrong(3, { a: { text: 'A', order: 1 } }, /is not a string/);
  await wrong(3, { a: { text: '  ', order: '1' } }, /cannot be blank/);
  await wrong(
    3,
    { a: { text: 'A', order: '1' }, b: { text: 'A', order: '2' } },
    'Field must not have duplicate choices.',
  );
  await wrong(7, {}, /subtype key is missing/);
  await wrong(7, { subtype: 'nowhere' }, 'Invalid external account type');
  await wrong(7, { subtype: 'custom' }, 'Custom external account must define URL pattern');
  await wrong(7, { subtype: 'custom', url_pattern: 'https://x.example/' }, 'Malformed URL pattern.');
  await wrong(7, { subtype: 'custom', url_pattern: 'javascript:%(username)s' }, 'Malformed URL pattern.');
  await assertRejected(abe.request('POST', '/realm/profile_fields', { field_type: 1 }), 'Label cannot be blank.');
  await assertRejected(
    abe.request('POST', '/realm/profile_fields', { field_type: 1, name: 'x'.repeat(41) }),
    /name is too long/,
  );
  await make(abe, 1, 'Taken');
  await assertRejected(
    abe.request('POST', '/realm/profile_fields', { field_type: 1, name: 'Taken' }),
    'A field with that label already exists.',
  );
  await abe.post('/realm/profile_fields', { field_type: 7, field_data: { subtype: 'github' } });
  assert.equal((await getFields(abe)).at(-1).name, 'GitHub username');
  const { realm_default_external_accounts } = await abe.post('/register', { fetch_event_types: ['realm'] });
  assert.equal(realm_default_external_accounts.github.url_pattern, 'https://github.com/%(username)s');
});

test('a value whose option was removed is deleted', async () => {
  const { abe, mia, max } = newTeam();
  const id = await make(abe, 3, 'Editor', { field_data: CHOICES });
  await mia.patch('/users/me/profile_data', { data: [{ id, value: 'vi' }] });
  await max.assertReceives(
    () => abe.patch(`/realm/profile_fields/${id}`, { field_data: { em: CHOICES.em } }),
    { type: 'realm_user', op: 'update', person: { user_id: mia.id, custom_profile_field: { id, value: null } } },
    { type: 'custom_profile_fields' },
  );
});
