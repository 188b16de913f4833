import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const OPENING = 'channel events';
const listed = async (who: TestUser, channel: number, fields = {}) =>
  ((await who.get(`/users/me/${channel}/topics`, fields)).topics as { name: string; max_id: number }[]).filter(
    ({ name }) => name !== OPENING,
  );
const join = (who: TestUser, name: string, fields = {}) =>
  who.post('/users/me/subscriptions', { subscriptions: [{ name }], ...fields });

test('topics are listed newest first, spelled as in their newest message', async () => {
  const { mia, max } = newTeam();
  await join(mia, 'design');
  await mia.sendMessage('design', 'Colours', 'red?');
  const fonts = await mia.sendMessage('design', 'fonts', 'serif?');
  const colours = await mia.sendMessage('design', 'colours', 'blue!');
  const empty = await mia.sendMessage('design', '', 'by the way');
  const named = [
    { name: 'general chat', max_id: empty },
    { name: 'colours', max_id: colours },
    { name: 'fonts', max_id: fonts },
  ];
  assert.deepEqual(await listed(max, 1), named);
  assert.deepEqual(await listed(max, 1, { allow_empty_topic_name: true }), [
    { name: '', max_id: empty },
    ...named.slice(1),
  ]);
});

test('in a protected history, a user sees the topics of received messages, with the newest of those', async () => {
  const { mia, max } = newTeam();
  await join(mia, 'plans', { invite_only: true });
  await mia.sendMessage('plans', 'before', 'hidden');
  await mia.sendMessage('plans', 'both', 'hidden too');
  await join(mia, 'plans', { principals: [max.id] });
  const seen = await mia.sendMessage('plans', 'both', 'seen');
  assert.deepEqual(await listed(max, 1), [{ name: 'both', max_id: seen }]);
  await max.delete('/users/me/subscriptions', { subscriptions: ['plans'] });
  await mia.sendMessage('plans', 'both', 'hidden again');
  await join(mia, 'plans', { principals: [max.id] });
  assert.deepEqual(await listed(max, 1), [{ name: 'both', max_id: seen }]);
  await mia.delete(`/messages/${seen}`);
  assert.deepEqual(await listed(max, 1), []);
  assert.equal((await listed(mia, 1)).length, 2);
});

test('a topic disappears with its last message', async () => {
  const { ada, mia, max } = newTeam();
  await join(mia, 'design');
  const first = await mia.sendMessage('design', 'kept', 'one');
  const second = await mia.sendMessage('design', 'kept', 'two');
  const only = await mia.sendMessage('design', 'gone', 'three');
  for (const id of [second, only]) await ada.delete(`/messages/${id}`);
  assert.deepEqual(await listed(max, 1), [{ name: 'kept', max_id: first }]);
});

test('nobody can list the topics of a channel whose messages they cannot read', async () => {
  const { ada, mia, max, gus, team, app } = newTeam();
  await join(mia, 'plans', { invite_only: true });
  await join(mia, 'open');
  for (const who of [max, gus, ada])
    await assertRejected(who.request('GET', '/users/me/1/topics'), 'Invalid channel ID', 'BAD_REQUEST');
  await assertRejected(gus.request('GET', '/users/me/2/topics'), 'Invalid channel ID', 'BAD_REQUEST');
  await assertRejected(max.request('GET', '/users/me/99/topics'), 'Invalid channel ID', 'BAD_REQUEST');
  assert.equal((await team.request('GET', '/json/users/me/2/topics')).status, 401);
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  await assertRejected(team.request('GET', '/json/users/me/2/topics'), 'Invalid channel ID', 'BAD_REQUEST');
  await join(ada, 'wide', { is_web_public: true });
  assert.equal((await team.request('GET', '/json/users/me/3/topics')).status, 200);
});
