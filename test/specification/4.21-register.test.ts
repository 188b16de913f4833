import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, CAPABILITIES, newTeam, type Reply, type TestUser } from '../support/team.ts';

const people = newTeam();
const { app, team, ada, mia, max, gus } = people;
const { id: design } = await ada.post('/channels/create', { name: 'design', subscribers: [ada.id, mia.id] });
const { id: open } = await ada.post('/channels/create', { name: 'open', subscribers: [ada.id] });

const register = (who: TestUser, fields: object = {}) =>
  who.request('POST', '/register', { fetch_event_types: [], ...fields });
/** The events that a queue with these parameters receives during an action. */
async function heard(who: TestUser, fields: object, action: () => Promise<unknown>): Promise<Reply[]> {
  const queue = await who.registerQueue({ apply_markdown: undefined, client_capabilities: undefined, ...fields });
  await action();
  return queue.events();
}
const contents = (events: Reply[]) =>
  events.filter(({ type }) => type === 'message').map(({ message }) => message.content);

test('4.21 apply_markdown: default false', async () => {
  const say = () => ada.sendMessage('design', 'lunch', '**soup**');
  assert.deepEqual(contents(await heard(mia, {}, say)), ['**soup**']);
  assert.deepEqual(contents(await heard(mia, { apply_markdown: true }, say)), ['<p><strong>soup</strong></p>']);
});

test('4.21 client_gravatar: default true authenticated', async () => {
  const gray = team.addUser('Gray', 400);
  app.db.write(() => app.db.run("UPDATE user SET avatar_source = 'G' WHERE full_name = ?")('Gray'));
  await gray.patch('/settings', { timezone: 'Europe/Paris' });
  const url = async (fields: object) => {
    const { realm_users } = await register(mia, { fetch_event_types: ['realm_user'], ...fields });
    return realm_users.find(({ user_id }: Reply) => user_id === gray.id).avatar_url;
  };
  assert.equal(await url({}), null);
  assert.equal(typeof (await url({ client_gravatar: false })), 'string');
});

test('4.21 client_gravatar, include_subscribers: true in an unauthenticated request is an error', async () => {
  await ada.patch('/realm', { enable_spectator_access: true });
  const visit = (fields: object) => team.request('POST', '/register', { fetch_event_types: [], ...fields });
  await assertRejected(visit({ client_gravatar: true }), /client_gravatar/, 'BAD_REQUEST');
  await assertRejected(visit({ include_subscribers: 'true' }), /include_subscribers/, 'BAD_REQUEST');
  assert.equal((await visit({})).queue_id, null);
  assert.equal((await visit({ client_gravatar: false, include_subscribers: 'false' })).result, 'success');
});

for (const include_subscribers of ['false', 'true', 'partial', undefined])
  test(`4.21 include_subscribers: ${include_subscribers ?? 'default'}; up to 249 subscribers are listed in full`, async () => {
    const { subscriptions } = await register(mia, { fetch_event_types: ['subscription'], include_subscribers });
    const expected = include_subscribers === 'true' || include_subscribers === 'partial' ? [ada.id, mia.id] : undefined;
    assert.deepEqual([subscriptions[0].subscribers, subscriptions[0].partial_subscribers], [expected, undefined]);
  });

test('4.21 slim_presence: presences keyed by user ID in modern format; default false', async () => {
  await mia.post('/users/me/presence', { status: 'active' });
  const presences = async (fields: object) =>
    Object.keys((await register(mia, { fetch_event_types: ['presence'], ...fields })).presences);
  assert.deepEqual(await presences({ slim_presence: true }), [String(mia.id)]);
  assert.deepEqual(await presences({}), [mia.email]);
});

test('4.21 presence_history_limit_days: default 14', async () => {
  await mia.post('/users/me/presence', { status: 'active' });
  people.clock.advance(15 * 86_400);
  const count = async (fields: object) =>
    Object.keys((await register(mia, { fetch_event_types: ['presence'], ...fields })).presences).length;
  assert.equal(await count({}), 0);
  assert.equal(await count({ presence_history_limit_days: 30 }), 1);
});

test('4.21 event_types: to receive; default all; unsupported types are ignored', async () => {
  const both = async () => {
    await ada.sendMessage('design', 'lunch', 'hi');
    await mia.post('/user_topics', { stream_id: design, topic: String(Math.random()), visibility_policy: 2 });
  };
  const types = async (fields: object) => [...new Set((await heard(mia, fields, both)).map(({ type }) => type))].sort();
  assert.deepEqual(await types({ event_types: ['user_topic', 'telepathy'] }), ['user_topic']);
  assert.ok((await types({})).includes('message') && (await types({})).includes('user_topic'));
});

test('4.21 fetch_event_types: default event_types; unsupported types ignored', async () => {
  const sections = async (fields: object) => {
    const reply = await mia.request('POST', '/register', { ...fields });
    return ['saved_snippets', 'navigation_views', 'subscriptions'].filter((name) => name in reply);
  };
  assert.deepEqual(await sections({}), ['saved_snippets', 'navigation_views', 'subscriptions']);
  assert.deepEqual(await sections({ event_types: ['saved_snippets'] }), ['saved_snippets']);
  const fetch = { event_types: ['saved_snippets'], fetch_event_types: ['navigation_views', 'telepathy'] };
  assert.deepEqual(await sections(fetch), ['navigation_views']);
});

test('4.21 all_public_streams: default false; receive message events from all public channels', async () => {
  const say = () => ada.sendMessage('open', 'lunch', 'for everyone');
  assert.deepEqual(contents(await heard(mia, {}, say)), []);
  assert.deepEqual(contents(await heard(mia, { all_public_streams: true }, say)), ['for everyone']);
  await assertRejected(
    register(gus, { all_public_streams: true }),
    'User not authorized for this query',
    'BAD_REQUEST',
  );
});

test('4.21 narrow: filter on received message events, of subscribed channels and direct messages', async () => {
  const all = async () => {
    await ada.sendMessage('design', 'lunch', 'in design');
    await ada.sendMessage('open', 'lunch', 'in open');
    await ada.sendDirectMessage([mia], 'to mia');
  };
  assert.deepEqual(contents(await heard(mia, {}, all)), ['in design', 'to mia']);
  assert.deepEqual(contents(await heard(mia, { narrow: [['channel', 'design']] }, all)), ['in design']);
  assert.deepEqual(contents(await heard(mia, { narrow: [['channel', 'open']] }, all)), []);
  assert.deepEqual(contents(await heard(mia, { narrow: [['is', 'dm']] }, all)), ['to mia']);
});

for (const name of Object.keys(CAPABILITIES))
  test(`4.21 client_capabilities: ${name}, boolean`, async () => {
    for (const value of [true, false]) {
      const client_capabilities = { notification_settings_null: true, [name]: value };
      assert.equal((await register(mia, { client_capabilities })).msg, '');
    }
    await assertRejected(
      register(mia, { client_capabilities: { notification_settings_null: true, [name]: 'x' } }),
      /is not a boolean/,
    );
  });

test('4.21 response: queue_id string, last_event_id', async () => {
  const { queue_id, last_event_id } = await register(mia);
  assert.deepEqual([typeof queue_id, last_event_id], ['string', -1]);
});

test('4.21 response: queue_id null only for unauthenticated access in realms with public access', async () => {
  await ada.patch('/realm', { enable_spectator_access: false });
  assert.equal((await team.request('POST', '/register', {})).status, 401);
  await ada.patch('/realm', { enable_spectator_access: true });
  assert.equal((await team.request('POST', '/register', { fetch_event_types: [] })).queue_id, null);
});

for (const [type, section] of [
  ['recent_private_conversations', 'recent_private_conversations'],
  ['navigation_views', 'navigation_views'],
  ['saved_snippets', 'saved_snippets'],
  ['subscription', 'subscriptions'],
] as const)
  test(`4.21 response: ${section}, when its type is in fetch_event_types`, async () => {
    assert.ok(section in (await register(max, { fetch_event_types: [type] })));
    assert.equal(section in (await register(max, { fetch_event_types: ['drafts'] })), false);
  });

test('4.21 response: service_feature_level', async () =>
  assert.equal((await register(mia)).service_feature_level, 421));

for (const limit of [
  'max_stream_name_length',
  'max_stream_description_length',
  'max_topic_length',
  'max_channel_folder_name_length',
  'max_channel_folder_description_length',
  'max_file_upload_size_mib',
])
  test(`4.21 response: ${limit}`, async () => {
    assert.ok((await mia.request('POST', '/register'))[limit] > 0);
    assert.ok((await register(mia, { fetch_event_types: ['realm'] }))[limit] > 0);
  });

test('4.21 response: realm_empty_topic_display_name', async () => {
  assert.equal((await register(mia, { fetch_event_types: ['realm'] })).realm_empty_topic_display_name, 'general chat');
  assert.ok(open > design);
});
