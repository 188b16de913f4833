import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, CAPABILITIES, newTeam, type Reply } from '../support/team.ts';

const people = newTeam();
const { abe, mia, max, clock } = people;
const fetchState = async (type: string, name = type) =>
  (await mia.post('/register', { fetch_event_types: [type], client_capabilities: CAPABILITIES }))[name];

test('2.6 Saved snippet: id integer, title string, content string, date_created integer', async () => {
  const { saved_snippet_id } = await mia.post('/saved_snippets', { title: 'Bye', content: '*See you*' });
  const snippet = { id: saved_snippet_id, title: 'Bye', content: '*See you*', date_created: clock.now() / 1000 };
  assert.deepEqual(await fetchState('saved_snippets'), [snippet]);
});

test('2.6 Navigation view: fragment, is_pinned, name string or null (omitted for built-in views)', async () => {
  await mia.post('/navigation_views', { fragment: 'inbox', is_pinned: true });
  await mia.post('/navigation_views', { fragment: 'narrow/channel/1-design', is_pinned: false, name: 'Our design' });
  assert.deepEqual(await fetchState('navigation_views'), [
    { fragment: 'inbox', is_pinned: true, name: null },
    { fragment: 'narrow/channel/1-design', is_pinned: false, name: 'Our design' },
  ]);
});

test('2.6 Channel folder: identified by channel_folder_id; has name (non-empty) and description', async () => {
  const { channel_folder_id } = await abe.post('/channel_folders/create', { name: 'Work', description: 'All of *it*' });
  const [folder] = await fetchState('channel_folders');
  assert.deepEqual([folder.id, folder.name, folder.description], [channel_folder_id, 'Work', 'All of *it*']);
});

const CHOICES = { a: { text: 'Tea', order: '1' }, b: { text: 'Coffee', order: '2' } };
for (const [field_type, name, field_data] of [
  [1, 'Short text', {}],
  [2, 'Long text', {}],
  [3, 'List of options', CHOICES],
  [4, 'Date picker', {}],
  [5, 'Link', {}],
  [6, 'Person picker', {}],
  [7, 'External account', { subtype: 'github' }],
  [8, 'Pronouns', {}],
] as const)
  test(`2.6 Custom profile field: field_type ${field_type} ${name}`, async () => {
    const { id } = await abe.post('/realm/profile_fields', { field_type, name, hint: 'Yours', field_data });
    const fields: Reply[] = await fetchState('custom_profile_fields');
    const field = fields.find((one) => one.id === id)!;
    assert.deepEqual([field.type, field.hint], [field_type, field_type === 7 ? field.hint : 'Yours']);
    for (const flag of ['display_in_profile_summary', 'required', 'editable_by_user'])
      assert.equal(typeof field[flag], 'boolean');
    assert.deepEqual(JSON.parse(field.field_data || '{}'), field_data);
  });

test('2.6 Custom profile field: field_type is 1 to 8', async () => {
  for (const field_type of [0, 9])
    await assertRejected(abe.request('POST', '/realm/profile_fields', { field_type, name: 'No' }), /field type/i);
});

test('2.6 Presence entry, modern format: keyed by user ID, active_timestamp and idle_timestamp', async () => {
  const { presences } = await mia.post('/users/me/presence', { status: 'active', slim_presence: true });
  const now = clock.now() / 1000;
  assert.deepEqual(presences, { [mia.id]: { active_timestamp: now, idle_timestamp: now } });
});

test('2.6 Presence entry, legacy format: keyed by API email, aggregated and one object per client name', async () => {
  await max.patch('/settings', { email_address_visibility: 4 });
  await max.post('/users/me/presence', { status: 'active' });
  const { presences } = await mia.post('/users/me/presence', { status: 'active' });
  const { aggregated, ...clients } = presences[`user${max.id}@klatch.example`];
  assert.equal(aggregated.status, 'active');
  assert.equal(typeof aggregated.client, 'string');
  assert.equal(aggregated.timestamp, clock.now() / 1000);
  const all: [string, any][] = Object.entries(clients);
  assert.ok(all.length > 0);
  for (const [name, one] of all)
    assert.deepEqual(one, { client: name, status: 'active', timestamp: clock.now() / 1000, pushable: false });
});

test('2.6 Recent direct-message conversation: max_message_id, user_ids of the others, or none', async () => {
  const own = await mia.sendDirectMessage([mia], 'note');
  await mia.sendDirectMessage([max], 'hi');
  const last = await max.sendDirectMessage([mia], 'hello');
  assert.deepEqual(await fetchState('recent_private_conversations'), [
    { max_message_id: last, user_ids: [max.id] },
    { max_message_id: own, user_ids: [] },
  ]);
});

test('2.6 Subscription properties (updatable): color, booleans', async () => {
  const { id } = await mia.post('/channels/create', { name: 'design', subscribers: [mia.id] });
  const set = (property: string, value: unknown) =>
    mia.request('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: id, property, value }],
    });
  assert.equal((await set('color', '#c2c2c2')).result, 'success');
  assert.equal((await set('pin_to_top', true)).result, 'success');
  const [own] = await fetchState('subscription', 'subscriptions');
  assert.deepEqual([own.color, own.pin_to_top], ['#c2c2c2', true]);
});
