import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { foundCluster } from '../../../src/kernel/cluster/copy-repository.ts';
import { createAccount, runKlatch, startServer, temporaryFolder } from '../../support/process.ts';

/** Loopback refuses connections to this port. */
const NOWHERE = 'nats://127.0.0.1:1';
const NODE = ['--node', 'a', '--node-listen', '127.0.0.1:0'];

/** The data folder of a node that stopped. */
async function folderOfNode(): Promise<string> {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  foundCluster(join(data, 'klatch.db'), 'f'.repeat(64), 0);
  return data;
}

async function findFailure(...args: string[]): Promise<{ code: number | null; stderr: string }> {
  const { code, stderr } = await runKlatch([
    ...args,
    ...(args.includes('--data') ? [] : ['--data', temporaryFolder()]),
  ]);
  return { code, stderr: stderr.trim() };
}

test('the settings of a node are rejected if one is missing, or if they do not fit together', async () => {
  const missing = await findFailure('serve', '--cluster', NOWHERE);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /--node and --node-listen are missing/);
  const everywhere = await findFailure('serve', '--cluster', NOWHERE, '--node', 'a', '--node-listen', ':9990');
  assert.equal(everywhere.code, 2);
  assert.match(everywhere.stderr, /HOST:PORT, with a host that the other machines reach/);
  const files = await findFailure('serve', '--cluster', NOWHERE, ...NODE);
  assert.equal(files.code, 2);
  assert.match(files.stderr, /files that all nodes share/);
  const both = await findFailure(
    'serve',
    '--cluster',
    NOWHERE,
    ...NODE,
    '--files',
    temporaryFolder(),
    '--workers',
    '2',
  );
  assert.equal(both.code, 2);
  assert.match(both.stderr, /--cluster and --workers cannot be used together/);
});

test('klatch cluster status needs the URL of the servers, and says that none of them answers', async () => {
  const unnamed = await findFailure('cluster', 'status');
  assert.equal(unnamed.code, 2);
  assert.match(unnamed.stderr, /--cluster/);
  const silent = await findFailure('cluster', 'status', '--cluster', NOWHERE, ...NODE);
  assert.equal(silent.code, 7);
  assert.match(silent.stderr, /None of the NATS servers 127\.0\.0\.1:1 can be reached/);
});

test('klatch cluster step-down needs a running server, which must be a node', async () => {
  const data = temporaryFolder();
  const empty = await findFailure('cluster', 'step-down', '--data', data);
  assert.equal(empty.code, 5);
  assert.match(empty.stderr, /There is no database in/);
  const server = await startServer(['serve', '--data', data, '--listen', '127.0.0.1:0']);
  const alone = await findFailure('cluster', 'step-down', '--data', data);
  assert.notEqual(alone.code, 0);
  assert.match(alone.stderr, /cluster/);
  await server.stop();
  const stopped = await findFailure('cluster', 'step-down', '--data', data);
  assert.equal(stopped.code, 7);
});

test('klatch cluster try says which nats-server it needs', async () => {
  const { code, stderr } = await findFailure('cluster', 'try', '--nats-server', '/nowhere/nats-server');
  assert.equal(code, 5);
  assert.match(stderr, /There is no nats-server 2\.12 or newer/);
});

test('the database of a node starts on its own only after klatch cluster leave', async () => {
  const data = await folderOfNode();
  const refused = await findFailure('serve', '--data', data, '--listen', '127.0.0.1:0');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /belongs to a cluster.* cluster leave/);
  const changed = await findFailure('user', 'list', '--data', data);
  assert.equal(changed.code, 1);
  assert.match(changed.stderr, /belongs to a cluster/);
  assert.equal((await runKlatch(['check', '--data', data])).code, 0, 'a stopped node can be checked');

  assert.equal((await runKlatch(['cluster', 'leave', '--data', data])).code, 0);
  await startServer(['serve', '--data', data, '--listen', '127.0.0.1:0']);
  const again = await findFailure('cluster', 'leave', '--data', temporaryFolder());
  assert.equal(again.code, 5);
  assert.match(again.stderr, /There is no database of a cluster/);
});

test('a restored backup of a node is the database of a server on its own', async () => {
  const data = await folderOfNode();
  const backup = join(temporaryFolder(), 'node.tar');
  assert.equal((await runKlatch(['backup', backup, '--data', data])).code, 0);
  const restored = temporaryFolder();
  assert.equal((await runKlatch(['restore', backup, '--data', restored])).code, 0);
  assert.ok(existsSync(join(restored, 'klatch.db')));
  await startServer(['serve', '--data', restored, '--listen', '127.0.0.1:0']);
  assert.equal((await runKlatch(['check', '--data', restored])).code, 0);
});
