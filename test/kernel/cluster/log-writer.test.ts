import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { LogWriter } from '../../../src/kernel/cluster/log-writer.ts';
import { hashOfTurn, type SealedTurn } from '../../../src/kernel/cluster/turn.ts';
import { MemoryCluster } from '../../support/memory-engine.ts';
import { waitUntil } from '../../support/until.ts';

const getTurn = (turn: number): SealedTurn => {
  const bytes = Uint8Array.of(turn);
  return { epoch: 1, turn, hash: hashOfTurn(bytes), bytes };
};

test('a writer that another one has replaced appends nothing any more, also behind entries that it received', async () => {
  const cluster = new MemoryCluster();
  const [old, next] = [cluster.node('old'), cluster.node('next')];
  let received = 0;
  await old.log.follow(0, { onEntry: (sequence) => (received = sequence), onGap() {} });
  let failures = 0;
  const writer = new LogWriter(old.log, { sequence: 0, turn: 0, fail: () => (failures += 1) });
  const acknowledged: number[] = [];
  const append = (turn: number) => writer.append(getTurn(turn), () => acknowledged.push(turn));
  await next.log.append(new Uint8Array(0), 0);
  append(1);
  await waitUntil(() => failures === 1 && received === 1);
  // Its process is still alive for a moment, and answers requests that arrived before.
  append(2);
  append(3);
  await wait(50);
  assert.deepEqual(acknowledged, []);
  assert.equal(cluster.last, 1, 'the log has only the entry of the next writer');
  assert.equal(failures, 1);
});
