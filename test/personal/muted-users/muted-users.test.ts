import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';

const mute = (who: TestUser, whom: { id: number }) => who.post(`/users/me/muted_users/${whom.id}`);
const unread = async (person: TestUser) => (await person.post('/register')).unread_msgs;

async function inDesign() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', {
    name: 'design',
    subscribers: [ada.id, mia.id, max.id],
    send_new_subscription_messages: false,
  });
  for (const person of [ada, mia, max]) await person.post('/mark_all_as_read');
  return team;
}

test('only the user knows whom they muted', async () => {
  const { mia, max, ada, clock } = newTeam();
  const others = await Promise.all([ada, max].map((person) => person.registerQueue()));
  const muted = [{ id: max.id, timestamp: clock.now() / 1000 }];
  const [heard] = await mia.assertReceives(() => mute(mia, max), { type: 'muted_users' });
  assert.deepEqual(heard, { type: 'muted_users', muted_users: muted });
  assert.deepEqual((await mia.post('/register')).muted_users, muted);
  const ask = (method: string, id: number) => mia.request(method, `/users/me/muted_users/${id}`);
  await mia.assertReceives(async () => {
    await assertRejected(ask('POST', max.id), 'User already muted', 'BAD_REQUEST');
    await assertRejected(ask('POST', mia.id), 'Cannot mute self', 'BAD_REQUEST');
    await assertRejected(ask('POST', 999), 'No such user', 'BAD_REQUEST');
    await assertRejected(ask('DELETE', 999), 'No such user', 'BAD_REQUEST');
    await assertRejected(ask('DELETE', ada.id), 'User is not muted', 'BAD_REQUEST');
  });
  await mia.assertReceives(() => mia.delete(`/users/me/muted_users/${max.id}`), {
    type: 'muted_users',
    muted_users: [],
  });
  await assertRejected(ask('DELETE', max.id), 'User is not muted', 'BAD_REQUEST');
  for (const queue of others) assert.deepEqual(await queue.events(), []);
  assert.deepEqual((await max.post('/register')).muted_users, []);
});

test('messages of a muted user become read, and so do new ones', async () => {
  const { ada, mia, max } = await inDesign();
  const before = [await max.sendMessage('design', 'a', 'one'), await max.sendDirectMessage([mia, ada], 'two')];
  const kept = await ada.sendMessage('design', 'a', 'three');
  await mia.assertReceives(
    () => mute(mia, max),
    { type: 'muted_users' },
    { type: 'update_message_flags', op: 'add', flag: 'read', messages: before },
  );
  assert.deepEqual((await unread(mia)).count, 1);
  await ada.assertReceives(
    () =>
      mia.assertReceives(() => max.sendMessage('design', 'a', '@**all** look'), {
        type: 'message',
        flags: ['read', 'stream_wildcard_mentioned', 'wildcard_mentioned'],
      }),
    { type: 'message', flags: ['stream_wildcard_mentioned', 'wildcard_mentioned'] },
  );
  await mia.assertReceives(() => max.sendDirectMessage([mia], 'hey'), { type: 'message', flags: ['read'] });
  const { count, streams } = await unread(mia);
  assert.deepEqual([count, streams.map(({ unread_message_ids }: Reply) => unread_message_ids)], [1, [[kept]]]);
  await mia.delete(`/users/me/muted_users/${max.id}`);
  await mia.assertReceives(() => max.sendDirectMessage([mia], 'hello?'), { type: 'message', flags: [] });
  assert.equal((await unread(mia)).count, 2);
  assert.equal((await unread(ada)).count, 3, 'others read for themselves');
});

test('if one of two users muted the other, neither sees the other’s read receipts', async () => {
  const { ada, mia, max } = await inDesign();
  const id = await ada.sendMessage('design', 'a', 'one');
  const read = (person: TestUser) => person.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
  for (const person of [mia, max]) await read(person);
  const readers = async (person: TestUser) => (await person.get(`/messages/${id}/read_receipts`)).user_ids;
  assert.deepEqual(await readers(ada), [mia.id, max.id]);
  await mute(mia, max);
  assert.deepEqual(
    [await readers(ada), await readers(mia), await readers(max)],
    [[mia.id, max.id], [mia.id], [max.id]],
  );
  await mute(max, ada);
  assert.deepEqual(await readers(ada), [mia.id]);
});

test('a guest cannot find out by muting which users exist', async () => {
  const { app, ada, mia, gus } = newTeam();
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  for (const id of [mia.id, 999]) {
    await assertRejected(gus.request('POST', `/users/me/muted_users/${id}`), 'No such user', 'BAD_REQUEST');
    await assertRejected(gus.request('DELETE', `/users/me/muted_users/${id}`), 'No such user', 'BAD_REQUEST');
  }
  await ada.sendDirectMessage([gus], 'welcome');
  await mute(gus, ada);
});
