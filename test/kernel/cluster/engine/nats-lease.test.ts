import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Context, namesFor } from '../../../../src/kernel/cluster/engine/nats/connection.ts';
import { NatsLease } from '../../../../src/kernel/cluster/engine/nats/lease.ts';
import type { State } from '../../../../src/kernel/cluster/engine/nats/state.ts';

const MINUTE = 60_000;

test('a lease expires although the clock of the server that stored it was minutes ahead', async (t) => {
  let time = 1000;
  t.mock.method(performance, 'now', () => time);
  const stored = { value: { node: 'a', epoch: 1, token: 'x' }, revision: 5, writtenAt: 10 * MINUTE };
  const state = { now: async () => time, read: async () => stored } as unknown as State;
  const lease = new NatsLease({ names: namesFor(), node: 'b' } as Context, state);
  assert.deepEqual(await lease.holder(), { node: 'a', epoch: 1 });
  time += 1900;
  assert.deepEqual(await lease.holder(), { node: 'a', epoch: 1 });
  stored.revision += 1;
  time += 1900;
  assert.deepEqual(await lease.holder(), { node: 'a', epoch: 1 }, 'it was renewed');
  time += 2100;
  assert.equal(await lease.holder(), undefined);
});
