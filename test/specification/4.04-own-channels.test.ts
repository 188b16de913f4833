import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type Reply, type TestUser } from '../support/team.ts';

const people = newTeam();
const { ada, abe, mia, max, gus } = people;
const { id: design } = await ada.post('/channels/create', { name: 'design', subscribers: [ada.id, mia.id, max.id] });
await max.post('/channels/create', { name: 'elsewhere', subscribers: [max.id] });
const own = async (): Promise<Reply> => (await mia.get('/users/me/subscriptions')).subscriptions[0];
const set = (property: string, value: unknown, stream_id = design) =>
  mia.request('POST', '/users/me/subscriptions/properties', { subscription_data: [{ stream_id, property, value }] });

test('4.4 color: a string hex color', async () => {
  assert.equal((await set('color', '#a1b2c3')).msg, '');
  assert.equal((await own()).color, '#a1b2c3');
  for (const value of ['red', '#12', true]) await assertRejected(set('color', value), /color/i, 'BAD_REQUEST');
});

for (const property of [
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
])
  test(`4.4 ${property}: boolean`, async () => {
    for (const value of [true, false]) {
      assert.equal((await set(property, value)).msg, '');
      assert.equal((await own())[property], value);
    }
    await assertRejected(set(property, 'yes'), `${property} is not a boolean`, 'BAD_REQUEST');
  });

test('4.4 property: one of the nine', async () => {
  await assertRejected(set('name', 'mine'), /property/, 'BAD_REQUEST');
});
test('4.4 stream_id: required, a channel the user is subscribed to', async () => {
  await assertRejected(set('pin_to_top', true, 999), /Not subscribed/, 'BAD_REQUEST');
  const bare = [{ property: 'pin_to_top', value: true }];
  await assertRejected(
    mia.request('POST', '/users/me/subscriptions/properties', { subscription_data: bare }),
    /stream_id/,
    'BAD_REQUEST',
  );
});
test('4.4 subscription_data: required, array of objects', async () => {
  await assertRejected(
    mia.request('POST', '/users/me/subscriptions/properties'),
    "Missing 'subscription_data' argument",
  );
  const subscription_data = [
    { stream_id: design, property: 'pin_to_top', value: true },
    { stream_id: design, property: 'color', value: '#000000' },
  ];
  await mia.post('/users/me/subscriptions/properties', { subscription_data });
  assert.deepEqual([(await own()).pin_to_top, (await own()).color], [true, '#000000']);
});

const policies = async (who: TestUser) =>
  (await who.post('/register', { fetch_event_types: ['user_topic'] })).user_topics as Reply[];

test('4.6 stream_id, topic, visibility_policy: required; one of 0, 1, 2, 3', async () => {
  const whole = { stream_id: design, topic: 'lunch', visibility_policy: 3 };
  for (const name of Object.keys(whole))
    await assertRejected(
      mia.request('POST', '/user_topics', { ...whole, [name]: undefined }),
      `Missing '${name}' argument`,
    );
  for (const visibility_policy of [0, 1, 2, 3]) await mia.post('/user_topics', { ...whole, visibility_policy });
  for (const visibility_policy of [4, -1])
    await assertRejected(
      mia.request('POST', '/user_topics', { ...whole, visibility_policy }),
      /visibility_policy/,
      'BAD_REQUEST',
    );
});

test('4.6 topic: limit max_topic_length', async () => {
  const { max_topic_length: limit } = await mia.post('/register', { fetch_event_types: ['realm'] });
  const topic = (length: number) =>
    mia.request('POST', '/user_topics', { stream_id: design, topic: 't'.repeat(length), visibility_policy: 1 });
  assert.equal((await topic(limit)).msg, '');
  await assertRejected(topic(limit + 1), /too long/, 'BAD_REQUEST');
});

test('4.6 topic: realm_empty_topic_display_name is read as the empty string', async () => {
  const { realm_empty_topic_display_name: name } = await mia.post('/register', { fetch_event_types: ['realm'] });
  await mia.assertReceives(() => mia.post('/user_topics', { stream_id: design, topic: name, visibility_policy: 3 }), {
    type: 'user_topic',
    topic_name: '',
  });
});

test('4.6 the request succeeds even if the topic has no messages', async () => {
  await mia.post('/user_topics', { stream_id: design, topic: 'never written in', visibility_policy: 2 });
  assert.ok((await policies(mia)).some(({ topic_name }) => topic_name === 'never written in'));
});

const mute = (fields: object) => mia.request('PATCH', '/users/me/subscriptions/muted_topics', { ...fields });

test('4.8 stream_id or stream: exactly one of them', async () => {
  const about = { topic: 'noise', op: 'add' };
  for (const channel of [{ stream_id: design }, { stream: 'design' }])
    assert.equal((await mute({ ...about, ...channel })).msg, '');
  await assertRejected(mute(about), /./, 'BAD_REQUEST');
  await assertRejected(mute({ ...about, stream_id: design, stream: 'design' }), /./, 'BAD_REQUEST');
});

test('4.8 topic, op: required; add or remove', async () => {
  await assertRejected(mute({ stream_id: design, op: 'add' }), "Missing 'topic' argument");
  await assertRejected(mute({ stream_id: design, topic: 'noise' }), "Missing 'op' argument");
  await assertRejected(mute({ stream_id: design, topic: 'noise', op: 'toggle' }), /op/, 'BAD_REQUEST');
});

const leave = (who: TestUser, subscriptions: string[], principals?: unknown[]) =>
  who.request('DELETE', '/users/me/subscriptions', { subscriptions, principals });

test('4.14 if principals is omitted the requester is unsubscribed', async () => {
  const { removed, not_removed } = await leave(max, ['design', 'elsewhere']);
  assert.deepEqual([removed.sort(), not_removed], [['design', 'elsewhere'], []]);
});

test('4.14 not_removed: channels where the user was not subscribed', async () => {
  const { removed, not_removed } = await leave(max, ['design']);
  assert.deepEqual([removed, not_removed], [[], ['design']]);
});

test('4.14 principals: integers (user IDs) or strings (API emails)', async () => {
  for (const principal of [gus.id, gus.email]) {
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals: [gus.id] });
    assert.deepEqual((await leave(abe, ['design'], [principal])).removed, ['design']);
  }
});

test('4.14 subscriptions: required', async () => {
  await assertRejected(max.request('DELETE', '/users/me/subscriptions'), "Missing 'subscriptions' argument");
});

test('4.14 a nonexistent channel: STREAM_DOES_NOT_EXIST with the name in stream', async () => {
  const reply = await assertRejected(leave(mia, ['atlantis']), /atlantis/, 'STREAM_DOES_NOT_EXIST');
  assert.equal(reply.stream, 'atlantis');
});

test('4.15 marks all unread messages in the topic as read', async () => {
  const unread = async () => {
    const { unread_msgs } = await mia.post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
    return unread_msgs.streams
      .flatMap(({ topic, unread_message_ids }: Reply) => unread_message_ids.map(() => topic))
      .sort();
  };
  await mia.post('/mark_all_as_read');
  for (const topic of ['lunch', 'lunch', 'tea', '']) await ada.sendMessage('design', topic, 'hi');
  assert.deepEqual(await unread(), ['general chat', 'lunch', 'lunch', 'tea']);
  await mia.post('/mark_topic_as_read', { stream_id: design, topic_name: 'lunch' });
  assert.deepEqual(await unread(), ['general chat', 'tea']);
  await mia.post('/mark_topic_as_read', { stream_id: design, topic_name: 'general chat' });
  assert.deepEqual(await unread(), ['tea'], 'the display name is read as the empty string');
  await assertRejected(
    mia.request('POST', '/mark_topic_as_read', { stream_id: design }),
    "Missing 'topic_name' argument",
  );
  await assertRejected(
    mia.request('POST', '/mark_topic_as_read', { topic_name: 'tea' }),
    "Missing 'stream_id' argument",
  );
});
