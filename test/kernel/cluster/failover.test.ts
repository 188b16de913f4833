import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { insertUser } from '../../../src/chat/people/users/actions.ts';
import { Config } from '../../../src/kernel/config.ts';
import { temporaryFolder } from '../../support/process.ts';
import { type TestReplica, TestReplicas } from '../../support/replicas.ts';
import { waitUntil } from '../../support/until.ts';

/** ROUNDS=500 runs for a long time. */
const ROUNDS = Number(process.env.ROUNDS ?? 6);
const SENDERS = 6;

type Reply = Record<string, any>;

interface Person {
  id: number;
  authorization: string;
}

interface Sent {
  sender: Person;
  local_id: string;
  content: string;
  /** Undefined: not acknowledged. */
  id: number | undefined;
}

async function ask(
  { url }: TestReplica,
  { authorization }: Person,
  method: string,
  path: string,
  fields: Record<string, unknown> = {},
): Promise<Reply> {
  const form = new URLSearchParams(fields as Record<string, string>);
  const isRead = method === 'GET';
  const response = await fetch(`${url}/api/v1${path}${isRead ? `?${form}` : ''}`, {
    method,
    headers: { authorization, 'User-Agent': 'website' },
    ...(!isRead && { body: form }),
  });
  return { status: response.status, ...((await response.json()) as Reply) };
}

const direct = (to: Person, more: object) => ({ type: 'direct', to: `[${to.id}]`, ...more });

/** A cluster of three machines; the first one writes. The first person receives the messages of the others. */
async function startThree() {
  const config = new Config({ dataDir: temporaryFolder(), host: '127.0.0.1', port: 0, rateLimits: false });
  const replicas = new TestReplicas({ config, log: pino({ level: 'silent' }) });
  const people: Person[] = [];
  const a = await replicas.start('a', (app) => {
    for (let count = 0; count <= SENDERS; count++) {
      const email = `person${count}@example.com`;
      const { id, api_key } = insertUser(app, { email, full_name: `Person ${count}`, role: count === 0 ? 100 : 400 });
      people.push({ id, authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` });
    }
  });
  const b = await replicas.add('b', a);
  const c = await replicas.add('c', a);
  await waitUntil(() => b.replica.holder && c.replica.holder);
  return { replicas, a, b, c, reader: people[0]!, senders: people.slice(1) };
}

test('when machines are lost at any moment, no acknowledged message is lost or duplicated', async (t) => {
  const { replicas, a, reader, senders } = await startThree();
  const sent: Sent[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const victim = await replicas.writer();
    const others = replicas.living.filter((machine) => machine !== victim);
    let isOver = false;
    const sending = senders.map(async (sender, at) => {
      const through = others[at % others.length]!;
      for (let count = 1; !isOver; count++) {
        const one: Sent = {
          sender,
          local_id: `${round}.${count}`,
          content: `${sender.id}/${round}.${count}`,
          id: undefined,
        };
        sent.push(one);
        one.id = await send(through, one, reader);
        if (one.id === undefined) return;
      }
    });
    const before = sent.filter(({ id }) => id !== undefined).length;
    await waitUntil(() => sent.filter(({ id }) => id !== undefined).length > before + 10 + (round % 5));
    replicas.kill(victim);
    await replicas.writer();
    isOver = true;
    await Promise.all(sending);
    // Clients send again what was not acknowledged.
    for (const one of sent.filter(({ id }) => id === undefined))
      await waitUntil(async () => (one.id = await send(others[0]!, one, reader)) !== undefined);
    await replicas.add(`${victim.name}${round}`, others[1]!);
    t.diagnostic(`round ${round}: ${sent.length} sent so far`);
  }
  const { last } = replicas.cluster;
  for (const machine of replicas.living) {
    if (!machine.replica.isWriting) await waitUntil(() => machine.replica.sequence >= last);
    const stored = machine.app.db.all<{ id: number; content: string }>('SELECT id, content FROM message ORDER BY id')();
    const expected = sent.map(({ id, content }) => ({ id, content })).sort((one, other) => one.id! - other.id!);
    assert.deepEqual(
      stored.map((row) => ({ ...row })),
      expected,
    );
  }
  assert.ok(a.isKilled, 'the first machine did not survive');
});

async function send(
  machine: TestReplica,
  { sender, local_id, content }: Sent,
  to: Person,
): Promise<number | undefined> {
  const more = { content, local_id, queue_id: `queue of ${sender.id}` };
  const reply = await ask(machine, sender, 'POST', '/messages', direct(to, more)).catch(() => undefined);
  return reply?.status === 200 ? reply.id : undefined;
}

test('a client of a machine that follows keeps its queue when the one that writes is lost', async () => {
  const { replicas, a, c, reader, senders } = await startThree();
  const { queue_id } = await ask(c, reader, 'POST', '/register', { event_types: '["message"]' });
  const sendHello = (content: string) => ask(c, senders[0]!, 'POST', '/messages', direct(reader, { content }));
  assert.equal((await sendHello('Before')).status, 200);
  replicas.kill(a);
  await replicas.writer();
  await waitUntil(async () => (await sendHello('After')).status === 200);
  const { events } = await ask(c, reader, 'GET', '/events', { queue_id, last_event_id: -1 });
  assert.deepEqual(
    events.map(({ id, message }: Reply) => [id, message.content]),
    [
      [0, 'Before'],
      [1, 'After'],
    ],
  );
});

test('a writer that was cut off cannot write any more, and acknowledges nothing', async () => {
  const { replicas, a, b, reader, senders } = await startThree();
  a.engine.partition();
  let isAcknowledged = false;
  ask(a, senders[0]!, 'POST', '/messages', direct(reader, { content: 'Lost' })).then(
    ({ status }) => (isAcknowledged = status === 200),
    () => {},
  );
  await waitUntil(() => a.app.db.value<number>('SELECT count(*) FROM message')() === 1);
  replicas.cluster.expireLease();
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

test('without a majority nothing is acknowledged, reading goes on, and then everything is saved', async () => {
  const { replicas, b, reader, senders } = await startThree();
  replicas.cluster.hasQuorum = false;
  let status: number | undefined;
  ask(b, senders[0]!, 'POST', '/messages', direct(reader, { content: 'Patience' })).then(
    (reply) => (status = reply.status),
  );
  const page = { anchor: 'newest', num_before: 10, num_after: 0 };
  assert.deepEqual((await ask(b, reader, 'GET', '/messages', page)).messages, []);
  await wait(50);
  assert.equal(status, undefined);
  replicas.cluster.hasQuorum = true;
  await waitUntil(() => status === 200);
  assert.equal((await ask(b, reader, 'GET', '/messages', page)).messages.length, 1);
});

test('a planned hand-over loses nothing that was acknowledged', async () => {
  const { replicas, a, b, reader, senders } = await startThree();
  const sendOne = (content: string) => ask(b, senders[0]!, 'POST', '/messages', direct(reader, { content }));
  const { id } = await sendOne('Before');
  await a.replica.stepDown();
  const next = await replicas.writer();
  assert.notEqual(next, a);
  await waitUntil(async () => (await sendOne('After')).status === 200);
  const stored = b.app.db.column<number>('SELECT id FROM message ORDER BY id')();
  assert.equal(stored[0], id);
  assert.equal(stored.length, 2);
});
