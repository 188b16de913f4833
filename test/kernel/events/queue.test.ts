import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { event } from '../../../src/kernel/events/event.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

/** An event for these tests only. */
const noted = event('alert_words', undefined, { alert_words: Type.Array(Type.String()) });

function publishers(people: ReturnType<typeof newTeam>) {
  const { app } = people;
  /** Publishes words to some users, all in one turn. */
  const tell = (to: TestUser[], ...words: string[]) =>
    app.db.write(() => {
      for (const word of words)
        app.events.publish(
          noted({ alert_words: [word] }),
          to.map(({ id }) => id),
        );
    });
  const open = async (person: TestUser, fields = {}) =>
    (await person.post('/register', { fetch_event_types: [], ...fields })).queue_id as string;
  const poll = (person: TestUser, queue_id: string, last_event_id?: number, dont_block = false): Promise<Reply> =>
    person.request('GET', '/events', { queue_id, last_event_id, dont_block });
  return { tell, open, poll };
}

const heard = (reply: Reply) => reply.events.map(({ id, alert_words, type }: Reply) => [id, alert_words?.[0] ?? type]);

/** Waits until this many polls are pending. */
const waitForPolls = (team: ReturnType<typeof newTeam>, count: number): Promise<void> =>
  waitUntil(
    () => [...team.app.queues.all].filter(({ poll }) => poll).length === count,
    () => `${count} held requests`,
  );

test('events arrive in order, their ids rise by one from 0, and they are kept until acknowledged', async () => {
  const team = newTeam();
  const { tell, open, poll } = publishers(team);
  const queue = await open(team.mia);
  tell([team.mia], 'one', 'two');
  tell([team.mia], 'three');
  const all = [
    [0, 'one'],
    [1, 'two'],
    [2, 'three'],
  ];
  assert.deepEqual(heard(await poll(team.mia, queue, -1)), all);
  assert.deepEqual(heard(await poll(team.mia, queue, -1)), all, 'an answer that was lost is repeated');
  assert.deepEqual(heard(await poll(team.mia, queue)), all, 'without last_event_id nothing is acknowledged');
  assert.deepEqual(heard(await poll(team.mia, queue, 1)), [[2, 'three']]);
  assert.deepEqual(heard(await poll(team.mia, queue, 2, true)), []);
  tell([team.mia], 'four');
  assert.deepEqual(heard(await poll(team.mia, queue, 2)), [[3, 'four']]);
});

test('an acknowledged event and one that was never sent cannot be requested', async () => {
  const team = newTeam();
  const { tell, open, poll } = publishers(team);
  const queue = await open(team.mia);
  tell([team.mia], 'one', 'two');
  await poll(team.mia, queue, 1, true);
  await assertRejected(poll(team.mia, queue, 0), 'An event newer than 0 has already been pruned!', 'BAD_REQUEST');
  await assertRejected(poll(team.mia, queue, 2), 'An event newer than 1 has not been sent yet!', 'BAD_REQUEST');
  await assertRejected(
    team.mia.request('GET', '/events', {}),
    "Missing 'queue_id' argument",
    'REQUEST_VARIABLE_MISSING',
  );
});

test('a pending poll is answered after an event was committed, and not before', async () => {
  const team = newTeam();
  const { app, mia, max } = team;
  const { tell, open, poll } = publishers(team);
  const [first, second] = [await open(mia), await open(max)];
  const waiting = Promise.all([poll(mia, first, -1), poll(max, second, -1)]);
  await waitForPolls(team, 2);
  assert.throws(() =>
    app.db.write(() => {
      tell([mia, max], 'never was');
      throw new Error('undone');
    }),
  );
  tell([mia, max, max], 'came');
  assert.deepEqual((await waiting).map(heard), [[[0, 'came']], [[0, 'came']]]);
});

test('a queue receives only the event types it requested, and stream events with subscriptions', async () => {
  const team = newTeam();
  const { app, mia } = team;
  const streamGone = event('stream', 'delete', { stream_ids: Type.Array(Type.Integer()) });
  const { tell, open, poll } = publishers(team);
  const [subscriptions, words] = [
    await open(mia, { event_types: ['subscription'] }),
    await open(mia, { event_types: ['alert_words'] }),
  ];
  tell([mia], 'soup');
  app.db.write(() => app.events.publish(streamGone({ stream_ids: [] }), [mia.id]));
  assert.deepEqual(heard(await poll(mia, subscriptions, -1, true)), [[0, 'stream']]);
  assert.deepEqual(heard(await poll(mia, words, -1, true)), [[0, 'soup']]);
});

test('a second poll replaces the first', async () => {
  const team = newTeam();
  const { tell, open, poll } = publishers(team);
  const queue = await open(team.mia);
  const first = poll(team.mia, queue, -1);
  await waitForPolls(team, 1);
  const second = poll(team.mia, queue, -1);
  assert.deepEqual(heard(await first), []);
  await waitForPolls(team, 1);
  tell([team.mia], 'soup');
  assert.deepEqual(heard(await second), [[0, 'soup']]);
});

test('a long poll receives a heartbeat after 45 to 55 seconds', async () => {
  const team = newTeam();
  const { app, clock, mia } = team;
  const { open, poll } = publishers(team);
  const queue = await open(mia, { event_types: ['message'] });
  const waiting = poll(mia, queue, -1);
  await waitForPolls(team, 1);
  clock.advance(44);
  app.queues.sweep();
  await waitForPolls(team, 1);
  clock.advance(12);
  app.queues.sweep();
  assert.deepEqual((await waiting).events, [{ id: 0, type: 'heartbeat' }]);
  assert.deepEqual(heard(await poll(mia, queue, 0, true)), [], 'it is acknowledged like any event');
});

test('a queue without polls for 10 minutes is deleted', async () => {
  const team = newTeam();
  const { app, clock, mia } = team;
  const { open, poll } = publishers(team);
  const [kept, forgotten, waitedAt] = [await open(mia), await open(mia), await open(mia)];
  const waiting = poll(mia, waitedAt, -1);
  await waitForPolls(team, 1);
  clock.advance(590);
  await poll(mia, kept, -1, true);
  clock.advance(9);
  app.queues.sweep();
  assert.equal((await waiting).events[0].type, 'heartbeat', 'a queue somebody waits at is in use');
  assert.equal(app.queues.count, 3);
  clock.advance(1);
  app.queues.sweep();
  assert.deepEqual((await poll(mia, kept, -1, true)).events, []);
  assert.equal((await poll(mia, waitedAt, 0, true)).result, 'success');
  const refusal = await assertRejected(
    poll(mia, forgotten, -1),
    `Bad event queue ID: ${forgotten}`,
    'BAD_EVENT_QUEUE_ID',
  );
  assert.equal(refusal.status, 400);
  assert.equal(refusal.queue_id, forgotten);
});

test('a queue is kept for 10 minutes after its client disconnects', async () => {
  const team = newTeam();
  const { app, clock, mia } = team;
  const { tell, open, poll } = publishers(team);
  const queue = await open(mia);
  const leaving = new AbortController();
  const url = `${await team.team.url}/api/v1/events?queue_id=${queue}&last_event_id=-1`;
  const Authorization = `Basic ${Buffer.from(`${mia.email}:${mia.apiKey}`).toString('base64')}`;
  const gone = fetch(url, { headers: { Authorization }, signal: leaving.signal }).catch((error: Error) => error.name);
  await waitForPolls(team, 1);
  leaving.abort();
  assert.equal(await gone, 'AbortError');
  await waitForPolls(team, 0);
  tell([mia], 'missed');
  clock.advance(599);
  app.queues.sweep();
  assert.deepEqual(heard(await poll(mia, queue, -1)), [[0, 'missed']]);
});

test('a queue without polls is deleted at 10,000 events', async () => {
  const team = newTeam();
  const { app, mia, max } = team;
  const { tell, open, poll } = publishers(team);
  const [idle, other] = [await open(mia), await open(max)];
  tell([mia], ...Array<string>(9_999).fill('x'));
  app.db.commit();
  assert.equal(app.queues.count, 2);
  tell([mia, max], 'the last straw');
  app.db.commit();
  await assertRejected(poll(mia, idle, -1), /Bad event queue/, 'BAD_EVENT_QUEUE_ID');
  assert.deepEqual(heard(await poll(max, other, -1)), [[0, 'the last straw']]);
});

test('a queue without polls is deleted at 4 MiB', async () => {
  const team = newTeam();
  const { mia } = team;
  const { tell, open, poll } = publishers(team);
  const queue = await open(mia);
  tell([mia], 'ü'.repeat(1_000_000));
  assert.equal((await poll(mia, queue, -1)).events.length, 1);
  tell([mia], 'ü'.repeat(1_000_000), 'ü'.repeat(100_000));
  await assertRejected(poll(mia, queue, -1), /Bad event queue/, 'BAD_EVENT_QUEUE_ID');
});

test('other users cannot read or delete a queue', async () => {
  const team = newTeam();
  const { mia, ada } = team;
  const { tell, open, poll } = publishers(team);
  const queue = await open(mia);
  tell([mia], 'secret');
  for (const refusal of [
    await poll(ada, queue, -1),
    await ada.request('DELETE', '/events', { queue_id: queue }),
    await poll(ada, 'none', -1),
  ]) {
    assert.equal(refusal.code, 'BAD_EVENT_QUEUE_ID');
    assert.equal(refusal.status, 400);
  }
  assert.equal((await team.team.request('GET', '/events', { queue_id: queue })).status, 401);
  assert.deepEqual(heard(await poll(mia, queue, -1)), [[0, 'secret']]);
});

test('deleting a queue ends its pending poll', async () => {
  const team = newTeam();
  const { mia } = team;
  const { open, poll } = publishers(team);
  const queue = await open(mia);
  const waiting = poll(mia, queue, -1);
  await waitForPolls(team, 1);
  await mia.delete('/events', { queue_id: queue });
  assert.equal((await waiting).code, 'BAD_EVENT_QUEUE_ID');
  await assertRejected(mia.request('DELETE', '/events', { queue_id: queue }), /Bad event queue/, 'BAD_EVENT_QUEUE_ID');
});
