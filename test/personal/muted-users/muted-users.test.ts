import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type Person, type Reply, refused } from '../../support/team.ts';

const mute = (who: Person, whom: { id: number }) => who.post(`/users/me/muted_users/${whom.id}`);
const unread = async (person: Person) => (await person.post('/register')).unread_msgs;

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
  const others = await Promise.all([ada, max].map((person) => person.listen()));
  const muted = [{ id: max.id, timestamp: clock.now() / 1000 }];
  const [heard] = await mia.hears(() => mute(mia, max), { type: 'muted_users' });
  assert.deepEqual(heard, { type: 'muted_users', muted_users: muted });
  assert.deepEqual((await mia.post('/register')).muted_users, muted);
  const ask = (method: string, id: number) => mia.ask(method, `/users/me/muted_users/${id}`);
  await mia.hears(async () => {
    await refused(ask('POST', max.id), 'User already muted', 'BAD_REQUEST');
    await refused(ask('POST', mia.id), 'Cannot mute self', 'BAD_REQUEST');
    await refused(ask('POST', 999), 'No such user', 'BAD_REQUEST');
    await refused(ask('DELETE', 999), 'No such user', 'BAD_REQUEST');
    await refused(ask('DELETE', ada.id), 'User is not muted', 'BAD_REQUEST');
  });
  await mia.hears(() => mia.delete(`/users/me/muted_users/${max.id}`), { type: 'muted_users', muted_users: [] });
  await refused(ask('DELETE', max.id), 'User is not muted', 'BAD_REQUEST');
  for (const queue of others) assert.deepEqual(await queue.events(), []);
  assert.deepEqual((await max.post('/register')).muted_users, []);
});

test('messages of a muted user become read, and so do new ones', async () => {
  const { ada, mia, max } = await inDesign();
  const before = [await max.say('design', 'a', 'one'), await max.tell([mia, ada], 'two')];
  const kept = await ada.say('design', 'a', 'three');
  await mia.hears(
    () => mute(mia, max),
    { type: 'muted_users' },
    { type: 'update_message_flags', op: 'add', flag: 'read', messages: before },
  );
  assert.deepEqual((await unread(mia)).count, 1);
  await ada.hears(
    () =>
      mia.hears(() => max.say('design', 'a', '@**all** look'), {
        type: 'message',
        flags: ['read', 'stream_wildcard_mentioned', 'wildcard_mentioned'],
      }),
    { type: 'message', flags: ['stream_wildcard_mentioned', 'wildcard_mentioned'] },
  );
  await mia.hears(() => max.tell([mia], 'hey'), { type: 'message', flags: ['read'] });
  const { count, streams } = await unread(mia);
  assert.deepEqual([count, streams.map(({ unread_message_ids }: Reply) => unread_message_ids)], [1, [[kept]]]);
  await mia.delete(`/users/me/muted_users/${max.id}`);
  await mia.hears(() => max.tell([mia], 'hello?'), { type: 'message', flags: [] });
  assert.equal((await unread(mia)).count, 2);
  assert.equal((await unread(ada)).count, 3, 'others read for themselves');
});

test('if one of two users muted the other, neither sees the other’s read receipts', async () => {
  const { ada, mia, max } = await inDesign();
  const id = await ada.say('design', 'a', 'one');
  const read = (person: Person) => person.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
  for (const person of [mia, max]) await read(person);
  const readers = async (person: Person) => (await person.get(`/messages/${id}/read_receipts`)).user_ids;
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
    await refused(gus.ask('POST', `/users/me/muted_users/${id}`), 'No such user', 'BAD_REQUEST');
    await refused(gus.ask('DELETE', `/users/me/muted_users/${id}`), 'No such user', 'BAD_REQUEST');
  }
  await ada.tell([gus], 'welcome');
  await mute(gus, ada);
});
