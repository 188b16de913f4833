import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogFenced } from '../../../../src/kernel/cluster/engine/engine.ts';
import { MemoryCluster, MemoryEngine } from '../../../support/memory-engine.ts';
import { waitUntil } from '../../../support/until.ts';
import { bytes, isUnavailable, Recorder, testEngine } from './contract.ts';

testEngine('memory', {
  open: async (name, other) => (other instanceof MemoryEngine ? other.cluster : new MemoryCluster()).node(name),
  kill: async (engine) => {
    (engine as MemoryEngine).kill();
    (engine as MemoryEngine).cluster.expireLease();
  },
  largeEntry: 100_000,
});

test('memory: acknowledgements arrive when and in which order a test says', async () => {
  const { log } = new MemoryCluster().node('a');
  log.holdsAcknowledgements = true;
  const arrived: number[] = [];
  const appends = [0, 1, 2].map((at) => log.append(bytes(`${at + 1}`), at).then((sequence) => arrived.push(sequence)));
  await waitUntil(() => log.waiting.length === 3);
  log.acknowledge(3, 1);
  await Promise.all([appends[2], appends[0]]);
  assert.deepEqual(arrived, [3, 1]);
  log.acknowledge();
  await appends[1];
  assert.deepEqual(arrived, [3, 1, 2]);
});

test('memory: an append whose acknowledgement is lost can be repeated', async () => {
  const { log } = new MemoryCluster().node('a');
  log.holdsAcknowledgements = true;
  const lost = log.append(bytes('one'), 0);
  await waitUntil(() => log.waiting.length === 1);
  log.loseAcknowledgement(1);
  await assert.rejects(lost, isUnavailable);
  log.holdsAcknowledgements = false;
  assert.equal(await log.append(bytes('one'), 0), 1);
  log.losesAppends = true;
  await assert.rejects(log.append(bytes('two'), 1), isUnavailable);
  assert.equal((await log.bounds()).last, 1);
});

test('memory: a node that is cut off loses the lease when it is back, and its late entries are rejected', async () => {
  const cluster = new MemoryCluster();
  const [a, b] = [cluster.node('a'), cluster.node('b')];
  let losses = 0;
  assert(await a.lease.tryAcquire(() => (losses += 1)));
  a.partition();
  await assert.rejects(a.log.append(bytes('one'), 0), isUnavailable);
  cluster.expireLease();
  assert(await b.lease.tryAcquire(() => assert.fail()));
  await b.log.append(bytes('one of b'), 0);
  assert.equal(losses, 0);
  const recorder = new Recorder();
  await a.log.follow(0, recorder);
  a.heal();
  await waitUntil(() => losses === 1);
  await recorder.has(1);
  await assert.rejects(a.log.append(bytes('one'), 0), LogFenced);
});

test('memory: a node takes an expired lease back if nobody had it since', async () => {
  const cluster = new MemoryCluster();
  const a = cluster.node('a');
  const held = await a.lease.tryAcquire(() => assert.fail());
  a.partition();
  cluster.expireLease();
  a.heal();
  assert.deepEqual(await a.lease.holder(), { node: 'a', epoch: held!.epoch });
});

test('memory: entries are delivered to a node when a test says so', async () => {
  const cluster = new MemoryCluster();
  const [a, b] = [cluster.node('a'), cluster.node('b')];
  const [early, late] = [new Recorder(), new Recorder()];
  b.log.deliverUpTo(1);
  await a.log.follow(0, early);
  await b.log.follow(0, late);
  for (let at = 0; at < 3; at += 1) await a.log.append(bytes(`${at + 1}`), at);
  await early.has(3);
  assert.equal(late.entries.length, 1);
  b.log.deliverAll();
  await late.has(3);
});

test('memory: without a quorum nothing is stored, and the entries go on where they were', async () => {
  const cluster = new MemoryCluster();
  const a = cluster.node('a');
  const recorder = new Recorder();
  await a.log.follow(0, recorder);
  cluster.hasQuorum = false;
  await assert.rejects(a.log.append(bytes('one'), 0), isUnavailable);
  cluster.hasQuorum = true;
  await a.log.append(bytes('one'), 0);
  await recorder.has(1);
});
