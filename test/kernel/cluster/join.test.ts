import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readAsset } from '../../../src/kernel/assets.ts';
import { describeCopy, foundCluster, stampCopy } from '../../../src/kernel/cluster/copy-repository.ts';
import type { Engine } from '../../../src/kernel/cluster/engine/engine.ts';
import { CannotJoin, joinCluster } from '../../../src/kernel/cluster/join.ts';
import { Database } from '../../../src/kernel/db/database.ts';
import { migrate } from '../../../src/kernel/db/migrate.ts';
import { SCHEMA_VERSION, UPGRADES } from '../../../src/schema/upgrades.ts';
import { MemoryCluster } from '../../support/memory-engine.ts';
import { temporaryFolder } from '../../support/process.ts';

/** Creates or upgrades a database, as the start of a server does. */
function prepareDatabase(path: string): void {
  const db = new Database(path);
  db.enableWal();
  migrate(db, readAsset('schema.sql').toString(), { upgrades: UPGRADES });
  db.close();
}

interface Machine {
  engine: Engine;
  path: string;
  reports: string[];
  join(schema?: number): Promise<void>;
}

/** A machine with an empty data folder. */
function getMachine(cluster: MemoryCluster, name: string): Machine {
  const engine = cluster.node(name);
  const path = join(temporaryFolder(), 'klatch.db');
  const reports: string[] = [];
  const prepare = async () => prepareDatabase(path);
  const report = (text: string) => void reports.push(text);
  return {
    engine,
    path,
    reports,
    join: (schema = SCHEMA_VERSION) => joinCluster({ engine, path, schema, prepare, report }),
  };
}

/** Appends entries to the log, as a node that writes does. */
async function write(engine: Engine, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const { last } = await engine.log.bounds();
    await engine.log.append(Uint8Array.of(at), last);
  }
}

const getSecret = ({ path }: Machine) => describeCopy(path)!.secret;

test('the first machine makes its database that of the cluster, and the others get a copy', async () => {
  const cluster = new MemoryCluster();
  const machines = ['a', 'b', 'c'].map((name) => getMachine(cluster, name));
  await Promise.all(machines.map((machine) => machine.join()));
  const founders = machines.filter(({ reports }) => reports.some((text) => text.startsWith('this is the first')));
  assert.equal(founders.length, 1);
  assert.match(getSecret(machines[0]!)!, /^[0-9a-f]{64}$/);
  assert.equal(new Set(machines.map(getSecret)).size, 1);
  assert.equal(cluster.holder, undefined, 'the lease is free for the first writer');
});

test('a machine that was away continues from its own copy, unless the log was trimmed', async () => {
  const cluster = new MemoryCluster();
  const a = getMachine(cluster, 'a');
  await a.join();
  await write(a.engine, 10);
  stampCopy(a.path, 4);
  a.reports.length = 0;
  await a.join();
  assert.deepEqual(a.reports, []);
  assert.equal(describeCopy(a.path)!.position!.sequence, 4);

  const snapshot = getMachine(cluster, 'b');
  await snapshot.join();
  stampCopy(snapshot.path, 9);
  await a.engine.snapshots.put(snapshot.path, { position: 9, epoch: 1, schema: SCHEMA_VERSION });
  await a.engine.log.trim(8);
  await a.join();
  assert.match(a.reports.join(), /getting a copy/);
  assert.equal(describeCopy(a.path)!.position!.sequence, 9);
});

test('the copy of a machine that wrote is replaced: it may have turns that nobody confirmed', async () => {
  const cluster = new MemoryCluster();
  const a = getMachine(cluster, 'a');
  await a.join();
  await write(a.engine, 3);
  stampCopy(a.path, -1);
  await a.join();
  assert.equal(describeCopy(a.path)!.position!.sequence, 0);
});

test('a database of another server or of another cluster is never replaced', async () => {
  const cluster = new MemoryCluster();
  await getMachine(cluster, 'a').join();
  const own = getMachine(cluster, 'b');
  prepareDatabase(own.path);
  await assert.rejects(own.join(), CannotJoin);
  assert.equal(getSecret(own), undefined);

  const other = getMachine(cluster, 'c');
  prepareDatabase(other.path);
  foundCluster(other.path, 'another secret', -1);
  await assert.rejects(other.join(), CannotJoin);
  assert.equal(getSecret(other), 'another secret');
  assert.ok(!existsSync(`${other.path}.new`));
});

test('a cluster whose servers lost everything does not begin again by itself', async () => {
  const before = new MemoryCluster();
  const a = getMachine(before, 'a');
  await a.join();
  const engine = new MemoryCluster().node('a');
  const joining = { engine, path: a.path, schema: SCHEMA_VERSION, prepare: async () => {}, report() {} };
  await assert.rejects(joinCluster(joining), CannotJoin);

  await write(a.engine, 2);
  stampCopy(a.path, 5);
  await assert.rejects(a.join(), /the servers have lost data/);
});

test('a newer version upgrades the database when all nodes of the older one have stopped properly', async () => {
  const cluster = new MemoryCluster();
  const a = getMachine(cluster, 'a');
  await a.join();
  await write(a.engine, 2);
  await assert.rejects(a.join(SCHEMA_VERSION + 1), /did not stop properly/);
  stampCopy(a.path, 2);
  await a.engine.snapshots.put(a.path, { position: 2, epoch: 1, schema: SCHEMA_VERSION });

  await a.join(SCHEMA_VERSION + 1);
  assert.match(a.reports.join(), /upgrading the database/);
  assert.equal((await a.engine.snapshots.newest())!.schema, SCHEMA_VERSION + 1);
  await assert.rejects(getMachine(cluster, 'b').join(), /newer Klatch/);
});
