import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ReadConnection } from '../../../src/kernel/db/read-connection.ts';
import { ClusterNodes, type NodeProcess } from '../../support/cluster-nodes.ts';
import { png } from '../../support/images.ts';
import { assertFollowsRules, metricValue } from '../../support/metrics.ts';
import { newerVersion } from '../../support/newer-version.ts';
import { createAccount, type Login, runKlatch, sendRequest, temporaryFolder } from '../../support/process.ts';
import { ambiguousRequests, assertOthersIntact, getStatuses, sendRaw } from '../../support/raw-requests.ts';
import { smallDisk } from '../../support/small-disk.ts';
import { waitUntil } from '../../support/until.ts';

const sendTo = ({ url }: NodeProcess, account: Login, content: string) =>
  sendRequest(url, account, 'POST', '/messages', { type: 'channel', to: 'general', topic: 'plans', content });

/** The link to set up the organization that a node printed last; undefined: it printed none. */
const setUpLink = ({ server }: NodeProcess): string | undefined =>
  [...server.said.stderr.matchAll(/\/setup#(\S+)/g)].at(-1)?.[1];

test('a node that begins to write prints a link to set up the organization, until it has an owner', async () => {
  const cluster = await ClusterNodes.start(2);
  const [first, second] = cluster.nodes as [NodeProcess, NodeProcess];
  const code = setUpLink(first);
  assert.ok(code);
  assert.equal(setUpLink(second), undefined);
  assert.equal((await runKlatch(['cluster', 'step-down', '--data', second.data])).code, 0);
  await waitUntil(() => setUpLink(second));
  assert.notEqual(setUpLink(second), code);

  for (const { url } of cluster.nodes) {
    const metrics = await fetch(`${url}/metrics`);
    assert.equal(metrics.status, 200);
    const text = await metrics.text();
    assertFollowsRules(text);
    assert.ok([0, 1].includes(metricValue(text, 'klatch_node_writes')));
  }

  // There are three NATS servers, so another node is missing unless there are meant to be two.
  const status = (...args: string[]) =>
    runKlatch(['cluster', 'status', '--data', second.data, ...args], { env: { KLATCH_CLUSTER: cluster.url } });
  const missing = await status();
  assert.equal(missing.code, 7);
  assert.match(missing.stdout, /Problems: 2 of 3 nodes run\./);
  const complete = await status('--nodes', '2');
  assert.equal(complete.code, 0, complete.stdout);
  assert.match(complete.stdout, /All is well\./);
});

test('commands on the machine of a node that follows do what they say', async () => {
  const cluster = await ClusterNodes.start(3);
  const [writer, follower, stopped] = cluster.nodes as [NodeProcess, NodeProcess, NodeProcess];
  assert.equal(await cluster.writer(), writer);
  const at =
    (node: NodeProcess) =>
    async (words: string, ...args: string[]) => {
      const { code, stdout, stderr } = await runKlatch([...words.split(' '), ...args, '--data', node.data], {
        env: { KLATCH_FILES: cluster.files },
      });
      return { code, text: stdout + stderr };
    };
  const run = async (words: string, ...args: string[]) => {
    const { code, text } = await at(follower)(words, ...args);
    assert.equal(code, 0, text);
    return text;
  };
  const folder = temporaryFolder();
  const picture = join(folder, 'party.png');
  writeFileSync(picture, await png());
  const ada = await createAccount(follower.data, 'Ada', '--owner');
  assert.equal((await sendTo(follower, ada, 'hello')).status, 200);
  await run('emoji add', 'party', picture);
  for (const { data } of [writer, follower]) assert.deepEqual(readdirSync(join(data, 'uploads/tmp')), []);
  assert.match(await run('emoji list'), /party/);
  assert.match(await run('sql', 'SELECT count(*) AS number FROM messages', '--csv'), /^number\n\d+$/m);
  await run('backup', join(folder, 'backup.tar'));
  await run('export --full', join(folder, 'export.zip'));
  assert.match(await run('import zulip', join(folder, 'export.zip')), /emoji +1/);
  assert.match(await run('check'), /No problems found/);

  // What the others do meanwhile is not in the copy of a node that stopped.
  assert.equal((await stopped.server.stop()).code, 0);
  const stray = join(cluster.files, 'uploads/aa/aa', 'a'.repeat(32));
  spawnSync('mkdir', ['-p', join(stray, '..')]);
  writeFileSync(stray, 'newer');
  utimesSync(stray, 0, 0);
  assert.match((await at(stopped)('check')).text, /The files were not compared.*No problems found/s);
  const repaired = await at(stopped)('check --repair');
  assert.equal(repaired.code, 1);
  assert.match(repaired.text, /belongs to a cluster. To get a new copy, delete klatch.db/);
  assert.ok(existsSync(stray));

  // Only a node creates the database of a cluster.
  const fresh = temporaryFolder();
  const early = await runKlatch(['user', 'create', '--owner', 'eve@example.com', '--data', fresh], {
    env: { KLATCH_CLUSTER: cluster.url },
  });
  assert.equal(early.code, 7);
  assert.match(early.stderr, /does not run yet/);
  assert.ok(!existsSync(join(fresh, 'klatch.db')));
});

test('a newer version upgrades the database of a cluster whose nodes have all stopped', async () => {
  const cluster = await ClusterNodes.start(2);
  const { nodes, url } = cluster;
  const ada = await createAccount(nodes[0]!.data, 'Ada', '--owner');
  assert.equal((await sendTo(nodes[1]!, ada, 'before')).status, 200);
  for (const { server } of nodes) assert.equal((await server.stop()).code, 0);
  const newer = newerVersion();
  await Promise.all(nodes.map((node) => cluster.restart(node, url, newer)));
  for (const { data } of nodes) {
    const look = new ReadConnection(join(data, 'klatch.db'));
    assert.equal(look.value<number>('SELECT count(*) FROM of_newer_version'), 0);
    look.close();
  }
  assert.equal((await sendTo(nodes[1]!, ada, 'after')).status, 200);
  const page = { anchor: 'newest', num_before: 2, num_after: 0, apply_markdown: false };
  for (const node of nodes) {
    const { reply } = await sendRequest(node.url, ada, 'GET', '/messages', page);
    assert.deepEqual(
      reply.messages.map(({ content }: { content: string }) => content),
      ['before', 'after'],
    );
  }
  assert.equal((await nodes[0]!.server.stop()).code, 0);
  await assert.rejects(cluster.restart(nodes[0]!), /database of a newer Klatch/);
});

test('a node whose disk is full lets another one write, and returns when there is space', async (t) => {
  const disk = smallDisk('64m');
  if (!disk) return t.skip('mounting a small disk needs root');
  const cluster = await ClusterNodes.start(0);
  const full = await cluster.add('full', cluster.url, join(disk, 'data'));
  const other = await cluster.add('other');
  const ada = await createAccount(other.data, 'Ada', '--owner');
  const ballast = join(disk, 'ballast');
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']);
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1k', 'oflag=append', 'conv=notrunc']);
  // Much may fit into what SQLite has on the disk already.
  let hasEnded = false;
  const ended = full.server.ended.finally(() => (hasEnded = true));
  for (let count = 0; !hasEnded; count++) {
    const { status, reply } = await sendTo(other, ada, `${count} ${'x'.repeat(9000)}`);
    assert.ok(status === 200 || status === 507, `answered ${status}: ${reply.msg}`);
  }
  const { code, stderr } = await ended;
  assert.equal(code, 1);
  assert.match(stderr, /the disk of this machine is full/);
  assert.equal((await sendTo(other, ada, 'after')).status, 200);
  rmSync(ballast);
  await cluster.restart(full);
  const page = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
  const { reply } = await sendRequest(full.url, ada, 'GET', '/messages', page);
  assert.equal(reply.messages.at(-1).content, 'after');
});

test('no request of an outsider changes or reveals those of others between the nodes', async () => {
  const cluster = await ClusterNodes.start(2);
  const writer = await cluster.writer();
  const follower = cluster.nodes.find((node) => node !== writer)!;
  const ada = await createAccount(writer.data, 'Ada', '--owner');
  const key = `Basic ${Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64')}`;
  await assertOthersIntact(follower.url, ambiguousRequests(new URL(follower.url).host, key), {
    async send(content) {
      const { reply } = await sendTo(follower, ada, content);
      assert.ok(reply.id, reply.msg);
      const page = { apply_markdown: false };
      return (await sendRequest(follower.url, ada, 'GET', `/messages/${reply.id}`, page)).reply.message.content;
    },
  });
  // Only other nodes are answered here.
  const request = 'GET /health HTTP/1.1\r\nHost: klatch\r\n\r\n';
  const answer = await sendRaw(`http://127.0.0.1:${writer.peerPort}`, request, 1);
  assert.deepEqual(getStatuses(answer), [403]);
});
