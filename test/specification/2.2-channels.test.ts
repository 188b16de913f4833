import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChannel } from '../../src/chat/channels/channels/create-actions.ts';
import { assertRejected, newTeam, type Reply } from '../support/team.ts';

const people = newTeam();
const { app, abe, mia } = people;
app.db.write(() => app.realm.set('enable_spectator_access', true));
const nobody = app.groups.system('role:nobody');

/** The listing of a new channel. */
async function listed(name: string, options: Record<string, unknown> = {}): Promise<Reply> {
  await people.ada.post('/channels/create', { name, subscribers: [people.ada.id], ...options });
  const { streams } = await people.ada.get('/streams');
  return streams.find((stream: Reply) => stream.name === name);
}

const plain = await listed('plain', { description: '**Loud**' });

const FIELDS: [field: string, statement: string, expected: unknown][] = [
  ['stream_id', 'integer, unique ID', app.channels.named('plain')!.id],
  ['name', 'string', 'plain'],
  ['is_archived', 'boolean', false],
  ['description', 'string, Markdown source', '**Loud**'],
  ['rendered_description', 'string, HTML', '<p><strong>Loud</strong></p>'],
  ['date_created', 'integer, UNIX seconds UTC', people.clock.now() / 1000],
  ['creator_id', 'integer or null', people.ada.id],
  ['invite_only', 'boolean, true for private channels', false],
  ['is_web_public', 'boolean', false],
  ['stream_post_policy', 'integer, deprecated', 1],
  ['is_announcement_only', 'boolean, deprecated', false],
  ['message_retention_days', 'integer or null, null inherits the organisation setting', null],
  ['history_public_to_subscribers', 'boolean', true],
  ['topics_policy', 'string, a channel created without it gets inherit', 'inherit'],
  ['folder_id', 'integer or null, null when in no folder', null],
  ['is_recently_active', 'boolean', true],
  ['can_add_subscribers_group', 'group-setting value', nobody],
  ['can_remove_subscribers_group', 'group-setting value', app.groups.system('role:administrators')],
  ['can_administer_channel_group', 'group-setting value', { direct_members: [people.ada.id], direct_subgroups: [] }],
  ['can_delete_any_message_group', 'group-setting value', nobody],
  ['can_delete_own_message_group', 'group-setting value', nobody],
];
for (const [field, statement, expected] of FIELDS)
  test(`2.2 ${field}: ${statement}`, () => assert.deepEqual(plain[field], expected));

test('2.2 first_message_id: null when no history', async () => {
  const { id } = createChannel(app, app.users.byId(people.ada.id)!, { name: 'silent' });
  app.db.commit();
  const first = async () => (await mia.get(`/streams/${id}`)).stream.first_message_id;
  assert.equal(await first(), null);
  const said = await mia.sendMessage('silent', 'lunch', 'first!');
  assert.equal(await first(), said);
});

test('2.2 creator_id: null when no recorded creator', async () => {
  const { id } = createChannel(app, app.users.systemBots()[0]!, { name: 'always there' });
  app.db.commit();
  assert.equal((await mia.get(`/streams/${id}`)).stream.creator_id, null);
});

test('2.2 is_web_public: unauthenticated access to history allowed', async () => {
  assert.equal((await listed('square', { is_web_public: true })).is_web_public, true);
  const id = await people.ada.sendMessage('square', 'hello', 'for the whole world');
  const inside = await people.ada.sendMessage('plain', 'hello', 'for us');
  const narrow = [['channels', 'web-public']];
  const { messages } = await people.team.request('GET', '/json/messages', {
    anchor: 'newest',
    num_before: 9,
    num_after: 0,
    narrow,
  });
  const ids = messages.map((message: Reply) => message.id);
  assert.deepEqual([ids.includes(id), ids.includes(inside)], [true, false]);
});

test('2.2 invite_only: true for private channels', async () => {
  const secret = await listed('secret', { invite_only: true });
  assert.deepEqual([secret.invite_only, secret.history_public_to_subscribers], [true, false]);
});

for (const [role, policy] of [
  ['role:everyone', 1],
  ['role:administrators', 2],
  ['role:fullmembers', 3],
  ['role:moderators', 4],
] as const)
  test(`2.2 stream_post_policy: ${policy} stands for ${role}`, async () => {
    const channel = await listed(role.replace(':', ' '), { can_send_message_group: app.groups.system(role) });
    assert.deepEqual([channel.stream_post_policy, channel.is_announcement_only], [policy, policy === 2]);
  });

for (const [days, kept] of [
  [30, 30],
  ['unlimited', -1],
  ['realm_default', null],
] as const)
  test(`2.2 message_retention_days: ${days} is ${kept}`, async () => {
    assert.equal((await listed(`kept ${days}`, { message_retention_days: days })).message_retention_days, kept);
  });

const POLICIES: [policy: string, realm: string, named: boolean, empty: boolean][] = [
  ['inherit', 'allow_empty_topic', true, true],
  ['inherit', 'disable_empty_topic', true, false],
  ['allow_empty_topic', 'disable_empty_topic', true, true],
  ['disable_empty_topic', 'allow_empty_topic', true, false],
  ['empty_topic_only', 'disable_empty_topic', false, true],
];
for (const [policy, realm, named, empty] of POLICIES)
  test(`2.2 topics_policy ${policy}, realm ${realm}: named topics ${named}, empty topic ${empty}`, async () => {
    const name = `topics ${policy} ${realm}`;
    assert.equal((await listed(name, { topics_policy: policy })).topics_policy, policy);
    await people.ada.patch('/realm', { topics_policy: realm });
    const takes = async (topic: string) =>
      (await people.ada.request('POST', '/messages', { type: 'channel', to: name, topic, content: 'hi' })).result ===
      'success';
    assert.deepEqual([await takes('lunch'), await takes('')], [named, empty]);
    await people.ada.patch('/realm', { topics_policy: 'allow_empty_topic' });
  });

test('2.2 empty_topic_only can be set only when every existing message is in the empty topic', async () => {
  const { stream_id } = await listed('tidy', { topics_policy: 'allow_empty_topic' });
  const set = () => people.ada.request('PATCH', `/streams/${stream_id}`, { topics_policy: 'empty_topic_only' });
  await people.ada.sendMessage('tidy', '', 'without');
  const id = await people.ada.sendMessage('tidy', 'lunch', 'with a topic');
  await assertRejected(set(), /must be in the general chat topic/, 'BAD_REQUEST');
  const { messages } = await people.ada.get('/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 50,
    narrow: [['channel', 'tidy']],
  });
  assert.ok(messages.some((message: Reply) => message.id === id));
  for (const message of messages)
    if (message.subject !== 'general chat')
      await people.ada.patch(`/messages/${message.id}`, { topic: '', send_notification_to_new_thread: false });
  assert.equal((await set()).result, 'success');
});

test('2.2 folder_id: the folder a channel is in', async () => {
  const { channel_folder_id } = await abe.post('/channel_folders/create', { name: 'Work', description: '' });
  assert.equal((await listed('in a folder', { folder_id: channel_folder_id })).folder_id, channel_folder_id);
});

test('2.2 is_recently_active: false for a channel nobody writes in', async () => {
  app.db.write(() => app.channels.set(plain.stream_id, 'is_recently_active', false));
  assert.equal((await mia.get(`/streams/${plain.stream_id}`)).stream.is_recently_active, false);
});
