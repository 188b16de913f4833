import { after } from 'node:test';
import { NatsCluster } from '../../../support/nats-cluster.ts';
import { testEngine } from './contract.ts';

const cluster = await NatsCluster.start();
after(() => cluster.end());

testEngine('NATS', {
  open: (node, other) => cluster.open(node, other),
  kill: (engine) => cluster.close(engine),
  largeEntry: 2_500_000,
});
