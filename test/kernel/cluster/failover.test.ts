import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runOperation } from '../../../src/operations/run.ts';
import { pages } from '../../../src/pages/contents.ts';
import { makeSite } from '../../../src/pages/kit/site.ts';
import { type Answer, ask } from '../../support/ask.ts';
import { MemoryEngines } from '../../support/replicas.ts';
import { waitUntil } from '../../support/until.ts';
import { Visitor } from '../../support/visitor.ts';
import { direct, loseMachines, startThree } from './lost-machines.ts';

/** ROUNDS=500 runs for a few minutes. */
const ROUNDS = Number(process.env.ROUNDS ?? 50);

test('when machines are lost at any moment, no acknowledged message is lost or duplicated', async (t) => {
  await loseMachines(t, new MemoryEngines(), { rounds: ROUNDS });
});

test('a client of a machine that follows keeps its queue when the one that writes is lost', async () => {
  const engines = new MemoryEngines();
  const { replicas, a, c, reader, senders } = await startThree(engines);
  const { queue_id } = await ask(c, reader, 'POST', '/register', { event_types: '["message"]' });
  const sendHello = (content: string) => ask(c, senders[0]!, 'POST', '/messages', direct(reader, { content }));
  assert.equal((await sendHello('Before')).status, 200);
  await replicas.kill(a);
  await replicas.writer();
  await waitUntil(async () => (await sendHello('After')).status === 200);
  const { events } = await ask(c, reader, 'GET', '/events', { queue_id, last_event_id: -1 });
  assert.deepEqual(
    events.map(({ id, message }: Answer) => [id, message.content]),
    [
      [0, 'Before'],
      [1, 'After'],
    ],
  );
});

test('a writer that was cut off cannot write any more, and acknowledges nothing', async () => {
  const engines = new MemoryEngines();
  const { replicas, a, b, reader, senders } = await startThree(engines);
  a.engine.partition();
  let isAcknowledged = false;
  ask(a, senders[0]!, 'POST', '/messages', direct(reader, { content: 'Lost' })).then(
    ({ status }) => (isAcknowledged = status === 200),
    () => {},
  );
  await waitUntil(() => a.app.db.value<number>('SELECT count(*) FROM message')() === 1);
  engines.cluster.expireLease();
  const next = await replicas.writer();
  assert.notEqual(next, a);
  await waitUntil(
    async () => (await ask(b, senders[1]!, 'POST', '/messages', direct(reader, { content: 'Kept' }))).status === 200,
  );
  a.engine.heal();
  await waitUntil(() => a.lost);
  assert.ok(!isAcknowledged);
  const contents = next.app.db.column<string>('SELECT content FROM message')();
  assert.deepEqual(contents, ['Kept']);
});

test('a change that the lost writer may have saved is not repeated, and the error says so', async () => {
  const engines = new MemoryEngines();
  const { replicas, a, b, senders } = await startThree(engines);
  a.engine.log.holdsAcknowledgements = true;
  const answer = ask(b, senders[0]!, 'POST', '/users/me/status', { status_text: 'Away' });
  await waitUntil(() => a.engine.log.waiting.length > 0);
  await replicas.kill(a);
  const { status, msg } = await answer;
  assert.equal(status, 503);
  assert.match(msg, /cannot confirm that this is saved/);
});

test('without a majority nothing is acknowledged, reading goes on, and then everything is saved', async () => {
  const engines = new MemoryEngines();
  const { b, reader, senders } = await startThree(engines);
  engines.cluster.hasQuorum = false;
  let status: number | undefined;
  ask(b, senders[0]!, 'POST', '/messages', direct(reader, { content: 'Patience' })).then(
    (reply) => (status = reply.status),
  );
  const page = { anchor: 'newest', num_before: 10, num_after: 0 };
  assert.deepEqual((await ask(b, reader, 'GET', '/messages', page)).messages, []);
  await wait(50);
  assert.equal(status, undefined);
  engines.cluster.hasQuorum = true;
  await waitUntil(() => status === 200);
  assert.equal((await ask(b, reader, 'GET', '/messages', page)).messages.length, 1);
});

test('planned hand-overs refuse nothing and lose nothing, although clients send to every machine', async () => {
  const engines = new MemoryEngines();
  const { replicas, a, b, c, reader, senders } = await startThree(engines);
  const machines = [a, b, c];
  let isOver = false;
  const answers: Answer[] = [];
  const sending = senders.map(async (sender, at) => {
    for (let count = 1; !isOver; count++) {
      const content = `${at}/${count}`;
      answers.push({
        content,
        ...(await ask(machines[at % 3]!, sender, 'POST', '/messages', direct(reader, { content }))),
      });
    }
  });
  // A machine that stepped down rests for a while.
  for (let round = 1; round <= 2; round++) {
    const before = await replicas.writer();
    const enough = answers.length + 20;
    await waitUntil(() => answers.length > enough);
    await before.replica.stepDown();
    assert.notEqual(await replicas.writer(), before);
  }
  isOver = true;
  await Promise.all(sending);
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200),
    [],
  );
  const sent = answers.map(({ id, content }) => `${id} ${content}`).sort();
  for (const { app } of machines) {
    const stored = () => app.db.column<string>(`SELECT id || ' ' || content FROM message`)().sort();
    await waitUntil(() => stored().length === sent.length);
    assert.deepEqual(stored(), sent);
  }
});

test('a machine that stepped down follows, and its clients miss nothing', async () => {
  const engines = new MemoryEngines();
  const { replicas, a, b, reader, senders } = await startThree(engines);
  const { queue_id } = await ask(a, reader, 'POST', '/register', { event_types: '["message"]' });
  const sendOne = (content: string) => ask(b, senders[0]!, 'POST', '/messages', direct(reader, { content }));
  await sendOne('Before');
  await a.replica.stepDown();
  assert.notEqual(await replicas.writer(), a);
  await waitUntil(async () => (await sendOne('After')).status === 200);
  const contents: string[] = [];
  for (let last = -1; contents.length < 2; ) {
    const { events } = await ask(a, reader, 'GET', '/events', { queue_id, last_event_id: last });
    for (const { id, message } of events) {
      last = id;
      contents.push(message.content);
    }
  }
  assert.deepEqual(contents, ['Before', 'After']);
  assert.equal(a.lost, undefined);
});

test('a user who loses access has lost it on every machine when the reply arrives', async () => {
  const engines = new MemoryEngines();
  const { b, c, reader: owner, senders } = await startThree(engines);
  const leaver = senders[0]!;
  assert.equal((await ask(c, leaver, 'GET', '/users/me', {})).status, 200);
  c.engine.log.deliverUpTo(c.replica.sequence);
  // Without waiting, the reply would arrive long before this machine knows.
  setTimeout(() => c.engine.log.deliverAll(), 300);
  assert.equal((await ask(b, owner, 'DELETE', `/users/${leaver.id}`, {})).status, 200);
  for (const machine of [b, c]) assert.equal((await ask(machine, leaver, 'GET', '/users/me', {})).status, 401);
});

test('a person who signs in through one machine is signed in at every machine when the page is sent', async () => {
  const engines = new MemoryEngines();
  const { a, b, c, reader } = await startThree(engines);
  for (const { app } of [a, b, c]) app.site = makeSite(app, pages);
  const { link } = (await runOperation(a.app, 'user-login-link', { user: 'person0@example.com', minutes: 5 })) as {
    link: string;
  };
  const person = new Visitor(b.url);
  const { fields } = await person.open(new URL(link).pathname);
  c.engine.log.deliverUpTo(c.replica.sequence);
  // Without waiting, the next page would be opened long before this machine knows the session.
  setTimeout(() => c.engine.log.deliverAll(), 300);
  await person.request('POST', new URL(link).pathname, fields);
  const headers = { Cookie: [...person.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ') };
  for (const { url } of [a, b, c]) {
    const reply = await fetch(`${url}/json/users/me`, { headers });
    assert.equal(((await reply.json()) as Answer).user_id, reader.id);
  }
});
