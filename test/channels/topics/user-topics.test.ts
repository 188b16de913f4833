import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, CAPABILITIES, newTeam, type Reply, type TestUser } from '../../support/team.ts';

const set = (who: TestUser, stream_id: number, topic: string, visibility_policy: number) =>
  who.request('POST', '/user_topics', { stream_id, topic, visibility_policy });
const team = async () => {
  const people = newTeam();
  await people.mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  await people.mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }], invite_only: true });
  return people;
};

test('a muted topic is published only to its user, and is in the next registration', async () => {
  const { mia, max, clock } = await team();
  const other = await max.registerQueue();
  const heard = { topic_name: 'Lunch', stream_id: 1, visibility_policy: 1, last_updated: clock.now() / 1000 };
  await mia.assertReceives(() => set(mia, 1, 'Lunch', 1), { type: 'muted_topics' }, { type: 'user_topic', ...heard });
  await mia.assertReceives(() => set(mia, 1, 'lunch', 1));
  assert.deepEqual(await other.events(), []);
  const states = { client_capabilities: CAPABILITIES };
  const both = await mia.post('/register', states);
  const muted = [['design', 'Lunch', heard.last_updated]];
  assert.deepEqual([both.user_topics, both.muted_topics], [[heard], muted]);
  const old = await mia.post('/register', { ...states, fetch_event_types: ['muted_topics'] });
  assert.deepEqual(old.muted_topics, muted);
  const fetch_event_types = ['muted_topics', 'user_topic'];
  const named = await mia.post('/register', { ...states, fetch_event_types });
  assert.deepEqual([named.user_topics, named.muted_topics], [[heard], undefined]);
  await mia.assertReceives(
    () => set(mia, 1, 'LUNCH', 0),
    { type: 'muted_topics', muted_topics: [] },
    { type: 'user_topic', visibility_policy: 0 },
  );
  assert.deepEqual((await mia.post('/register', states)).user_topics, []);
});

test('a client that requests user_topic gets no muted_topics events; others get one for each change', async () => {
  const { mia, clock } = await team();
  const old = await mia.registerQueue({ event_types: ['muted_topics'] });
  const both = await mia.registerQueue({ event_types: ['muted_topics', 'user_topic'] });
  await set(mia, 1, 'lunch', 1);
  await set(mia, 1, 'tea', 3);
  await set(mia, 1, 'lunch', 3);
  assert.deepEqual(
    (await old.events()).map(({ muted_topics }) => muted_topics),
    [[['design', 'lunch', clock.now() / 1000]], []],
  );
  assert.deepEqual(
    (await both.events()).map(({ type }) => type),
    ['user_topic', 'user_topic', 'user_topic'],
  );
});

test('the empty topic has its replacement name for clients that do not support it', async () => {
  const { mia } = await team();
  const old = await mia.registerQueue({ client_capabilities: { notification_settings_null: true } });
  await mia.assertReceives(() => set(mia, 1, 'general chat', 3), { type: 'user_topic', topic_name: '' });
  assert.deepEqual(
    (await old.events()).map(({ topic_name }) => topic_name),
    ['general chat'],
  );
});

test('topic policies cannot be set in a channel that the user cannot read', async () => {
  const { mia, max, ada, gus } = await team();
  for (const who of [max, ada, gus]) await assertRejected(set(who, 2, 'lunch', 1), 'Invalid channel ID', 'BAD_REQUEST');
  await assertRejected(set(gus, 1, 'lunch', 1), 'Invalid channel ID', 'BAD_REQUEST');
  await assertRejected(set(mia, 1, 'lunch', 4), /visibility_policy/, 'BAD_REQUEST');
});

test('a user who lost access to a channel keeps their topic policies, and receives no later changes', async () => {
  const { mia, max, clock } = await team();
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }], principals: [max.id] });
  const first = await mia.sendMessage('plans', 'budget', 'how much?');
  const said = { stream_id: 2, topic_name: 'Budget', visibility_policy: 3, last_updated: clock.now() / 1000 };
  await set(max, 2, 'Budget', 3);
  await set(max, 2, 'lunch', 1);
  await set(mia, 2, 'budget', 3);
  await max.delete('/users/me/subscriptions', { subscriptions: ['plans'] });
  const own = async (type: string) => {
    const state = await max.post('/register', { client_capabilities: CAPABILITIES, fetch_event_types: [type] });
    return state.user_topics ?? state.muted_topics;
  };
  // The legacy form would return the channel's name, which may have changed meanwhile.
  assert.deepEqual(await own('muted_topics'), []);
  const before = await own('user_topic');
  assert.deepEqual(before, [said, { ...said, topic_name: 'lunch', visibility_policy: 1 }]);
  clock.advance(60);
  const queue = await max.registerQueue();
  await mia.patch(`/messages/${first}`, { topic: 'selling the house', propagate_mode: 'change_all' });
  await mia.patch(`/messages/${first}`, { stream_id: 1, topic: 'everybody', propagate_mode: 'change_all' });
  assert.deepEqual(await own('user_topic'), before);
  assert.deepEqual(await queue.events(), []);
  assert.deepEqual(
    (await mia.post('/register', { fetch_event_types: ['user_topic'] })).user_topics.map(
      ({ topic_name }: Reply) => topic_name,
    ),
    ['everybody'],
  );
});

test('a policy for a topic without received messages does not reveal where the topic was moved', async () => {
  const { mia, max } = await team();
  const { id } = await mia.post('/channels/create', {
    name: 'vault',
    invite_only: true,
    history_public_to_subscribers: false,
    subscribers: [mia.id],
  });
  const old = await mia.sendMessage('vault', 'deal', 'before max came');
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], principals: [max.id] });
  await set(max, id, 'deal', 3);
  await max.assertReceives(() =>
    mia.request('PATCH', `/messages/${old}`, {
      topic: 'merger',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    }),
  );
  const { user_topics } = await max.post('/register', { fetch_event_types: ['user_topic'] });
  assert.deepEqual([user_topics.length, user_topics[0].topic_name], [1, 'deal']);
});

test('the legacy endpoint mutes and unmutes a topic by the channel’s id or name, and is idempotent', async () => {
  const { mia, max, ada } = newTeam();
  const { id } = await mia.post('/channels/create', { name: 'design', invite_only: true, subscribers: [mia.id] });
  const ask = (who: typeof mia, fields: object) =>
    who.request('PATCH', '/users/me/subscriptions/muted_topics', { topic: 'lunch', ...fields });
  const told = (visibility_policy: number) => ({
    type: 'user_topic',
    stream_id: id,
    topic_name: 'lunch',
    visibility_policy,
  });
  await mia.assertReceives(() => ask(mia, { stream_id: id, op: 'add' }), { type: 'muted_topics' }, told(1));
  await mia.assertReceives(() => ask(mia, { stream: 'Design', op: 'add' }));
  await mia.assertReceives(() => ask(mia, { stream: 'design', op: 'remove' }), { type: 'muted_topics' }, told(0));
  await mia.assertReceives(() => ask(mia, { stream_id: id, op: 'remove' }));
  await mia.post('/user_topics', { stream_id: id, topic: 'lunch', visibility_policy: 3 });
  await mia.assertReceives(() => ask(mia, { stream_id: id, op: 'remove' }));
  await assertRejected(ask(mia, { op: 'add' }), "Please supply 'stream'.", 'BAD_REQUEST');
  await assertRejected(
    ask(mia, { op: 'add', stream: 'design', stream_id: id }),
    "Please choose one: 'stream' or 'stream_id'.",
    'BAD_REQUEST',
  );
  await assertRejected(ask(mia, { op: 'mute', stream_id: id }), 'Invalid op', 'BAD_REQUEST');
  for (const who of [max, ada]) {
    await assertRejected(ask(who, { op: 'add', stream_id: id }), 'Invalid channel ID', 'BAD_REQUEST');
    await assertRejected(ask(who, { op: 'add', stream: 'design' }), "Invalid channel name 'design'", 'BAD_REQUEST');
  }
});
