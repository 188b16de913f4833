import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type Reply } from '../support/team.ts';

const people = newTeam();
const { app, ada, abe, mia, max } = people;
const { channel_folder_id } = await abe.post('/channel_folders/create', { name: 'Work', description: '' });
const path = `/streams/${(await ada.post('/channels/create', { name: 'design', subscribers: [ada.id, mia.id] })).id}`;
const look = async (): Promise<Reply> => (await ada.get(path)).stream;
const edit = (change: Record<string, unknown>) => ada.request('PATCH', path, change);

const PARAMETERS: [name: string, value: unknown, field: string, shown: unknown][] = [
  ['description', 'For **us**', 'description', 'For **us**'],
  ['new_name', 'design team', 'name', 'design team'],
  ['is_private', true, 'invite_only', true],
  ['history_public_to_subscribers', true, 'history_public_to_subscribers', true],
  ['is_private', false, 'invite_only', false],
  ['message_retention_days', 7, 'message_retention_days', 7],
  ['message_retention_days', 'unlimited', 'message_retention_days', -1],
  ['message_retention_days', 'realm_default', 'message_retention_days', null],
  ['folder_id', channel_folder_id, 'folder_id', channel_folder_id],
  ['folder_id', null, 'folder_id', null],
  ['topics_policy', 'disable_empty_topic', 'topics_policy', 'disable_empty_topic'],
  ['topics_policy', 'allow_empty_topic', 'topics_policy', 'allow_empty_topic'],
  ['topics_policy', 'inherit', 'topics_policy', 'inherit'],
];
for (const [name, value, field, shown] of PARAMETERS)
  test(`4.2 ${name}: ${JSON.stringify(value)}`, async () => {
    const reply = await edit({ [name]: value });
    assert.equal(reply.msg, '');
    assert.deepEqual((await look())[field], shown);
  });

test('4.2 topics_policy: nothing but the four', async () => {
  await assertRejected(edit({ topics_policy: 'anything' }), /topics_policy/, 'BAD_REQUEST');
});

const GROUPS = [
  'can_add_subscribers_group',
  'can_remove_subscribers_group',
  'can_administer_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
];
for (const name of GROUPS)
  test(`4.2 ${name}: update object`, async () => {
    const moderators = app.groups.system('role:moderators');
    const people = { direct_members: [ada.id, mia.id], direct_subgroups: [moderators] };
    const standing = (await look())[name];
    await assertRejected(edit({ [name]: { old: moderators, new: people } }), /./, 'EXPECTATION_MISMATCH');
    await assertRejected(edit({ [name]: { old: standing } }), /new/, 'BAD_REQUEST');
    assert.equal((await edit({ [name]: { old: standing, new: people } })).msg, '');
    assert.deepEqual((await look())[name], people);
    assert.equal((await edit({ [name]: { new: moderators } })).msg, '', 'old is optional');
    assert.equal((await look())[name], moderators);
  });

test('4.2 stream_id: required, in path', async () => {
  await assertRejected(ada.request('PATCH', '/streams/999', { description: 'x' }), 'Invalid channel ID');
});

test('4.2 description: limit is max_stream_description_length', async () => {
  const { max_stream_description_length: limit } = await ada.post('/register', {
    fetch_event_types: ['stream', 'realm'],
  });
  assert.equal((await edit({ description: 'x'.repeat(limit) })).msg, '');
  await assertRejected(edit({ description: 'x'.repeat(limit + 1) }), /description is too long/, 'BAD_REQUEST');
});

test('4.2 new_name: limit is max_stream_name_length', async () => {
  const { max_stream_name_length: limit } = await ada.post('/register', { fetch_event_types: ['stream', 'realm'] });
  assert.equal((await edit({ new_name: 'n'.repeat(limit) })).msg, '');
  await assertRejected(edit({ new_name: 'n'.repeat(limit + 1) }), /too long/, 'BAD_REQUEST');
});

test('4.2 is_default_stream: add or remove as a default channel for new users', async () => {
  const defaults = async () =>
    (await ada.post('/register', { fetch_event_types: ['default_streams'] })).realm_default_streams;
  const { stream_id } = await look();
  assert.equal((await edit({ is_default_stream: true })).msg, '');
  assert.deepEqual(await defaults(), [stream_id]);
  assert.equal((await edit({ is_default_stream: false })).msg, '');
  assert.deepEqual(await defaults(), []);
});

test('4.2 is_web_public: requires the server setting WEB_PUBLIC_STREAMS_ENABLED', async () => {
  const { app, ada, team } = newTeam();
  await ada.patch('/realm', { enable_spectator_access: true });
  const { id } = await ada.post('/channels/create', { name: 'square', subscribers: [ada.id], is_web_public: true });
  const { id: other } = await ada.post('/channels/create', { name: 'park', subscribers: [ada.id] });
  app.config.choices.webPublicChannels = false;
  await assertRejected(
    ada.request('PATCH', `/streams/${other}`, { is_web_public: true }),
    'Web-public channels are not enabled.',
    'BAD_REQUEST',
  );
  assert.equal(
    (await ada.post('/register', { fetch_event_types: ['realm'] })).server_web_public_streams_enabled,
    false,
  );
  const narrow = [['channels', 'web-public']];
  assert.equal(
    (await team.request('GET', '/json/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow })).status,
    401,
  );
  assert.ok(other > id);
});

test('4.2 is_web_public: requires enable_spectator_access and can_create_web_public_channel_group', async () => {
  const other = newTeam();
  const id = (await other.ada.post('/channels/create', { name: 'square', subscribers: [other.ada.id] })).id;
  const open = () => other.ada.request('PATCH', `/streams/${id}`, { is_web_public: true });
  await assertRejected(open(), /./, 'BAD_REQUEST');
  await other.ada.patch('/realm', { enable_spectator_access: true });
  await other.ada.patch('/realm', {
    can_create_web_public_channel_group: { new: other.app.groups.system('role:nobody') },
  });
  await assertRejected(open(), 'Insufficient permission', 'BAD_REQUEST');
  await other.ada.patch('/realm', {
    can_create_web_public_channel_group: { new: other.app.groups.system('role:owners') },
  });
  assert.equal((await open()).msg, '');
  assert.equal((await other.ada.get(`/streams/${id}`)).stream.is_web_public, true);
});

test('4.2 history_public_to_subscribers: error if false for a public or web-public channel', async () => {
  await assertRejected(edit({ history_public_to_subscribers: false }), 'Invalid parameters', 'BAD_REQUEST');
  await assertRejected(
    edit({ is_private: false, history_public_to_subscribers: false }),
    'Invalid parameters',
    'BAD_REQUEST',
  );
});

test('4.2 is_archived: see section 3', async () => {
  const { id } = await ada.post('/channels/create', { name: 'old', subscribers: [ada.id] });
  await ada.delete(`/streams/${id}`);
  await abe.patch(`/streams/${id}`, { is_archived: false });
  assert.equal((await ada.get(`/streams/${id}`)).stream.is_archived, false);
});

test('4.2 removed parameters: stream_post_policy and is_announcement_only', async () => {
  const { ignored_parameters_unsupported } = await edit({
    description: 'x',
    stream_post_policy: 2,
    is_announcement_only: true,
  });
  assert.deepEqual(ignored_parameters_unsupported, ['stream_post_policy', 'is_announcement_only']);
  assert.equal((await look()).stream_post_policy, 1);
});

test('4.2 an administrator may edit any property', async () => {
  const { id } = await mia.post('/channels/create', { name: 'of mia', subscribers: [mia.id] });
  const change = {
    description: 'd',
    new_name: 'of abe',
    is_private: true,
    folder_id: channel_folder_id,
    is_default_stream: false,
  };
  const groups = Object.fromEntries(GROUPS.map((name) => [name, { new: app.groups.system('role:members') }]));
  await ada.patch(`/streams/${id}`, {
    ...change,
    message_retention_days: 3,
    topics_policy: 'allow_empty_topic',
    ...groups,
  });
});

test('4.2 only a subscribed administrator can change a private channel’s permissions', async () => {
  const { id } = await mia.post('/channels/create', { name: 'secret', invite_only: true, subscribers: [mia.id] });
  const update = { can_add_subscribers_group: { new: app.groups.system('role:members') } };
  await assertRejected(abe.request('PATCH', `/streams/${id}`, update), /content access/, 'BAD_REQUEST');
  await assertRejected(abe.request('PATCH', `/streams/${id}`, { is_private: false }), /content access/, 'BAD_REQUEST');
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], principals: [abe.id] });
  await abe.patch(`/streams/${id}`, update);
});

test('4.2 modifying a group setting requires permission to administer the channel', async () => {
  const { id } = await mia.post('/channels/create', { name: 'mine', subscribers: [mia.id, max.id] });
  const update = { can_remove_subscribers_group: { new: app.groups.system('role:members') } };
  await assertRejected(
    max.request('PATCH', `/streams/${id}`, update),
    'You do not have permission to administer this channel.',
  );
  await mia.patch(`/streams/${id}`, update);
});
