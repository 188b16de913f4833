import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../src/declarations.ts';
import { newTeam, type Reply } from '../support/team.ts';

const people = newTeam();
const { team, ada, mia, max } = people;
const { id: design } = await ada.post('/channels/create', { name: 'design', subscribers: [ada.id, mia.id] });
const has = (method: string, path: string) =>
  endpoints.find((one) => one.method === method && one.path === path && !one.root);
const deprecated = (method: string, path: string, name: string) =>
  (has(method, path)!.params[name] as Reply | undefined)?.deprecated === true;

test('9.1 all paths are under /api/v1', async () => {
  const basic = Buffer.from(`${mia.email}:${mia.apiKey}`).toString('base64');
  const ask = async (path: string) =>
    (await fetch((await team.url) + path, { headers: { Authorization: `Basic ${basic}` } })).status;
  assert.equal(await ask('/api/v1/users/me'), 200);
  assert.equal(await ask('/users/me'), 404);
  assert.equal(await ask('/api/v2/users/me'), 404);
});

test('9.2 a release number and an integer feature level, in the response as service_feature_level', async () => {
  const { service_feature_level, zulip_feature_level, zulip_version } = await mia.post('/register', {
    fetch_event_types: [],
  });
  assert.equal(Number.isInteger(service_feature_level), true);
  assert.equal(zulip_feature_level, service_feature_level);
  assert.match(zulip_version, /^\d+\.\d+/);
});

test('9.2 the level is in the server’s settings too, for clients without an account', async () => {
  const { zulip_feature_level } = await team.request('GET', '/server_settings');
  assert.equal(zulip_feature_level, 421);
});

test('9.3 level 362: privacy of archived channels is editable', async () => {
  const { id } = await ada.post('/channels/create', { name: 'old', subscribers: [ada.id] });
  await ada.delete(`/streams/${id}`);
  await ada.patch(`/streams/${id}`, { is_private: true });
  assert.equal((await ada.get(`/streams/${id}`)).stream.invite_only, true);
});

test('9.3 level 333: can_send_message_group replaces stream_post_policy and is_announcement_only', async () => {
  const change = { description: 'x', stream_post_policy: 2, is_announcement_only: true };
  const { ignored_parameters_unsupported } = await ada.patch(`/streams/${design}`, change);
  assert.deepEqual(ignored_parameters_unsupported, ['stream_post_policy', 'is_announcement_only']);
  await ada.patch(`/streams/${design}`, { can_send_message_group: { new: people.app.groups.system('role:members') } });
});

test('9.3 level 364: dense_mode removed', async () => {
  assert.deepEqual((await mia.patch('/settings', { dense_mode: false })).ignored_parameters_unsupported, [
    'dense_mode',
  ]);
});

test('9.3 level 361: /message_edit_typing replaced by /messages/{message_id}/typing', async () => {
  const id = await mia.sendDirectMessage([max], 'hi');
  assert.equal((await mia.request('POST', '/message_edit_typing', { message_id: id, op: 'start' })).status, 404);
  await mia.post(`/messages/${id}/typing`, { op: 'start' });
});

test('9.3 level 417: POST /channels/create, in addition to creation through the subscribe endpoint', async () => {
  await mia.post('/channels/create', { name: 'made', subscribers: [mia.id] });
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'found' }] });
  const names = (await mia.get('/streams')).streams.map(({ name }: Reply) => name);
  assert.ok(names.includes('made') && names.includes('found'));
});

test('9.3 level 263: presence last_update_id', async () => {
  const { presence_last_update_id } = await mia.post('/users/me/presence', { status: 'active', last_update_id: -1 });
  assert.ok(presence_last_update_id > -1);
});

test('9.3 level 300: message_ids option for GET /messages', async () => {
  const id = await mia.sendDirectMessage([max], 'hi');
  assert.equal((await max.get('/messages', { message_ids: [id] })).messages[0].id, id);
});

test('9.3 level 167: ignored_parameters_unsupported on all endpoints', async () => {
  const { queue_id } = await mia.post('/register', { fetch_event_types: [] });
  await mia.post('/user_topics', { stream_id: design, topic: 'lunch', visibility_policy: 2 });
  const message = await mia.sendDirectMessage([max], 'hi');
  for (const [method, path, fields] of [
    ['GET', '/users/me', {}],
    ['POST', '/mark_all_as_read', {}],
    ['PATCH', '/settings', {}],
    ['GET', `/messages/${message}`, {}],
    ['DELETE', '/users/me/subscriptions', { subscriptions: [] }],
    ['GET', '/events', { queue_id, last_event_id: -1 }],
    ['POST', '/register', { fetch_event_types: [] }],
  ] as const) {
    const reply = await mia.request(method, path, { ...fields, no_such_parameter: 1 });
    assert.deepEqual([reply.result, reply.ignored_parameters_unsupported], ['success', ['no_such_parameter']], path);
  }
});

for (const path of ['/settings/display', '/settings/notifications'])
  test(`9.3 level 80: PATCH ${path} merged into PATCH /settings`, async () => {
    assert.equal((await mia.patch(path, { enter_sends: true })).result, 'success');
  });

for (const [method, path] of [
  ['PATCH', '/users/me/subscriptions/muted_topics'],
  ['POST', '/mark_topic_as_read'],
] as const)
  test(`9.4 deprecated: ${method} ${path}`, () => assert.equal(has(method, path)!.deprecated, true));

for (const [method, path, name] of [
  ['GET', '/messages', 'use_first_unread_anchor'],
  ['POST', '/users/me/presence', 'slim_presence'],
  ['GET', '/streams', 'include_all_active'],
] as const)
  test(`9.4 deprecated: ${name} of ${method} ${path}`, () => assert.equal(deprecated(method, path, name), true));

for (const [method, path, part, name] of [
  ['POST', '/user_uploads', undefined, 'uri'],
  ['GET', '/users/me/subscriptions', 'subscriptions', 'in_home_view'],
  ['GET', '/streams', 'streams', 'stream_post_policy'],
  ['GET', '/streams', 'streams', 'is_announcement_only'],
] as const)
  test(`9.4 deprecated: ${name} in the response of ${method} ${path}`, () => {
    const { returns } = has(method, path)! as Reply;
    assert.equal((part ? returns[part].items.properties : returns)[name].deprecated, true);
  });

test('9.4 deprecated, and still returned: in_home_view, stream_post_policy, is_announcement_only', async () => {
  const [own] = (await mia.get('/users/me/subscriptions')).subscriptions;
  assert.deepEqual([own.in_home_view, own.stream_post_policy, own.is_announcement_only], [true, 1, false]);
});

test('9.4 deprecated, and still returned: uri in upload responses', async () => {
  const { url, uri } = await mia.upload('/user_uploads', { 'notes.txt': 'soup' });
  assert.equal(uri, url);
});

test('9.4 deprecated, and still returned: legacy presence format', async () => {
  assert.ok('aggregated' in (await mia.post('/users/me/presence', { status: 'active' })).presences[mia.email]);
});
