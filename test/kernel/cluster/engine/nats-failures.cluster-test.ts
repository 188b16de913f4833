import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type { NatsServer } from '../../../../src/cli/cluster/nats-servers.ts';
import { type Engine, LogFenced } from '../../../../src/kernel/cluster/engine/engine.ts';
import { NatsCluster } from '../../../support/nats-cluster.ts';
import { waitUntil } from '../../../support/until.ts';
import { bytes, isUnavailable, Recorder } from './contract.ts';

const cluster = await NatsCluster.start();
after(() => cluster.end());
beforeEach(() => {
  for (const server of cluster.nats.servers) {
    server.start();
    server.resume();
  }
});

/** The server that leads the log, and the others. */
async function getLeader(engine: Engine): Promise<{ leader: NatsServer; others: NatsServer[] }> {
  const leader = await cluster.getLeader(engine);
  return { leader, others: cluster.nats.servers.filter((server) => server !== leader) };
}

/** Appends without an end, four at a time, until it is stopped. Returns what was confirmed, in order. */
function appendSteadily(engine: Engine, from = 0): { confirmed: number[]; stop(): Promise<void> } {
  const confirmed: number[] = [];
  let isStopped = false;
  let next = from;
  const lane = async (): Promise<void> => {
    while (!isStopped) {
      const previous = next++;
      confirmed.push(await engine.log.append(bytes(`${previous + 1}`), previous));
    }
  };
  const lanes = Promise.all([lane(), lane(), lane(), lane()]);
  return {
    confirmed,
    stop: async () => {
      isStopped = true;
      await lanes;
    },
  };
}

/** Each entry says which one it is. */
async function requireAll(engine: Engine, last: number): Promise<void> {
  const recorder = new Recorder();
  const following = await engine.log.follow(0, recorder);
  await recorder.has(last);
  await following.close();
  assert.deepEqual(
    recorder.entries.slice(0, last),
    Array.from({ length: last }, (_, at) => [at + 1, `${at + 1}`]),
  );
}

for (const [what, harm] of [
  ['is killed', (server: NatsServer) => server.kill()],
  ['stops for a while', async (server: NatsServer) => server.suspend()],
] as const)
  test(`appends and followers go on when the leader of the log ${what}`, async () => {
    const writer = await cluster.open('writer');
    const reader = await cluster.open('reader', writer);
    const recorder = new Recorder();
    await reader.log.follow(0, recorder);
    const { confirmed, stop } = appendSteadily(writer);
    await waitUntil(() => confirmed.length > 100);
    const { leader } = await getLeader(writer);
    await harm(leader);
    const before = confirmed.length;
    await waitUntil(() => confirmed.length > before + 100);
    if (leader.pid) leader.resume();
    else leader.start();
    const during = confirmed.length;
    await waitUntil(() => confirmed.length > during + 100);
    await stop();
    await recorder.has(confirmed.length);
    assert.deepEqual(
      confirmed,
      confirmed.map((_, at) => at + 1),
    );
    await cluster.allCurrent(writer);
    await requireAll(reader, confirmed.length);
  });

test('without a majority nothing is confirmed, and repeated appends are stored once when it is back', async () => {
  await cluster.ready();
  const writer = await cluster.open('writer', undefined, { timeLimit: 3_000 });
  const recorder = new Recorder();
  await writer.log.follow(0, recorder);
  await writer.log.append(bytes('1'), 0);
  const { leader, others } = await getLeader(writer);
  await Promise.all(others.map((server) => server.kill()));
  const lost = [writer.log.append(bytes('2'), 1), writer.log.append(bytes('3'), 2)];
  for (const append of lost) await assert.rejects(append, isUnavailable);
  await assert.rejects(writer.log.append(bytes('4'), 3), isUnavailable);
  for (const server of others) server.start();
  const again = [2, 3, 4];
  await waitUntil(async () => {
    const appends = again.map((sequence) => writer.log.append(bytes(`${sequence}`), sequence - 1));
    const results = await Promise.allSettled(appends);
    return results.every(({ status }) => status === 'fulfilled');
  });
  await recorder.has(4);
  assert.deepEqual(await writer.log.bounds(), { first: 1, last: 4 });
  await leader.kill();
  leader.start();
  await cluster.allCurrent(writer);
  await requireAll(writer, 4);
});

test('a writer that was cut off is rejected, and learns that another node has the lease', async () => {
  const b = await cluster.open('b');
  const { engine: a, cut, heal } = await cluster.openBehindProxies('a', b);
  let losses = 0;
  const held = await a.lease.tryAcquire(() => (losses += 1));
  assert(held);
  await a.log.append(bytes('1'), 0);
  cut();
  const late = [a.log.append(bytes('2 of a'), 1), a.log.append(bytes('3 of a'), 2)];
  late.forEach((append) => append.catch(() => {}));
  let next: { epoch: number } | undefined;
  await waitUntil(async () => (next = await b.lease.tryAcquire(() => assert.fail('b lost the lease'))));
  assert(next!.epoch > held.epoch);
  await b.log.append(bytes('2'), 1);
  heal();
  for (const append of late) await assert.rejects(append, LogFenced);
  await waitUntil(() => losses === 1);
  assert.deepEqual(await a.lease.holder(), { node: 'b', epoch: next!.epoch });
  assert.equal(await b.log.append(bytes('3'), 2), 3);
  await requireAll(a, 3);
});

test('a holder keeps the lease while the servers elect a leader', async () => {
  const a = await cluster.open('a');
  const held = await a.lease.tryAcquire(() => assert.fail('the lease was lost'));
  await Promise.all(cluster.nats.servers.map((server) => server.kill()));
  for (const server of cluster.nats.servers) server.start();
  await waitUntil(async () => (await a.lease.holder().catch(() => undefined))?.epoch === held!.epoch);
  await held!.release();
});

test('a server that returns catches up, also with what was trimmed meanwhile', async () => {
  const writer = await cluster.open('writer');
  const { others } = await getLeader(writer);
  await writer.log.append(bytes('1'), 0);
  await others[0]!.kill();
  for (let at = 1; at < 300; at += 1) await writer.log.append(bytes(`${at + 1}`), at);
  await writer.log.trim(100);
  others[0]!.start();
  await cluster.allCurrent(writer);
  await others[1]!.kill();
  const recorder = new Recorder();
  await writer.log.follow(100, recorder);
  await recorder.has(200);
  assert.equal(await writer.log.append(bytes('301'), 300), 301);
  others[1]!.start();
  await cluster.allCurrent(writer);
});

test('snapshots are stored and read while a server is down', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'klatch-snapshot-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const a = await cluster.open('a');
  const { leader } = await getLeader(a);
  const content = Buffer.alloc(20 * 2 ** 20, 'snapshot ');
  writeFileSync(join(folder, 'in'), content);
  const putting = a.snapshots.put(join(folder, 'in'), { position: 1, epoch: 1, schema: 1 });
  await leader.kill();
  const snapshot = await putting;
  await a.snapshots.get(snapshot, join(folder, 'out'));
  assert(readFileSync(join(folder, 'out')).equals(content), 'other content');
  leader.start();
  await cluster.allCurrent(a);
});
