import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { event } from '../../../src/kernel/events/event.ts';
import { LIMITS } from '../../../src/limits.ts';
import { type Form, openStream, testForms, waitForEvents } from '../../support/streams.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

/** An event for these tests only. */
const noted = event('alert_words', undefined, { alert_words: Type.Array(Type.String()) });

function publishers(people: ReturnType<typeof newTeam>, form: Form = 'poll') {
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
    dont_block
      ? person.request('GET', '/events', { queue_id, last_event_id, dont_block })
      : waitForEvents(form, person, { queue_id, last_event_id });
  return { tell, open, poll };
}

const heard = (reply: Reply) => reply.events.map(({ id, alert_words, type }: Reply) => [id, alert_words?.[0] ?? type]);

/** Waits until this many polls are pending. */
const waitForPolls = (team: ReturnType<typeof newTeam>, count: number): Promise<void> =>
  waitUntil(
    () => [...team.app.queues.all].filter(({ poll }) => poll).length === count,
    () => `${count} held requests`,
  );

testForms(
  'events arrive in order, their ids rise by one from 0, and they are kept until acknowledged',
  async (form) => {
    const team = newTeam();
    const { tell, open, poll } = publishers(team, form);
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
  },
);

testForms('an acknowledged event and one that was never sent cannot be requested', async (form) => {
  const team = newTeam();
  const { tell, open, poll } = publishers(team, form);
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

testForms('a pending poll is answered after an event was committed, and not before', async (form) => {
  const team = newTeam();
  const { app, mia, max } = team;
  const { tell, open, poll } = publishers(team, form);
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

/** A poll of Mia's, and what Max does, while the server has much to do. */
async function inABusyServer(form: Form, act: (max: TestUser, to: number[]) => Promise<void>): Promise<string[]> {
  const team = newTeam();
  const { app, mia, max } = team;
  app.events.isBusy = () => true;
  const { open, poll } = publishers(team, form);
  const waiting = poll(mia, await open(mia, { event_types: ['message', 'typing'] }), -1);
  await waitForPolls(team, 1);
  await act(max, [mia.id]);
  return (await waiting).events.map(({ type }: Reply) => type);
}

testForms('with much to do, the server tells who is typing together with their message', async (form) => {
  const told = inABusyServer(form, async (max, to) => {
    await max.post('/typing', { type: 'direct', op: 'start', to });
    await max.post('/messages', { type: 'direct', to, content: 'Soup' });
  });
  assert.deepEqual(await told, ['typing', 'message']);
});

testForms('with much to do, the server tells who is typing without a message, too', async (form) => {
  const told = inABusyServer(form, async (max, to) => {
    await max.post('/typing', { type: 'direct', op: 'start', to });
  });
  assert.deepEqual(await told, ['typing']);
});

testForms('a queue receives only the event types it requested, and stream events with subscriptions', async (form) => {
  const team = newTeam();
  const { app, mia } = team;
  const streamGone = event('stream', 'delete', { stream_ids: Type.Array(Type.Integer()) });
  const { tell, open, poll } = publishers(team, form);
  const [subscriptions, words] = [
    await open(mia, { event_types: ['subscription'] }),
    await open(mia, { event_types: ['alert_words'] }),
  ];
  tell([mia], 'soup');
  app.db.write(() => app.events.publish(streamGone({ stream_ids: [] }), [mia.id]));
  assert.deepEqual(heard(await poll(mia, subscriptions, -1, true)), [[0, 'stream']]);
  assert.deepEqual(heard(await poll(mia, words, -1, true)), [[0, 'soup']]);
});

testForms('a second poll replaces the first', async (form) => {
  const team = newTeam();
  const { tell, open, poll } = publishers(team, form);
  const queue = await open(team.mia);
  const first = poll(team.mia, queue, -1);
  await waitForPolls(team, 1);
  const second = poll(team.mia, queue, -1);
  assert.deepEqual(heard(await first), []);
  await waitForPolls(team, 1);
  tell([team.mia], 'soup');
  assert.deepEqual(heard(await second), [[0, 'soup']]);
});

testForms('a long poll receives a heartbeat after 45 to 55 seconds', async (form) => {
  const team = newTeam();
  const { app, clock, mia } = team;
  const { open, poll } = publishers(team, form);
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

testForms('a queue without polls for 10 minutes is deleted', async (form) => {
  const team = newTeam();
  const { app, clock, mia } = team;
  const { open, poll } = publishers(team, form);
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

testForms('a queue without polls is deleted at 10,000 events', async (form) => {
  const team = newTeam();
  const { app, mia, max } = team;
  const { tell, open, poll } = publishers(team, form);
  const [idle, other] = [await open(mia), await open(max)];
  tell([mia], ...Array<string>(9_999).fill('x'));
  app.db.commit();
  assert.equal(app.queues.count, 2);
  tell([mia, max], 'the last straw');
  app.db.commit();
  await assertRejected(poll(mia, idle, -1), /Bad event queue/, 'BAD_EVENT_QUEUE_ID');
  assert.deepEqual(heard(await poll(max, other, -1)), [[0, 'the last straw']]);
});

testForms('a queue without polls is deleted at 4 MiB', async (form) => {
  const team = newTeam();
  const { mia } = team;
  const { tell, open, poll } = publishers(team, form);
  const queue = await open(mia);
  tell([mia], 'ü'.repeat(1_000_000));
  assert.equal((await poll(mia, queue, -1)).events.length, 1);
  tell([mia], 'ü'.repeat(1_000_000), 'ü'.repeat(100_000));
  await assertRejected(poll(mia, queue, -1), /Bad event queue/, 'BAD_EVENT_QUEUE_ID');
});

testForms('other users cannot read or delete a queue', async (form) => {
  const team = newTeam();
  const { mia, ada } = team;
  const { tell, open, poll } = publishers(team, form);
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

testForms('deleting a queue ends its pending poll', async (form) => {
  const team = newTeam();
  const { mia } = team;
  const { open, poll } = publishers(team, form);
  const queue = await open(mia);
  const waiting = poll(mia, queue, -1);
  await waitForPolls(team, 1);
  await mia.delete('/events', { queue_id: queue });
  assert.equal((await waiting).code, 'BAD_EVENT_QUEUE_ID');
  await assertRejected(mia.request('DELETE', '/events', { queue_id: queue }), /Bad event queue/, 'BAD_EVENT_QUEUE_ID');
});

test('a stream sends each event at once, until its client must confirm what it has', async () => {
  const team = newTeam();
  const { tell, open } = publishers(team);
  const queue = await open(team.mia);
  const { response, parts } = await openStream(team.mia, { queue_id: queue, last_event_id: -1 });
  for (const [name, value] of Object.entries({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  }))
    assert.equal(response.headers.get(name), value);
  const next = async () => (await parts.next()).value;
  assert.deepEqual(heard(await next()), [], 'the first part comes without an event');
  const ids: number[] = [];
  for (let count = 0; count < LIMITS.stream_events; count++) {
    tell([team.mia], `${count}`);
    const [[id, word]] = heard(await next()) as [[number, string]];
    assert.equal(word, `${count}`);
    ids.push(id);
  }
  assert.deepEqual(ids, [...ids.keys()]);
  assert.equal((await parts.next()).done, true, 'the stream ends');
  tell([team.mia], 'meanwhile');
  const again = await openStream(team.mia, { queue_id: queue, last_event_id: ids.at(-1) });
  assert.deepEqual(heard((await again.parts.next()).value), [[LIMITS.stream_events, 'meanwhile']]);
  assert.equal(team.app.queues.ofUser(team.mia.id)[0]!.events.length, 1, 'what is confirmed is not kept');
  again.leave();
});

test('parts of several streams arrive whole, with letters of any length', async () => {
  const team = newTeam();
  const { tell, open } = publishers(team);
  const people = [team.mia, team.max];
  const streams = await Promise.all(
    people.map(async (who) => openStream(who, { queue_id: await open(who), last_event_id: -1 })),
  );
  for (const { parts } of streams) await parts.next();
  const words = ['plain', 'Grüße', '你好 🎉', 'y'.repeat(20_000), 'Ende ✓'];
  for (const word of words) {
    tell(people, word);
    team.app.db.commit();
  }
  for (const { parts, leave } of streams) {
    const received: string[] = [];
    while (received.length < words.length)
      received.push(...heard((await parts.next()).value).map(([, word]: [number, string]) => word));
    assert.deepEqual(received, words);
    leave();
  }
});

test('a stream that was cut off continues after the last event that its client has', async () => {
  const team = newTeam();
  const { tell, open } = publishers(team);
  const queue = await open(team.mia);
  const first = await openStream(team.mia, { queue_id: queue, last_event_id: -1 });
  await first.parts.next();
  for (const word of ['one', 'two', 'three']) {
    tell([team.mia], word);
    await first.parts.next();
  }
  first.leave();
  await waitForPolls(team, 0);
  tell([team.mia], 'four');
  const second = await openStream(team.mia, { queue_id: queue, last_event_id: 1 });
  assert.deepEqual(heard((await second.parts.next()).value), [
    [2, 'three'],
    [3, 'four'],
  ]);
  tell([team.mia], 'five');
  assert.deepEqual(heard((await second.parts.next()).value), [[4, 'five']]);
  second.leave();
});

test('a stream ends at 64 KiB, and the events after that wait for its client', async () => {
  const team = newTeam();
  const { tell, open } = publishers(team);
  const queue = await open(team.mia);
  const { parts } = await openStream(team.mia, { queue_id: queue, last_event_id: -1 });
  await parts.next();
  const word = 'x'.repeat(LIMITS.stream_bytes / 4);
  for (let count = 0; count < 10; count++) tell([team.mia], word);
  team.app.db.commit();
  const lengths: number[] = [];
  for await (const { events } of parts) lengths.push(events.length);
  const sent = lengths.reduce((sum, length) => sum + length, 0);
  assert.equal(team.app.queues.ofUser(team.mia.id)[0]!.poll, undefined);
  tell([team.mia], 'later');
  const next = await openStream(team.mia, { queue_id: queue, last_event_id: sent - 1 });
  const rest = heard((await next.parts.next()).value);
  assert.deepEqual(rest.at(-1), [10, 'later']);
  assert.equal(rest.length, 11 - sent);
  next.leave();
});

test('a heartbeat ends a stream, and a stopping server ends all streams', async () => {
  const team = newTeam();
  const { app, clock, mia, max } = team;
  const { open } = publishers(team);
  const [quiet, stopped] = [await open(mia), await open(max)];
  const streams = [
    await openStream(mia, { queue_id: quiet, last_event_id: -1 }),
    await openStream(max, { queue_id: stopped, last_event_id: -1 }),
  ] as const;
  for (const { parts } of streams) await parts.next();
  app.queues.release();
  for (const { parts } of streams) {
    assert.deepEqual((await parts.next()).value.events, []);
    assert.equal((await parts.next()).done, true);
  }
  const { parts } = await openStream(mia, { queue_id: quiet, last_event_id: -1 });
  await parts.next();
  clock.advance(56);
  app.queues.sweep();
  assert.deepEqual((await parts.next()).value.events, [{ id: 0, type: 'heartbeat' }]);
  assert.equal((await parts.next()).done, true);
});

test('a request is answered before the polls that wait for its events', async () => {
  const team = newTeam();
  const { app, mia } = team;
  const { tell, open } = publishers(team);
  await open(mia);
  const answered: string[] = [];
  const poll = { session: undefined, send: undefined, answer: () => answered.push('poll'), refuse: assert.fail };
  const waiting = { lastEventId: -1, dontBlock: false, isStream: false };
  app.queues.listen(app.queues.ofUser(mia.id)[0]!, poll, waiting);
  tell([mia], 'word');
  void app.db.committed().then(() => answered.push('request'));
  await waitUntil(
    () => answered.length === 2,
    () => 'both answers',
  );
  assert.deepEqual(answered, ['request', 'poll']);
});
