import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChannel } from '../../src/chat/channels/channels/create-actions.ts';
import { assertRejected, newTeam, type Reply } from '../support/team.ts';

const people = newTeam();
const { team, app, clock, ada, abe, mia, max } = people;
const limits = await ada.post('/register', { fetch_event_types: ['realm', 'stream', 'channel_folders'] });

test('8 messages per GET /messages request: at most 5000', async () => {
  const ask = (num_before: number) => mia.request('GET', '/messages', { anchor: 'newest', num_before, num_after: 0 });
  assert.equal((await ask(5000)).msg, '');
  await assertRejected(ask(5001), /Too many messages requested/, 'BAD_REQUEST');
});

test('8 messages per GET /messages request: at most 5000 by their ids', async () => {
  const ask = (count: number) =>
    mia.request('GET', '/messages', { message_ids: Array.from({ length: count }, () => 1) });
  await assertRejected(ask(5001), /Too many messages requested|too long|Too/, 'BAD_REQUEST');
});

test('8 event queue inactivity: 10 minutes', async () => {
  const { queue_id } = await mia.post('/register', { fetch_event_types: [] });
  const ask = () => mia.request('GET', '/events', { queue_id, last_event_id: -1, dont_block: true });
  for (const [seconds, result] of [
    [599, 'success'],
    [600, 'error'],
  ] as const) {
    clock.advance(seconds);
    app.queues.sweep();
    assert.equal((await ask()).result, result);
  }
});

test('8 heartbeat interval: 1 minute', async () => {
  const { queue_id } = await mia.post('/register', { event_types: ['message'] });
  const waiting = mia.get('/events', { queue_id, last_event_id: -1 });
  while (![...app.queues.all].some(({ id, poll }) => id === queue_id && poll))
    await new Promise((resolve) => setTimeout(resolve, 5));
  clock.advance(60);
  app.queues.sweep();
  assert.equal((await waiting).events[0].type, 'heartbeat');
});

test('8 channels with fewer than 250 subscribers list all of them; partial: bots and active users', async () => {
  const crowd = Array.from({ length: 248 }, (_, at) => team.addUser(`P${at}`, 400));
  const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  createChannel(app, app.users.byId(mia.id)!, { name: 'crowd' });
  const join = (ids: number[]) =>
    mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'crowd' }], principals: ids });
  const state = async (): Promise<Reply> => {
    const fields = { fetch_event_types: ['subscription'], include_subscribers: 'partial' };
    return (await mia.post('/register', fields)).subscriptions.find(({ name }: Reply) => name === 'crowd');
  };
  await join([mia, ...crowd].map(({ id }) => id));
  const small = await state();
  assert.deepEqual([small.subscribers.length, small.partial_subscribers], [249, undefined]);
  await join([bot.id]);
  await crowd[0]!.post('/users/me/presence', { status: 'active' });
  const large = await state();
  assert.equal(large.subscribers, undefined);
  assert.ok([bot.id, crowd[0]!.id].every((id) => large.partial_subscribers.includes(id)));
});

test('8 presence history default: 14 days', async () => {
  await abe.post('/users/me/presence', { status: 'active' });
  const shown = async () => {
    const presence = await max.post('/users/me/presence', { status: 'idle' });
    const register = await max.post('/register', { fetch_event_types: ['presence'] });
    return [abe.email in presence.presences, abe.email in register.presences];
  };
  clock.advance(14 * 86_400 - 60);
  assert.deepEqual(await shown(), [true, true]);
  clock.advance(120);
  assert.deepEqual(await shown(), [false, false]);
});

test('8 profile fields shown in summary: at most 2', async () => {
  const add = (name: string) =>
    abe.request('POST', '/realm/profile_fields', { field_type: 1, name, display_in_profile_summary: true });
  const results: string[] = [];
  for (const name of ['One', 'Two', 'Three']) results.push((await add(name)).result);
  assert.deepEqual(results, ['success', 'success', 'error']);
});

test('8 upload size: max_file_upload_size_mib', async () => {
  const bytes = limits.max_file_upload_size_mib * 2 ** 20;
  assert.equal((await mia.upload('/user_uploads', { 'largest.bin': Buffer.alloc(bytes) })).msg, '');
  assert.equal((await mia.upload('/user_uploads', { 'larger.bin': Buffer.alloc(bytes + 1) })).result, 'error');
});

const folder = (fields: object) =>
  abe.request('POST', '/channel_folders/create', { name: 'F', description: '', ...fields });
const channel = (fields: object) =>
  ada.request('POST', '/channels/create', { name: 'C', subscribers: [ada.id], ...fields });
for (const [limit, ask] of [
  ['max_stream_name_length', (name: string) => channel({ name })],
  [
    'max_stream_description_length',
    (description: string) => channel({ name: String(description.length), description }),
  ],
  ['max_channel_folder_name_length', (name: string) => folder({ name })],
  [
    'max_channel_folder_description_length',
    (description: string) => folder({ name: String(description.length), description }),
  ],
] as const)
  test(`8 name and length limits: ${limit}`, async () => {
    const most = limits[limit];
    assert.equal((await ask('é'.repeat(most))).msg, '');
    await assertRejected(ask('é'.repeat(most + 1)), /too long/, 'BAD_REQUEST');
  });

test('8 name and length limits: max_topic_length', async () => {
  const { id } = await channel({ name: 'topics' });
  const ask = (length: number) =>
    ada.request('POST', '/user_topics', { stream_id: id, topic: 'é'.repeat(length), visibility_policy: 1 });
  assert.equal((await ask(limits.max_topic_length)).msg, '');
  await assertRejected(ask(limits.max_topic_length + 1), /too long/, 'BAD_REQUEST');
});
