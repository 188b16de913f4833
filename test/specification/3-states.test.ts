import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type Reply, type TestUser } from '../support/team.ts';

const people = newTeam();
const { ada, abe, mia, max, clock, app } = people;

const make = async (name: string, subscribers: TestUser[], options: Record<string, unknown> = {}): Promise<number> =>
  (await ada.post('/channels/create', { name, subscribers: subscribers.map(({ id }) => id), ...options })).id;
const design = await make('design', [ada, mia, max]);
const makePolicy = async (topic: string): Promise<number | undefined> => {
  const { user_topics } = await mia.post('/register', { fetch_event_types: ['user_topic'] });
  return user_topics.find((one: Reply) => one.topic_name === topic)?.visibility_policy;
};
const isArchived = async (id: number) => (await ada.get(`/streams/${id}`)).stream.is_archived;

test('3 Channel: unarchived, archived by the archive operation', async () => {
  const id = await make('old', [ada]);
  await ada.delete(`/streams/${id}`);
  assert.equal(await isArchived(id), true);
});

test('3 Channel: archived, PATCH /streams with is_archived false by an administrator unarchives', async () => {
  const { id } = await mia.post('/channels/create', { name: 'older', subscribers: [mia.id] });
  await mia.delete(`/streams/${id}`);
  // The creator administers the channel, but not the organization.
  await assertRejected(
    mia.request('PATCH', `/streams/${id}`, { is_archived: false }),
    'Must be an organization administrator',
  );
  assert.equal(await isArchived(id), true);
  await abe.patch(`/streams/${id}`, { is_archived: false });
  assert.equal(await isArchived(id), false);
});

test('3 Channel: is_archived currently only allows unarchiving', async () => {
  const id = await make('oldest', [ada]);
  await assertRejected(ada.request('PATCH', `/streams/${id}`, { is_archived: true }), /archive/, 'BAD_REQUEST');
  assert.equal(await isArchived(id), false);
});

test('3 Channel: privacy of archived channels can be edited', async () => {
  const id = await make('ancient', [ada]);
  await ada.delete(`/streams/${id}`);
  await ada.patch(`/streams/${id}`, { is_private: true });
  const { stream } = await ada.get(`/streams/${id}`);
  assert.deepEqual([stream.is_archived, stream.invite_only], [true, true]);
});

for (const [visibility_policy, next, standing] of [
  [1, 'muted', 1],
  [2, 'unmuted', 2],
  [3, 'followed', 3],
  [0, 'None (preference removed)', undefined],
] as const)
  test(`3 Topic visibility policy: POST /user_topics with ${visibility_policy}: ${next}`, async () => {
    for (const before of [0, 1, 2, 3]) {
      await mia.post('/user_topics', { stream_id: design, topic: 'lunch', visibility_policy: before });
      await mia.post('/user_topics', { stream_id: design, topic: 'lunch', visibility_policy });
      assert.equal(await makePolicy('lunch'), standing);
    }
  });

test('3 Topic mute (deprecated endpoint): add mutes, repeating is not an error', async () => {
  const mute = (op: string) =>
    mia.patch('/users/me/subscriptions/muted_topics', { stream_id: design, topic: 'noise', op });
  await mute('add');
  await mute('add');
  assert.equal(await makePolicy('noise'), 1);
});

test('3 Topic mute (deprecated endpoint): remove unmutes, repeating is not an error', async () => {
  const mute = (op: string) =>
    mia.patch('/users/me/subscriptions/muted_topics', { stream_id: design, topic: 'noise', op });
  await mute('add');
  await mute('remove');
  await mute('remove');
  assert.equal(await makePolicy('noise'), undefined);
});

for (const [property, muted] of [
  ['is_muted', true],
  ['in_home_view', false],
] as const)
  test(`3 Subscription mute: ${property} mutes and unmutes, with two update events each time`, async () => {
    const set = (value: boolean) =>
      mia.post('/users/me/subscriptions/properties', { subscription_data: [{ stream_id: design, property, value }] });
    const told = (value: boolean) =>
      [
        { property: 'is_muted', value },
        { property: 'in_home_view', value: !value },
      ].map((change) => ({ type: 'subscription', op: 'update', ...change }));
    await mia.assertReceives(() => set(muted), ...told(true));
    await mia.assertReceives(() => set(!muted), ...told(false));
  });

test('3 Subscription: subscribed, DELETE: unsubscribed, the name goes into removed', async () => {
  const { removed, not_removed } = await max.delete('/users/me/subscriptions', { subscriptions: ['design'] });
  assert.deepEqual([removed, not_removed], [['design'], []]);
  assert.equal((await max.get(`/users/${max.id}/subscriptions/${design}`)).is_subscribed, false);
});

test('3 Subscription: unsubscribed, DELETE: unchanged, the name goes into not_removed', async () => {
  const { removed, not_removed } = await max.delete('/users/me/subscriptions', { subscriptions: ['design'] });
  assert.deepEqual([removed, not_removed], [[], ['design']]);
});

for (const status of ['active', 'idle'] as const)
  test(`3 User presence status: any, POST /users/me/presence: ${status} as sent`, async () => {
    const person = people.team.addUser(`P${status}`, 400);
    await person.post('/users/me/presence', { status: status === 'idle' ? 'active' : 'idle' });
    clock.advance(200);
    await person.post('/users/me/presence', { status });
    assert.equal((await mia.get(`/users/${person.id}/presence`)).presence.aggregated.status, status);
  });

for (const op of ['start', 'stop'])
  test(`3 Typing in message edit: op ${op}, a typing notification is sent to other users`, async () => {
    const id = await mia.sendDirectMessage([ada], 'hi');
    await ada.assertReceives(() => mia.post(`/messages/${id}/typing`, { op }), {
      type: 'typing_edit_message',
      op,
      message_id: id,
      sender_id: mia.id,
    });
  });

test('3 Event queue: live, 10 minutes without requests: later fetch returns BAD_EVENT_QUEUE_ID', async () => {
  const { queue_id } = await mia.post('/register', { fetch_event_types: [] });
  const fetch = () => mia.request('GET', '/events', { queue_id, last_event_id: -1, dont_block: true });
  clock.advance(599);
  app.queues.sweep();
  assert.equal((await fetch()).result, 'success');
  clock.advance(600);
  app.queues.sweep();
  await assertRejected(fetch(), /Bad event queue/, 'BAD_EVENT_QUEUE_ID');
});

for (const role of [100, 200, 300, 600, 400])
  test(`3 User role: any, PATCH /users/{email} with role ${role}: new role`, async () => {
    await ada.patch(`/users/${mia.email}`, { role });
    assert.equal((await ada.get(`/users/${mia.id}`)).user.role, role);
  });

test('3 User role: the owner role can only be added or removed by an owner', async () => {
  const other = newTeam();
  await assertRejected(
    other.abe.request('PATCH', `/users/${other.mia.email}`, { role: 100 }),
    'Must be an organization owner',
  );
  await assertRejected(
    other.abe.request('PATCH', `/users/${other.ada.email}`, { role: 400 }),
    'Must be an organization owner',
  );
});

test('3 User role: the owner role cannot be removed from the only owner', async () => {
  const other = newTeam();
  await assertRejected(
    other.ada.request('PATCH', `/users/${other.ada.email}`, { role: 200 }),
    'The owner permission cannot be removed from the only organization owner.',
    'BAD_REQUEST',
  );
});
