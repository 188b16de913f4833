import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type Reply } from '../support/team.ts';

const people = newTeam();
const { app, ada, abe, mia, max } = people;
const { channel_folder_id } = await abe.post('/channel_folders/create', { name: 'Work', description: '' });
const limits = await ada.post('/register', { fetch_event_types: ['stream', 'realm'] });

let made = 0;
const create = (options: Record<string, unknown> = {}) =>
  ada.request('POST', '/channels/create', { name: `channel ${++made}`, subscribers: [ada.id], ...options });
async function created(options?: Record<string, unknown>): Promise<Reply> {
  const { id, msg } = await create(options);
  assert.equal(msg, '');
  return (await ada.get(`/streams/${id}`)).stream;
}

const PARAMETERS: [name: string, value: unknown, field: string, shown: unknown][] = [
  ['name', 'hall', 'name', 'hall'],
  ['description', '**All**', 'description', '**All**'],
  ['invite_only', true, 'invite_only', true],
  ['invite_only', undefined, 'invite_only', false],
  ['is_web_public', undefined, 'is_web_public', false],
  ['folder_id', channel_folder_id, 'folder_id', channel_folder_id],
  ['folder_id', undefined, 'folder_id', null],
  ['topics_policy', undefined, 'topics_policy', 'inherit'],
  ['topics_policy', 'allow_empty_topic', 'topics_policy', 'allow_empty_topic'],
  ['topics_policy', 'disable_empty_topic', 'topics_policy', 'disable_empty_topic'],
  ['topics_policy', 'empty_topic_only', 'topics_policy', 'empty_topic_only'],
  ['topics_policy', '"empty_topic_only"', 'topics_policy', 'empty_topic_only'],
  ['history_public_to_subscribers', true, 'history_public_to_subscribers', true],
  ['message_retention_days', 30, 'message_retention_days', 30],
  ['message_retention_days', 'unlimited', 'message_retention_days', -1],
  ['message_retention_days', '"unlimited"', 'message_retention_days', -1],
  ['message_retention_days', 'realm_default', 'message_retention_days', null],
];
for (const [name, value, field, shown] of PARAMETERS)
  test(`4.5 ${name}: ${value === undefined ? 'default' : JSON.stringify(value)}`, async () => {
    assert.deepEqual((await created({ [name]: value }))[field], shown);
  });

for (const name of [
  'can_add_subscribers_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_remove_subscribers_group',
  'can_administer_channel_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_send_message_group',
])
  test(`4.5 ${name}: group-setting value`, async () => {
    const moderators = app.groups.system('role:moderators');
    assert.equal((await created({ [name]: moderators }))[name], moderators);
    const both = { direct_members: [mia.id], direct_subgroups: [moderators] };
    assert.deepEqual((await created({ [name]: both }))[name], both);
    await assertRejected(create({ [name]: 999 }), /./, 'BAD_REQUEST');
  });

test('4.5 name: required, limit max_stream_name_length', async () => {
  await assertRejected(create({ name: undefined }), "Missing 'name' argument");
  const limit = limits.max_stream_name_length;
  assert.equal((await create({ name: 'n'.repeat(limit) })).msg, '');
  await assertRejected(create({ name: 'n'.repeat(limit + 1) }), /too long/, 'BAD_REQUEST');
});

test('4.5 description: limit max_stream_description_length', async () => {
  const limit = limits.max_stream_description_length;
  assert.equal((await create({ description: 'd'.repeat(limit) })).msg, '');
  await assertRejected(create({ description: 'd'.repeat(limit + 1) }), /too long/, 'BAD_REQUEST');
});

test('4.5 subscribers: required, user IDs to subscribe', async () => {
  await assertRejected(create({ subscribers: undefined }), "Missing 'subscribers' argument");
  const { stream_id } = await created({ subscribers: [mia.id, max.id] });
  assert.deepEqual((await mia.get(`/streams/${stream_id}/members`)).subscribers, [mia.id, max.id]);
  await assertRejected(create({ subscribers: [999] }), /./, 'BAD_REQUEST');
});

test('4.5 announce: the notification bot announces creation; default false', async () => {
  await created({ name: 'news' });
  await ada.patch('/realm', { new_stream_announcements_stream_id: app.channels.named('news')!.id });
  const announced = async () => {
    const narrow = [['channel', 'news']];
    const { messages } = await ada.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow });
    return messages
      .filter(({ content }: Reply) => content.includes('party'))
      .map(({ sender_full_name }: Reply) => sender_full_name);
  };
  await created({ name: 'quiet party' });
  assert.deepEqual(await announced(), []);
  await created({ name: 'party', announce: true });
  assert.deepEqual(await announced(), ['Notification Bot']);
});

test('4.5 is_default_stream: adds the channel to the default channels; default false', async () => {
  const { stream_id } = await created({ is_default_stream: true });
  await created();
  const { realm_default_streams } = await ada.post('/register', { fetch_event_types: ['default_streams'] });
  assert.deepEqual(realm_default_streams, [stream_id]);
});

test('4.5 is_web_public: same prerequisites as in 4.2', async () => {
  await assertRejected(create({ is_web_public: true }), /./, 'BAD_REQUEST');
  await ada.patch('/realm', { enable_spectator_access: true });
  assert.equal((await created({ is_web_public: true })).is_web_public, true);
  await ada.patch('/realm', { can_create_web_public_channel_group: { new: app.groups.system('role:nobody') } });
  await assertRejected(create({ is_web_public: true }), 'Insufficient permission', 'BAD_REQUEST');
});

test('4.5 history_public_to_subscribers: false only for a private channel', async () => {
  await assertRejected(create({ history_public_to_subscribers: false }), 'Invalid parameters', 'BAD_REQUEST');
  assert.equal(
    (await created({ invite_only: true, history_public_to_subscribers: false })).history_public_to_subscribers,
    false,
  );
});

test('4.5 folder_id: an existing channel folder', async () => {
  await assertRejected(create({ folder_id: 99 }), 'Invalid channel folder ID', 'BAD_REQUEST');
});
test('4.5 topics_policy: one of four', async () => {
  await assertRejected(create({ topics_policy: 'maybe' }), /topics_policy/, 'BAD_REQUEST');
});
