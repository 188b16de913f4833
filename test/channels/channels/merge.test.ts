import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOperation } from '../../../src/operations/run.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

/** Two channels: Mia and Max are in the first one, Ada in both. */
async function twoChannels(from = {}, into = {}) {
  const team = newTeam();
  const { ada, mia, max } = team;
  const quiet = { send_new_subscription_messages: false };
  await ada.post('/channels/create', { name: 'lunch', subscribers: [ada.id, mia.id, max.id], ...quiet, ...from });
  await ada.post('/channels/create', { name: 'food', subscribers: [ada.id], ...quiet, ...into });
  const findId = async (stream: string): Promise<number> => (await ada.get('/get_stream_id', { stream })).stream_id;
  return { ...team, lunch: await findId('lunch'), food: await findId('food') };
}
/** The topics without that of the notices. */
const listTopics = async (who: TestUser, channel: number): Promise<string[]> =>
  (await who.get(`/users/me/${channel}/topics`)).topics
    .map(({ name }: { name: string }) => name)
    .filter((name: string) => name !== 'channel events')
    .sort();

test('merging moves topics and subscribers, archives the channel, and sends events of moved messages', async () => {
  const { ada, mia, max, lunch, food } = await twoChannels();
  const soup = await mia.sendMessage('lunch', 'soup', 'Tomato?');
  await mia.sendMessage('lunch', 'noodles', 'Ramen');
  await ada.sendMessage('food', 'soup', 'Pumpkin');
  const { queue_id } = await max.post('/register', { event_types: ['update_message', 'subscription', 'stream'] });
  const { moved_topics } = await ada.post(`/streams/${lunch}/merge`, { into_stream_id: food });
  assert.equal(moved_topics, 3, 'with the topic of notices');
  const { events } = await max.get('/events', { queue_id, last_event_id: -1, dont_block: true });
  const moves = events.filter(({ type }: { type: string }) => type === 'update_message');
  assert.equal(moves.length, 3);
  assert.ok(moves.every((event: any) => event.stream_id === lunch && event.new_stream_id === food));
  assert.ok(events.some(({ type, op }: any) => type === 'subscription' && op === 'add'));
  assert.deepEqual(await listTopics(mia, food), ['noodles', 'soup']);
  const { message } = await max.get(`/messages/${soup}`);
  assert.deepEqual([message.stream_id, message.subject], [food, 'soup']);
  const { streams } = await ada.get('/streams', { exclude_archived: false });
  assert.equal(streams.find((one: any) => one.stream_id === lunch).is_archived, true);
  const { subscribers } = await ada.get(`/streams/${food}/members`);
  assert.deepEqual(subscribers.sort(), [ada.id, mia.id, max.id].sort());
});

test('who is moved into the other channel keeps color, mute, pin and notification settings', async () => {
  const { ada, mia, lunch, food } = await twoChannels();
  const chosen = { color: '#76ce90', is_muted: true, pin_to_top: true, push_notifications: false };
  const settings = Object.entries(chosen).map(([property, value]) => ({ stream_id: lunch, property, value }));
  await mia.post('/users/me/subscriptions/properties', { subscription_data: settings });
  const { queue_id } = await mia.post('/register', { event_types: ['subscription'] });
  await ada.post(`/streams/${lunch}/merge`, { into_stream_id: food });
  const { subscriptions } = await mia.get('/users/me/subscriptions');
  const kept = (subscription: any) => Object.fromEntries(Object.keys(chosen).map((name) => [name, subscription[name]]));
  assert.deepEqual(kept(subscriptions.find(({ stream_id }: any) => stream_id === food)), chosen);
  const { events } = await mia.get('/events', { queue_id, last_event_id: -1, dont_block: true });
  assert.deepEqual(kept(events.find(({ op }: any) => op === 'add').subscriptions[0]), chosen);
});

test('unread messages stay unread in the other channel', async () => {
  const { ada, mia, max, lunch, food } = await twoChannels();
  const id = await mia.sendMessage('lunch', 'soup', 'Tomato?');
  await ada.post(`/streams/${lunch}/merge`, { into_stream_id: food });
  assert.ok(!(await max.get(`/messages/${id}`)).message.flags.includes('read'));
  assert.ok((await mia.get(`/messages/${id}`)).message.flags.includes('read'));
});

test('only those who administer both channels can merge them', async () => {
  const { mia, mona, gus, lunch, food } = await twoChannels();
  await mia.sendMessage('lunch', 'soup', 'Tomato?');
  for (const who of [mia, mona, gus])
    assert.equal((await who.request('POST', `/streams/${lunch}/merge`, { into_stream_id: food })).result, 'error');
  assert.deepEqual(await listTopics(mia, lunch), ['soup']);
});

test('a private channel that the administrator is not in cannot be merged', async () => {
  const { ada, mia, food } = await twoChannels();
  await mia.post('/channels/create', { name: 'secret', invite_only: true, subscribers: [mia.id] });
  const { stream_id } = await mia.get('/get_stream_id', { stream: 'secret' });
  await mia.sendMessage('secret', 'plan', 'Hidden');
  assert.equal((await ada.request('POST', `/streams/${stream_id}/merge`, { into_stream_id: food })).result, 'error');
  assert.deepEqual(await listTopics(mia, stream_id), ['plan']);
});

test('channels that cannot be merged are rejected before anything moves', async () => {
  const { ada, mia, lunch, food } = await twoChannels();
  await mia.sendMessage('lunch', 'soup', 'Tomato?');
  const merge = (from: number, into: number) => ada.request('POST', `/streams/${from}/merge`, { into_stream_id: into });
  await assertRejected(merge(lunch, lunch), /two different channels/);
  await mia.sendMessage('lunch', '', 'Without a topic');
  await ada.patch(`/streams/${food}`, { topics_policy: 'disable_empty_topic' });
  await assertRejected(merge(lunch, food), /general chat is not allowed/);
  await ada.patch(`/streams/${food}`, { topics_policy: 'inherit' });
  await ada.patch(`/streams/${lunch}`, { is_private: true, history_public_to_subscribers: false });
  await assertRejected(merge(lunch, food), /Share the history/);
  await ada.delete(`/streams/${food}`);
  assert.equal((await merge(lunch, food)).result, 'error');
  assert.deepEqual(await listTopics(ada, lunch), ['general chat', 'soup']);
});

test('a command merges channels', async () => {
  const { app, ada, mia, lunch, food } = await twoChannels();
  for (let n = 0; n < 5; n++) await mia.sendMessage('lunch', `topic ${n}`, 'Hello');
  const merged = await runOperation(app, 'channel-merge', { channel: 'lunch', into: '#food', as: ada.email });
  assert.equal((merged as { moved_topics: number }).moved_topics, 6);
  assert.deepEqual([app.channels.byId(lunch)!.is_archived, app.channels.byId(food)!.is_archived], [true, false]);
});
