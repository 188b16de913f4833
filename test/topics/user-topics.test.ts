import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAPABILITIES, newTeam, type Person, refused } from '../support/team.ts';

const set = (who: Person, stream_id: number, topic: string, visibility_policy: number) =>
  who.ask('POST', '/user_topics', { stream_id, topic, visibility_policy });
const team = async () => {
  const people = newTeam();
  await people.mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  await people.mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }], invite_only: true });
  return people;
};

test('muting a topic is heard by oneself alone, and there at the next start', async () => {
  const { mia, max, clock } = await team();
  const other = await max.listen();
  const heard = { topic_name: 'Lunch', stream_id: 1, visibility_policy: 1, last_updated: clock.now() / 1000 };
  await mia.hears(() => set(mia, 1, 'Lunch', 1), { type: 'user_topic', ...heard });
  await mia.hears(() => set(mia, 1, 'lunch', 1));
  assert.deepEqual(await other.events(), []);
  const states = { client_capabilities: CAPABILITIES };
  const both = await mia.post('/register', states);
  assert.deepEqual([both.user_topics, both.muted_topics], [[heard], undefined]);
  const old = await mia.post('/register', { ...states, fetch_event_types: ['muted_topics'] });
  assert.deepEqual(old.muted_topics, [['design', 'Lunch', heard.last_updated]]);
  await mia.hears(() => set(mia, 1, 'LUNCH', 0), { type: 'user_topic', visibility_policy: 0 });
  assert.deepEqual((await mia.post('/register', states)).user_topics, []);
});

test('clients that know of nothing but muting hear all muted topics anew', async () => {
  const { mia, clock } = await team();
  const old = await mia.listen({ event_types: ['muted_topics'] });
  await set(mia, 1, 'lunch', 1);
  await set(mia, 1, 'tea', 3);
  assert.deepEqual(
    (await old.events()).map(({ muted_topics }) => muted_topics),
    Array(2).fill([['design', 'lunch', clock.now() / 1000]]),
  );
});

test('the empty topic goes by its name where a client does not know it', async () => {
  const { mia } = await team();
  const old = await mia.listen({ client_capabilities: { notification_settings_null: true } });
  await mia.hears(() => set(mia, 1, 'general chat', 3), { type: 'user_topic', topic_name: '' });
  assert.deepEqual(
    (await old.events()).map(({ topic_name }) => topic_name),
    ['general chat'],
  );
});

test('of a channel one may not read nothing can be set, and what was set before is not told', async () => {
  const { mia, max, ada, gus } = await team();
  for (const who of [max, ada, gus]) await refused(set(who, 2, 'lunch', 1), 'Invalid channel ID', 'BAD_REQUEST');
  await refused(set(gus, 1, 'lunch', 1), 'Invalid channel ID', 'BAD_REQUEST');
  await refused(set(mia, 1, 'lunch', 4), /visibility_policy/, 'BAD_REQUEST');
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }], principals: [max.id] });
  await set(max, 2, 'secret', 1);
  await max.delete('/users/me/subscriptions', { subscriptions: ['plans'] });
  for (const fetch_event_types of [['user_topic'], ['muted_topics']]) {
    const state = await max.post('/register', { client_capabilities: CAPABILITIES, fetch_event_types });
    assert.deepEqual(state.user_topics ?? state.muted_topics, []);
  }
});
