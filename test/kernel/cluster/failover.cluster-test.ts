import { after, describe, type TestContext, test } from 'node:test';
import type { Engine } from '../../../src/kernel/cluster/engine/engine.ts';
import { NatsCluster } from '../../support/nats-cluster.ts';
import type { TestEngines } from '../../support/replicas.ts';
import { waitUntil } from '../../support/until.ts';
import { type Loss, loseMachines } from './lost-machines.ts';

/** Of each loss. Before a change of the cluster is merged, run ROUNDS=50; ROUNDS=500 runs for twenty minutes. */
const ROUNDS = Number(process.env.ROUNDS ?? 10);
/** Far longer than it takes, ms. */
const LIMIT = 200_000 + ROUNDS * 20_000;
/** So many clusters run at the same time, because most of a round is waiting for the lease, or for a leader. */
const CLUSTERS = 5;

/** Loses machines of several clusters at the same time. The NATS servers must run until the last one has ended. */
async function loseInParallel(t: TestContext, run: (rounds: number) => Promise<number>): Promise<void> {
  const runs = Array.from({ length: CLUSTERS }, () => run(Math.ceil(ROUNDS / CLUSTERS)));
  await Promise.allSettled(runs);
  const longest = await Promise.all(runs);
  t.diagnostic(`${ROUNDS} rounds: ${Math.round(Math.max(...longest))} ms at most without an acknowledgement`);
}

async function startNats(): Promise<NatsCluster> {
  const nats = await NatsCluster.start();
  after(() => nats.end());
  await nats.ready();
  return nats;
}

/** The lease of a killed machine expires by itself. */
function getEngines(nats: NatsCluster, open = (name: string, first?: Engine) => nats.open(name, first)): TestEngines {
  const opened: Engine[] = [];
  return {
    async open(name) {
      const engine = await open(name, opened[0]);
      opened.push(engine);
      return engine;
    },
    kill: (engine) => nats.close(engine),
    holder: async () => (await opened.at(-1)!.lease.holder())?.node,
  };
}

describe('with NATS, no acknowledged message is lost or duplicated', { concurrency: true }, () => {
  test('when machines are lost', { timeout: LIMIT }, async (t) => {
    const nats = await startNats();
    await loseInParallel(t, (rounds) => loseMachines(t, getEngines(nats), { rounds }));
  });

  test('when the leading NATS server is lost with the machine that writes', { timeout: LIMIT }, async (t) => {
    await loseInParallel(t, async (rounds) => {
      const nats = await startNats();
      const lose: Loss<Engine> = async (replicas, victim) => {
        const leader = await nats.getLeader(victim.engine);
        await Promise.all([leader.kill(), replicas.kill(victim)]);
        return async () => {
          leader.start();
          // One that lost the lease on a busy machine may not reach the servers any more.
          await nats.allCurrent(replicas.living.find(({ lost }) => !lost)!.engine);
        };
      };
      return loseMachines(t, getEngines(nats), { rounds, lose });
    });
  });

  test('when the network cuts off the machine that writes, and its process goes on', { timeout: LIMIT }, async (t) => {
    const nats = await startNats();
    await loseInParallel(t, (rounds) => {
      const networks = new Map<Engine, { cut(): void; heal(): void }>();
      const open = async (name: string, first?: Engine) => {
        const { engine, ...network } = await nats.openBehindProxies(name, first);
        networks.set(engine, network);
        return engine;
      };
      const lose: Loss<Engine> = async (replicas, victim) => {
        const { cut, heal } = networks.get(victim.engine)!;
        victim.isGone = true;
        cut();
        return async () => {
          heal();
          await waitUntil(() => victim.lost);
          await replicas.kill(victim);
        };
      };
      return loseMachines(t, getEngines(nats, open), { rounds, lose });
    });
  });
});
