import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { NatsServers } from '../../../../src/cli/cluster/nats-servers.ts';
import type { Engine } from '../../../../src/kernel/cluster/engine/engine.ts';
import { openNats } from '../../../../src/kernel/cluster/engine/nats/open.ts';
import { testEngine } from './contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'klatch-nats-'));
const program = process.env.KLATCH_NATS_SERVER;
assert(program, 'npm run test:cluster says which nats-server to use');
const cluster = await NatsServers.start({ folder, program });
const names = new WeakMap<Engine, string>();
const opened = new Set<Engine>();

after(async () => {
  for (const engine of opened) await engine.close();
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

async function open(node: string, other?: Engine): Promise<Engine> {
  const name = (other && names.get(other)) ?? `t${randomUUID().slice(0, 8)}`;
  const engine = await openNats({ url: `${cluster.url}?name=${name}`, node });
  names.set(engine, name);
  opened.add(engine);
  return engine;
}

testEngine('NATS', {
  open,
  kill: async (engine) => {
    opened.delete(engine);
    await engine.close();
  },
  largeEntry: 2_500_000,
});
