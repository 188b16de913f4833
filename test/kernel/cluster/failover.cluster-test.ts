import { after, test } from 'node:test';
import type { Engine } from '../../../src/kernel/cluster/engine/engine.ts';
import { NatsCluster } from '../../support/nats-cluster.ts';
import type { TestEngines } from '../../support/replicas.ts';
import { loseMachines } from './lost-machines.ts';

/** ROUNDS=500 runs for an hour. */
const ROUNDS = Number(process.env.ROUNDS ?? 3);

test('with NATS, no acknowledged message is lost or duplicated when machines are lost', async (t) => {
  const nats = await NatsCluster.start();
  after(() => nats.end());
  await nats.ready();
  await loseMachines(t, enginesOf(nats), ROUNDS);
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
