import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { useMemoryJournal } from '../../support/memory-journal.ts';
import { newTeam, type Reply } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

/** Long enough for an answer that does not wait, ms. */
const SOON = 150;

/** A team with a channel, whose journal acknowledges nothing by itself. */
async function waitingTeam() {
  const people = newTeam();
  await people.ada.post('/channels/create', {
    name: 'lunch',
    subscribers: [people.ada.id, people.mia.id, people.max.id],
  });
  // The first request of a program is a change: the audit log records it.
  for (const person of [people.ada, people.mia, people.max]) await person.get('/users/me');
  return { ...people, journal: useMemoryJournal(people.app.db) };
}

/** Whether a request is answered before its turn is acknowledged. */
async function isAnswered(request: Promise<unknown>): Promise<boolean> {
  return Promise.race([request.then(() => true), wait(SOON, false)]);
}

const message = (content: string) => ({ type: 'channel', to: 'lunch', topic: 'today', content });

test('a reply, an event and the answer to a poll leave when the turn is acknowledged, and not before', async () => {
  const { journal, ada, mia } = await waitingTeam();
  const queue = await mia.registerQueue({ event_types: ['message'] });
  const other = await mia.registerQueue({ event_types: ['message'] });
  const poll = mia.get('/events', { queue_id: queue.id, last_event_id: -1 });
  const sending = ada.post('/messages', message('Soup?'));
  await waitUntil(() => journal.waiting.length === 1);
  assert.equal(await isAnswered(Promise.race([sending, poll])), false);
  const peek = await mia.get('/events', { queue_id: other.id, last_event_id: -1, dont_block: true });
  assert.deepEqual(peek.events, []);
  journal.acknowledge(journal.waiting[0]!);
  const { id } = await sending;
  assert.equal((await poll).events[0].message.id, id);
});

test('a reader of an unacknowledged message waits; a constant file does not', async () => {
  const { journal, team, ada, mia } = await waitingTeam();
  const sending = ada.post('/messages', message('Soup?'));
  await waitUntil(() => journal.waiting.length === 1);
  const reading = mia.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
  assert.equal(await isAnswered(reading), false);
  assert.equal((await fetch(`${await team.url}/static/images/icon.svg`)).status, 200);
  journal.flush();
  const { id } = await sending;
  assert.equal((await reading).messages[0].id, id);
});

test('an error that depends on an unacknowledged turn waits for it', async () => {
  const { journal, ada, mia, team } = await waitingTeam();
  const key = mia.apiKey;
  const replacing = mia.post('/users/me/api_key/regenerate');
  await waitUntil(() => journal.waiting.length === 1);
  const asking = team.request('GET', '/users/me', {}, { Authorization: `Basic ${btoa(`${mia.email}:${key}`)}` });
  const creating = ada.request('POST', '/channels/create', { name: 'lunch', subscribers: [] });
  assert.equal(await isAnswered(Promise.race([asking, creating])), false);
  journal.flush();
  assert.equal((await asking).status, 401);
  assert.equal((await creating).result, 'error');
  assert.notEqual((await replacing).api_key, key);
});

test('turns that are acknowledged out of order are published in order', async () => {
  const { journal, ada, mia } = await waitingTeam();
  const queue = await mia.registerQueue({ event_types: ['message'] });
  const sending: Promise<Reply>[] = [];
  for (const content of ['first', 'second', 'third']) {
    sending.push(ada.post('/messages', message(content)));
    await waitUntil(() => journal.waiting.length === sending.length);
  }
  const [first, second, third] = journal.waiting as [number, number, number];
  journal.acknowledge(third);
  journal.acknowledge(second);
  assert.equal(await isAnswered(Promise.race(sending)), false);
  assert.deepEqual(queuedContents(mia.team.app.queues.ofUser(mia.id)), []);
  journal.acknowledge(first);
  await Promise.all(sending);
  const contents = (await queue.events()).map(({ message }: Reply) => message.content);
  assert.deepEqual(contents, ['<p>first</p>', '<p>second</p>', '<p>third</p>']);
});

const queuedContents = (queues: readonly { events: { body: string }[] }[]): string[] =>
  queues.flatMap(({ events }) => events.map(({ body }) => body));

test('a snapshot that contains an unacknowledged turn is not followed by its event', async () => {
  const { journal, ada, mia } = await waitingTeam();
  const before = await mia.registerQueue({ event_types: ['realm'] });
  const renaming = ada.patch('/realm', { name: 'Cooks' });
  await waitUntil(() => journal.waiting.length === 1);
  const registering = mia.post('/register', { event_types: ['realm'], fetch_event_types: ['realm'] });
  assert.equal(await isAnswered(registering), false);
  const more = ada.patch('/realm', { name: 'Bakers' });
  await waitUntil(() => journal.waiting.length === 2);
  journal.flush();
  await Promise.all([renaming, more]);
  const { realm_name, queue_id } = await registering;
  assert.equal(realm_name, 'Cooks');
  const { events } = await mia.get('/events', { queue_id, last_event_id: -1, dont_block: true });
  assert.deepEqual(
    events.map(({ value }: Reply) => value),
    ['Bakers'],
  );
  assert.deepEqual(
    (await before.events()).map(({ value }) => value),
    ['Cooks', 'Bakers'],
  );
});

test('a queue for all public channels receives nothing that follows its owner becoming a guest', async () => {
  const { journal, ada, max } = await waitingTeam();
  const { queue_id } = await max.post('/register', { event_types: ['message'], all_public_streams: true });
  journal.flush();
  const demoting = ada.patch(`/users/${max.id}`, { role: 600 });
  await waitUntil(() => journal.waiting.length === 1);
  const leaving = ada.request('DELETE', '/users/me/subscriptions', { subscriptions: ['lunch'], principals: [max.id] });
  await waitUntil(() => journal.waiting.length === 2);
  const sending = ada.post('/messages', message('Not for Max'));
  await waitUntil(() => journal.waiting.length === 3);
  journal.flush();
  await Promise.all([demoting, leaving, sending]);
  const { events } = await max.get('/events', { queue_id, last_event_id: -1, dont_block: true });
  assert.deepEqual(events, []);
});

test('when the journal fails, nobody receives what it did not confirm, and the server ends', async () => {
  const { journal, app, ada, mia } = await waitingTeam();
  const queue = await mia.registerQueue({ event_types: ['message'] });
  let lost: unknown;
  app.db.onLost = (reason) => (lost = reason);
  const sending = ada.request('POST', '/messages', message('Soup?'));
  const reading = mia.request('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
  await waitUntil(() => journal.waiting.length === 1);
  await wait(SOON);
  journal.fail(new Error('The disk is gone'));
  assert.equal((await sending).status, 500);
  assert.notEqual((await reading).status, 200);
  assert.equal((lost as { code?: string }).code, 'SQLITE_IOERR_FSYNC');
  assert.deepEqual(queuedContents(app.queues.ofUser(mia.id).filter(({ id }) => id === queue.id)), []);
});
