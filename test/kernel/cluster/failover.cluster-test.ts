import { after, test } from 'node:test';
import type { Engine } from '../../../src/kernel/cluster/engine/engine.ts';
import { NatsCluster } from '../../support/nats-cluster.ts';
import type { TestEngines } from '../../support/replicas.ts';
import { loseMachines } from './lost-machines.ts';

/** ROUNDS=500 runs for a quarter of an hour. */
const ROUNDS = Number(process.env.ROUNDS ?? 50);
/** So many clusters run at the same time on the same servers, because most of a round is waiting for the lease. */
const CLUSTERS = 5;

test('with NATS, no acknowledged message is lost or duplicated when machines are lost', async (t) => {
  const nats = await NatsCluster.start();
  after(() => nats.end());
  await nats.ready();
  const each = Math.ceil(ROUNDS / CLUSTERS);
  const runs = Array.from({ length: CLUSTERS }, () => loseMachines(t, enginesOf(nats), each));
  // The servers must run until the last one has ended.
  await Promise.allSettled(runs);
  await Promise.all(runs);
});

/** The lease of a killed machine expires by itself. */
function enginesOf(nats: NatsCluster): TestEngines {
  const opened: Engine[] = [];
  return {
    async open(name) {
      const engine = await nats.open(name, opened[0]);
      opened.push(engine);
      return engine;
    },
    kill: (engine) => nats.close(engine),
    holder: async () => (await opened.at(-1)!.lease.holder())?.node,
  };
}
