import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retention } from '../../../src/chat/messages/messages/jobs.ts';
import { importInto, makeZip } from '../../organization/imports/support.ts';
import { newTeam, type TestUser } from '../../support/team.ts';

const DAY = 86_400;

const team = async () => {
  const people = newTeam();
  const { ada, mia, app } = people;
  const quiet = { send_new_subscription_messages: false, subscribers: [ada.id, mia.id] };
  await ada.post('/channels/create', { name: 'short', message_retention_days: 2, ...quiet });
  await ada.post('/channels/create', { name: 'usual', ...quiet });
  await ada.post('/channels/create', { name: 'forever', message_retention_days: 'unlimited', ...quiet });
  const usually = (days: number) => app.db.write(() => app.realm.set('message_retention_days', days));
  const has = async (who: TestUser, ...ids: number[]) =>
    (await Promise.all(ids.map((id) => who.request('GET', `/messages/${id}`)))).map(
      ({ result }) => result === 'success',
    );
  const expire = async () => {
    await retention.run(app);
    app.db.commit();
  };
  return { ...people, usually, has, expire };
};

test('an import of old messages expires them by their own time, and no message that was sent before the import', async () => {
  const { ada, mia, app, clock, usually, has, expire } = await team();
  await usually(2);
  const people = [ada, mia].map(({ id, name, email }) => ({
    id: `U${id}`,
    team_id: 'T1',
    name,
    profile: { real_name: name, email },
  }));
  const [first, second] = people.map(({ id }) => id);
  const at = (ago: number, fraction: number) => `${Math.floor(clock.now() / 1000) - ago}.00000${fraction}`;
  const before = [await mia.sendMessage('usual', 'now', 'Sent here'), await mia.sendDirectMessage([ada], 'To you')];
  const say = (user: string | undefined, ts: string, text: string) => ({ type: 'message', user, ts, text });
  await importInto(
    ada.team,
    'slack',
    await makeZip({
      'users.json': people,
      'channels.json': [{ id: 'C1', name: 'usual', members: [first, second] }],
      'dms.json': [{ id: 'D1', members: [first, second] }],
      'usual/1.json': [say(first, at(900 * DAY, 1), 'Very old'), say(second, at(DAY, 2), 'Of yesterday')],
      'D1/1.json': [say(first, at(800 * DAY, 3), 'Old and direct')],
    }),
  );
  const imported = (text: string) =>
    app.db.value<number, [string]>('SELECT id FROM message WHERE content = ?')(text) ?? 0;
  const young = [...before, imported('Of yesterday')];
  const old = [imported('Very old'), imported('Old and direct')];
  assert.deepEqual(await has(mia, ...young, ...old), [true, true, true, true, true]);
  await expire();
  assert.deepEqual(await has(mia, ...young, ...old), [true, true, true, false, false]);
  clock.advance(3 * DAY);
  await expire();
  assert.deepEqual(await has(mia, ...young), [false, false, false]);
});

test('messages older than their channel’s retention time are deleted, with an event to all recipients', async () => {
  const { ada, mia, max, gus, clock, has, expire } = await team();
  const old = [
    await mia.sendMessage('short', 'a', '1'),
    await mia.sendMessage('short', 'a', '2'),
    await mia.sendMessage('short', 'b', '3'),
  ];
  const elsewhere = [
    await mia.sendMessage('usual', 'a', '1'),
    await mia.sendMessage('forever', 'a', '1'),
    await mia.sendDirectMessage([max], '1'),
  ];
  clock.advance(2 * DAY - 10);
  const young = await mia.sendMessage('short', 'a', '4');
  await mia.assertReceives(expire);
  clock.advance(60);
  const guest = await gus.registerQueue();
  const queue = await ada.registerQueue({ event_types: ['delete_message'] });
  await expire();
  const events = (await queue.events()).filter(({ topic }) => topic !== 'channel events');
  assert.deepEqual(
    events.map(({ message_ids, topic }) => [topic, message_ids]),
    [
      ['a', old.slice(0, 2)],
      ['b', old.slice(2)],
    ],
  );
  assert.deepEqual(await guest.events(), []);
  assert.deepEqual(await has(mia, ...old, young, ...elsewhere), [false, false, false, true, true, true, true]);
  await mia.assertReceives(expire);
});

test('the organization’s retention time applies to direct messages and to channels without one', async () => {
  const { mia, max, clock, usually, has, expire } = await team();
  const ids = [
    await mia.sendMessage('short', 'a', '1'),
    await mia.sendMessage('usual', 'a', '1'),
    await mia.sendMessage('forever', 'a', '1'),
    await mia.sendDirectMessage([max], '1'),
  ];
  usually(1);
  clock.advance(DAY + 60);
  await expire();
  assert.deepEqual(await has(mia, ...ids), [true, false, true, false]);
  usually(-1);
  const kept = await mia.sendDirectMessage([max], '2');
  clock.advance(400 * DAY);
  await expire();
  assert.deepEqual(await has(mia, ...ids, kept), [false, false, true, false, true]);
});

test('a whole history is deleted in batches, and its messages are no longer unread', async () => {
  const { mia, max, clock, usually, expire } = await team();
  for (let at = 0; at < 130; at++) await max.sendDirectMessage([mia], `${at}`);
  const unread = async () =>
    (await mia.post('/register', { fetch_event_types: ['message', 'update_message_flags'] })).unread_msgs;
  assert.equal((await unread()).pms[0].unread_message_ids.length, 130);
  usually(7);
  clock.advance(8 * DAY);
  const queue = await mia.registerQueue({ event_types: ['delete_message'] });
  await expire();
  const direct = (await queue.events()).filter(({ message_type }) => message_type === 'private');
  assert.deepEqual(
    direct.map(({ message_ids }) => message_ids.length),
    [100, 30],
  );
  assert.deepEqual((await unread()).pms, []);
});
