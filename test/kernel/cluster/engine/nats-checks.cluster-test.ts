import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { NatsServersOptions } from '../../../../src/cli/cluster/nats-servers.ts';
import { EngineMisconfigured } from '../../../../src/kernel/cluster/engine/engine.ts';
import type { NatsOptions } from '../../../../src/kernel/cluster/engine/nats/connection.ts';
import { NatsCluster } from '../../../support/nats-cluster.ts';
import { isUnavailable } from './contract.ts';

/** The error of opening an engine on servers like these. */
async function errorOf(t: TestContext, servers: Partial<NatsServersOptions>, options?: Partial<NatsOptions>) {
  const cluster = await NatsCluster.start(servers);
  t.after(() => cluster.end());
  return cluster.open('a', undefined, options).then(
    () => assert.fail('The engine accepts the servers.'),
    (error: unknown) => error,
  );
}

async function requireMisconfigured(error: unknown, message: RegExp): Promise<void> {
  assert(error instanceof EngineMisconfigured, `${error}`);
  assert.match(error.message, message);
}

test('servers that confirm messages before they are on disk are rejected', async (t) => {
  const error = await errorOf(t, { jetstream: 'sync_interval: 2m' });
  await requireMisconfigured(error, /nats-1 .*"sync_interval: always"/);
});

test('fewer than three servers are rejected', async (t) => {
  await requireMisconfigured(await errorOf(t, { servers: 2 }), /has 2 servers, but Klatch needs 3/);
});

test('servers whose settings cannot be read are rejected', async (t) => {
  await requireMisconfigured(await errorOf(t, { exportsSettings: false }), /cannot read the settings .* Export/);
});

test('a wrong password and unreachable servers cause different errors', async (t) => {
  const cluster = await NatsCluster.start();
  t.after(() => cluster.end());
  const wrong = await cluster
    .open('a', undefined, { url: cluster.nats.url.replace(/klatch:\w+/, 'klatch:wrong') })
    .catch((error) => error);
  await requireMisconfigured(wrong, /reject the user and password/);
  await cluster.nats.stop();
  await assert.rejects(cluster.open('a', undefined, { timeLimit: 1_000 }), isUnavailable);
});

test('one server that is down does not prevent a start, and two do', async (t) => {
  const cluster = await NatsCluster.start();
  t.after(() => cluster.end());
  const first = await cluster.open('a');
  await cluster.nats.servers[2]!.kill();
  const warnings: string[] = [];
  const second = await cluster.open('b', first, { warn: (message) => warnings.push(message) });
  assert.match(warnings.join(), /do not answer, and were not checked: nats-3/);
  const servers = await second.servers();
  assert.deepEqual(
    servers.map(({ name, isReachable, isDurable }) => [name, isReachable, isDurable]),
    [
      ['nats-1', true, true],
      ['nats-2', true, true],
      ['nats-3', false, false],
    ],
  );
  await cluster.nats.servers[1]!.kill();
  await assert.rejects(cluster.open('c', first, { timeLimit: 2_000 }), isUnavailable);
});
