import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import type { App } from '../../../src/app.ts';
import { insertUser } from '../../../src/chat/people/users/actions.ts';
import type { Engine } from '../../../src/kernel/cluster/engine/engine.ts';
import { Config } from '../../../src/settings/config.ts';
import { ask, type Caller, getCaller } from '../../support/ask.ts';
import { temporaryFolder } from '../../support/process.ts';
import { type TestEngines, type TestReplica, TestReplicas } from '../../support/replicas.ts';
import { waitUntil } from '../../support/until.ts';

const SENDERS = 6;

interface Sent {
  sender: Caller;
  local_id: string;
  content: string;
  /** Undefined: not acknowledged. */
  id: number | undefined;
}

/** The parameters of a direct message. */
export const direct = (to: Caller, more: object): Record<string, unknown> => ({
  type: 'direct',
  to: `[${to.id}]`,
  ...more,
});

/** A cluster of three machines; the first one writes. The first person receives the messages of the others. */
export async function startThree<E extends Engine>(engines: TestEngines<E>) {
  const config = new Config({ dataDir: temporaryFolder(), host: '127.0.0.1', port: 0, rateLimits: false });
  const replicas = new TestReplicas(engines, { config, log: pino({ level: 'silent' }) });
  const people: Caller[] = [];
  const a = await replicas.start('a', (app) => {
    for (let count = 0; count <= SENDERS; count++) {
      const role = count === 0 ? 100 : 400;
      const user = { email: `person${count}@example.com`, full_name: `Person ${count}`, role } as const;
      people.push(getCaller(insertUser(app, user)));
    }
  });
  const b = await replicas.add('b', a);
  const c = await replicas.add('c', a);
  await waitUntil(() => b.replica.holder && c.replica.holder);
  return { replicas, a, b, c, reader: people[0]!, senders: people.slice(1) };
}

/** Loses a machine. Returns what brings back what was lost beside it, after another machine writes. */
export type Loss<E extends Engine> = (
  replicas: TestReplicas<E>,
  victim: TestReplica<E>,
) => Promise<(() => Promise<void>) | void>;

const kill = (replicas: TestReplicas<Engine>, victim: TestReplica) => replicas.kill(victim);

/**
 * Loses the machine that writes again and again while clients send. Asserts that every acknowledged message is on every
 * machine, exactly once. Returns the longest time without an acknowledgement, ms.
 */
export async function loseMachines<E extends Engine>(
  t: TestContext,
  engines: TestEngines<E>,
  { rounds, lose = kill as Loss<E> }: { rounds: number; lose?: Loss<E> },
): Promise<number> {
  const { replicas, a, reader, senders } = await startThree(engines);
  const sent: Sent[] = [];
  let longest = 0;
  let restarts = 0;
  for (let round = 1; round <= rounds; round++) {
    const victim = await replicas.writer();
    const others = replicas.living.filter((machine) => machine !== victim);
    let isOver = false;
    const sending = senders.map(async (sender, at) => {
      for (let count = 1; !isOver; count++) {
        const local_id = `${round}.${count}`;
        const one: Sent = { sender, local_id, content: `${sender.id}/${local_id}`, id: undefined };
        sent.push(one);
        while (one.id === undefined && !isOver) {
          one.id = await send(others[at % others.length]!, one, reader);
          if (one.id === undefined) await wait(20);
        }
      }
    });
    const acknowledged = () => sent.filter(({ id }) => id !== undefined).length;
    const enough = acknowledged() + 10 + (round % 5);
    await waitUntil(() => acknowledged() > enough);
    const recover = await lose(replicas, victim);
    const before = acknowledged();
    const began = performance.now();
    await replicas.writer();
    await waitUntil(() => acknowledged() > before);
    longest = Math.max(longest, performance.now() - began);
    isOver = true;
    await Promise.all(sending);
    // Clients send again what was not acknowledged.
    for (const one of sent.filter(({ id }) => id === undefined))
      await waitUntil(async () => (one.id = await send(others[0]!, one, reader)) !== undefined);
    await recover?.();
    await replicas.add(`${victim.name}${round}`, healthy(others));
    for (const machine of others.filter(({ lost }) => lost)) {
      await replicas.kill(machine);
      await replicas.add(`${machine.name}-${round}`, healthy(replicas.living));
      restarts += 1;
    }
  }
  await assertEqualEverywhere(replicas, sent, reader);
  assert.ok(rounds === 0 || a.isGone, 'the first machine did not survive');
  t.diagnostic(
    `${rounds} rounds: ${sent.length} acknowledged, none lost or duplicated, ${Math.round(longest)} ms at most` +
      `${restarts > 0 ? `, ${restarts} machines were too slow to keep the lease` : ''}`,
  );
  return longest;
}

/**
 * A machine whose copy can be continued. On a busy machine, one that writes may be too slow to renew its lease. Then
 * another one takes over, and this one starts again with a new copy, as a node does.
 */
const healthy = <E extends Engine>(machines: readonly TestReplica<E>[]): TestReplica<E> =>
  machines.find(({ lost }) => !lost)!;

async function assertEqualEverywhere<E extends Engine>(
  replicas: TestReplicas<E>,
  sent: readonly Sent[],
  reader: Caller,
) {
  const expected = sent.map(({ id, content }) => ({ id, content })).sort((one, other) => one.id! - other.id!);
  for (const { app } of replicas.living) {
    const stored = app.db.all<{ id: number; content: string }>('SELECT id, content FROM message ORDER BY id');
    await waitUntil(() => stored().length >= expected.length);
    assert.deepEqual(
      stored().map((row) => ({ ...row })),
      expected,
    );
  }
  const writer = await replicas.writer();
  const found = await foundBy(writer, reader);
  for (const machine of replicas.living) assert.deepEqual(await foundBy(machine, reader), found);
  // The first search adds the reader's key to the audit log.
  await writer.app.db.committed();
  await waitUntil(() => replicas.living.every(({ node }) => node.turn === writer.node.turn));
  for (const machine of replicas.living) {
    const [here, there] = [splitRows(machine.app), splitRows(writer.app)];
    for (const table of Object.keys(there))
      assert.deepEqual(here[table], there[table], `${table} of ${machine.name} equals that of ${writer.name}`);
  }
}

/** What each machine writes for itself. */
const OWN_TABLE = /^(search_progress|replication|event_queue|message_search.*|sqlite_.*)$/;

/** All rows that the machines share, by table. */
function splitRows({ db }: App): Record<string, string[]> {
  const tables = db.column<string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)();
  return Object.fromEntries(
    tables
      .filter((name) => !OWN_TABLE.test(name))
      .map((name) => [
        name,
        db
          .all<object>(`SELECT * FROM "${name}"`)()
          .map((row) => JSON.stringify(row))
          .sort(),
      ]),
  );
}

/** The ids of the messages that a search finds. */
async function foundBy(machine: TestReplica, reader: Caller): Promise<number[]> {
  const narrow = '[{"operator":"search","operand":"1"}]';
  const page = { anchor: 'newest', num_before: 5000, num_after: 0, narrow };
  const { messages } = await ask(machine, reader, 'GET', '/messages', page);
  assert.ok(messages.length > 0);
  return messages.map(({ id }: { id: number }) => id);
}

async function send(
  machine: TestReplica,
  { sender, local_id, content }: Sent,
  to: Caller,
): Promise<number | undefined> {
  const more = { content, local_id, queue_id: `queue of ${sender.id}` };
  const reply = await ask(machine, sender, 'POST', '/messages', direct(to, more)).catch(() => undefined);
  return reply?.status === 200 ? reply.id : undefined;
}
