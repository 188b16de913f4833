import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ClusterNodes, type NodeProcess } from '../../support/cluster-nodes.ts';
import { createAccount, type Login, runKlatch, sendRequest } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

/** Sends a message, and again after failures, as clients do: with the same local id. Returns its id. */
async function send(nodes: readonly NodeProcess[], account: Login, content: string): Promise<number> {
  const fields = { type: 'channel', to: 'general', topic: 'plans', content, queue_id: 'q', local_id: content };
  for (let at = 0; ; at++) {
    const { url } = nodes[at % nodes.length]!;
    const answer = await sendRequest(url, account, 'POST', '/messages', fields).catch(() => undefined);
    if (answer?.status === 200) return answer.reply.id;
    if (answer) assert.equal(answer.status, 503, answer.reply.msg);
    await wait(50);
  }
}

/** A client of the cluster: it polls at its first node, and at the others while that one does not answer. */
class Client {
  readonly #nodes: readonly NodeProcess[];
  readonly #account: Login;
  #queue = '';
  #last = -1;
  #isStopped = false;
  readonly received: string[] = [];
  /** How often its queue was gone. */
  registrations = 0;
  #done: Promise<void> = Promise.resolve();

  private constructor(nodes: readonly NodeProcess[], account: Login) {
    this.#nodes = nodes;
    this.#account = account;
  }

  static async start(nodes: readonly NodeProcess[], account: Login): Promise<Client> {
    const client = new Client(nodes, account);
    await client.#register();
    client.#done = client.#poll();
    return client;
  }

  /** Deletes the queue, which ends the poll that waits for events. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ask('DELETE', '/events', { queue_id: this.#queue });
    await this.#done;
  }

  async #ask(method: string, path: string, fields: object) {
    for (let at = 0; ; at++) {
      const { url } = this.#nodes[at % this.#nodes.length]!;
      const answer = await sendRequest(url, this.#account, method, path, { ...fields }).catch(() => undefined);
      if (answer && answer.status !== 503 && answer.status !== 502) return answer;
      await wait(50);
    }
  }

  async #register(): Promise<void> {
    const { reply } = await this.#ask('POST', '/register', { event_types: ['message'] });
    this.#queue = reply.queue_id;
    this.#last = -1;
    this.registrations += 1;
  }

  async #poll(): Promise<void> {
    while (!this.#isStopped) {
      const fields = { queue_id: this.#queue, last_event_id: this.#last };
      const { reply } = await this.#ask('GET', '/events', fields);
      if (reply.code === 'BAD_EVENT_QUEUE_ID' && !this.#isStopped) await this.#register();
      for (const { id, type, message } of reply.events ?? []) {
        this.#last = id;
        if (type === 'message') this.received.push(message.content);
      }
    }
  }
}

/** Asserts that all nodes have these messages, each once, in the order of their ids. */
async function assertStored(nodes: readonly NodeProcess[], account: Login, sent: ReadonlyMap<string, number>) {
  const expected = [...sent].map(([content, id]) => ({ id, content })).sort((one, other) => one.id - other.id);
  for (const { url } of nodes) {
    let found: { id: number; content: string }[] = [];
    await waitUntil(async () => {
      const fields = { anchor: 'newest', num_before: 5000, num_after: 0, apply_markdown: false };
      // A node that was refused ends its connections when it starts again.
      const answer = await sendRequest(url, account, 'GET', '/messages', fields).catch(() => undefined);
      const messages: { id: number; content: string }[] = answer?.reply.messages ?? [];
      found = messages.map(({ id, content }) => ({ id, content }));
      found = found.filter(({ content }) => sent.has(content));
      return found.length >= expected.length;
    });
    assert.deepEqual(found, expected);
  }
}

async function withOwner(): Promise<{ cluster: ClusterNodes; ada: Login }> {
  const cluster = await ClusterNodes.start();
  // A command reaches the node that writes through any node.
  const ada = await createAccount(cluster.nodes[1]!.data, 'Ada', '--owner');
  return { cluster, ada };
}

test('users of the other nodes see a short pause when the node that writes is killed; it returns later', async (t) => {
  const { cluster, ada } = await withOwner();
  const victim = await cluster.writer();
  const others = cluster.nodes.filter((node) => node !== victim);
  const client = await Client.start(others, ada);
  const sent = new Map<string, number>();
  const one = async (content: string) => void sent.set(content, await send(others, ada, content));
  for (let count = 1; count <= 10; count++) await one(`before ${count}`);
  await victim.server.stop('SIGKILL');
  const began = performance.now();
  const fields = { type: 'channel', to: 'general', topic: 'plans', content: 'first after' };
  const { status, reply } = await sendRequest(others[0]!.url, ada, 'POST', '/messages', fields);
  assert.equal(status, 200, reply.msg);
  sent.set('first after', reply.id);
  t.diagnostic(`${Math.round(performance.now() - began)} ms without a confirmed message`);
  for (let count = 1; count <= 10; count++) await one(`after ${count}`);
  await waitUntil(() => client.received.includes('after 10'));
  await client.stop();
  assert.deepEqual(client.received, [...sent.keys()]);
  assert.equal(client.registrations, 1);

  await cluster.restart(victim);
  await assertStored(cluster.nodes, ada, sent);
  await one('with the old one');
  await assertStored(cluster.nodes, ada, sent);
  assert.deepEqual((await cluster.status()).problems, []);
});

test('a rolling restart of all nodes loses no event and no queue', async () => {
  const { cluster, ada } = await withOwner();
  const { nodes } = cluster;
  const turned = (by: number) => [...nodes.slice(by), ...nodes.slice(0, by)];
  const clients = await Promise.all([0, 1, 2].map((by) => Client.start(turned(by), ada)));
  const sent = new Map<string, number>();
  let isOver = false;
  const sending = (async () => {
    for (let count = 1; !isOver; count++) {
      sent.set(`${count}`, await send(turned(count % 3), ada, `${count}`));
      await wait(20);
    }
  })();
  let longest = 0;
  for (const node of nodes) {
    const began = performance.now();
    assert.equal((await node.server.stop()).code, 0);
    await wait(300);
    await cluster.restart(node);
    longest = Math.max(longest, performance.now() - began);
  }
  isOver = true;
  await sending;
  const last = [...sent.keys()].at(-1)!;
  for (const client of clients) {
    await waitUntil(() => client.received.includes(last));
    await client.stop();
    assert.deepEqual(client.received, [...sent.keys()]);
    // Others wait for 20 seconds, which a busy machine may need.
    if (longest < 15_000) assert.equal(client.registrations, 1, 'its queue went on');
  }
  await assertStored(nodes, ada, sent);
});

test('a change that another node is forwarding while the writer stops is confirmed', async () => {
  const { cluster, ada } = await withOwner();
  const writer = await cluster.writer();
  const [first, second] = cluster.nodes.filter((node) => node !== writer) as [NodeProcess, NodeProcess];
  const writes = (node: NodeProcess) => Object.values(node.server.said).join('').includes('this node writes now');
  const fields = { type: 'channel', to: 'general', topic: 'plans', content: 'in two parts' };
  const authorization = `Basic ${Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64')}`;
  const message = request(`${first.url}/api/v1/messages`, { method: 'POST', headers: { authorization } });
  message.setHeader('Content-Type', 'application/x-www-form-urlencoded');
  const answered = once(message, 'response') as Promise<[IncomingMessage]>;
  message.write('to=general&');
  await sendRequest(first.url, ada, 'POST', '/messages', fields);
  const stopped = writer.server.stop();
  await waitUntil(() => writes(first) || writes(second));
  message.end('type=channel&topic=plans&content=in+two+parts');
  const [answer] = await answered;
  assert.equal(answer.statusCode, 200, await text(answer));
  assert.equal((await stopped).code, 0);
});

test('the address for the other nodes answers nobody else', async () => {
  const cluster = await ClusterNodes.start(1);
  const [{ peerPort }] = cluster.nodes as [NodeProcess];
  const ask = (headers: Record<string, string>, path = '/api/v1/server_settings') =>
    fetch(`http://127.0.0.1:${peerPort}${path}`, { headers });
  assert.equal((await ask({})).status, 403);
  assert.equal((await ask({ 'X-Klatch-Node': 'a'.repeat(64) })).status, 403);
  for (const path of ['/peer/command', `/peer/incoming/${'b'.repeat(32)}`])
    assert.equal((await ask({ 'X-Klatch-Node': 'a'.repeat(64) }, path)).status, 403);
});

test('the node that writes steps down on request, and another one writes within a moment', async () => {
  const { cluster, ada } = await withOwner();
  const before = await cluster.writer();
  const { code, stderr } = await runKlatch(['cluster', 'step-down', '--data', cluster.nodes[2]!.data]);
  assert.equal(code, 0, stderr);
  const next = await cluster.writer(before);
  assert.notEqual(next, before);
  const sent = new Map([['hello', await send([before], ada, 'hello')]]);
  await assertStored(cluster.nodes, ada, sent);
});

test('without a majority of the NATS servers, nothing is confirmed and reading goes on everywhere', async () => {
  const { cluster, ada } = await withOwner();
  const { nats } = cluster.nats;
  const sent = new Map([['before', await send(cluster.nodes, ada, 'before')]]);
  await assertStored(cluster.nodes, ada, sent);
  for (const name of ['nats-2', 'nats-3']) await nats.server(name).kill();
  for (const { url } of cluster.nodes) {
    const fields = { type: 'channel', to: 'general', topic: 'plans', content: 'unconfirmed' };
    const { status, reply } = await sendRequest(url, ada, 'POST', '/messages', fields);
    assert.equal(status, 503, reply.msg);
  }
  await assertStored(cluster.nodes, ada, sent);
  for (const { url, name } of cluster.nodes) {
    const answer = await fetch(`${url}/health`);
    assert.equal(answer.status, 200);
    assert.equal(((await answer.json()) as { node: string }).node, name, 'each node answers for itself');
  }
  for (const name of ['nats-2', 'nats-3']) nats.server(name).start();
  sent.set('after', await send(cluster.nodes, ada, 'after'));
  await assertStored(cluster.nodes, ada, sent);
});

test('a node that slept past its lease is refused, and starts again with a copy of what others wrote', async () => {
  const { cluster, ada } = await withOwner();
  const sleeper = await cluster.writer();
  const others = cluster.nodes.filter((node) => node !== sleeper);
  const sent = new Map([['before', await send(others, ada, 'before')]]);
  process.kill(sleeper.server.pid, 'SIGSTOP');
  sent.set('while it sleeps', await send(others, ada, 'while it sleeps'));
  process.kill(sleeper.server.pid, 'SIGCONT');
  const late = await send([sleeper], ada, 'when it is awake');
  sent.set('when it is awake', late);
  await assertStored(cluster.nodes, ada, sent);
  assert.notEqual((await cluster.writer()).name, sleeper.name);
});

test('a node that the network cuts off is replaced, and joins again when the network is back', async () => {
  const cluster = await ClusterNodes.start(0);
  const { url, cut, heal } = await cluster.nats.proxied();
  const lonely = await cluster.add('lonely', url);
  const others = [await cluster.add('node2'), await cluster.add('node3')];
  assert.equal(await cluster.writer(), lonely);
  const ada = await createAccount(others[0]!.data, 'Ada', '--owner');
  const sent = new Map([['before', await send(others, ada, 'before')]]);
  cut();
  sent.set('without it', await send(others, ada, 'without it'));
  const health = async ({ url }: NodeProcess) =>
    ((await (await fetch(`${url}/health`)).json()) as { status: string }).status;
  await waitUntil(async () => (await health(lonely)) === 'cut off');
  for (const node of others) assert.equal(await health(node), 'ok');
  heal();
  sent.set('with it', await send([lonely], ada, 'with it'));
  await assertStored(cluster.nodes, ada, sent);
  assert.notEqual(await cluster.writer(), lonely);
  for (const { server } of cluster.nodes) await server.stop();
  for (const { data } of cluster.nodes) {
    const { code, stderr } = await runKlatch(['check', '--data', data], { env: { KLATCH_FILES: cluster.files } });
    assert.equal(code, 0, stderr);
  }
});

test('a file that one node stored is served by all of them, also after that node is lost', async () => {
  const { cluster, ada } = await withOwner();
  const authorization = `Basic ${Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64')}`;
  const victim = await cluster.writer();
  const form = new FormData();
  form.append('file', new Blob(['the plan']), 'plan.txt');
  const sent = await fetch(`${cluster.nodes.find((node) => node !== victim)!.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  const { url: path } = (await sent.json()) as { url: string };
  const assertServed = async (nodes: readonly NodeProcess[]) => {
    for (const { url } of nodes) {
      const read = async () => (await fetch(url + path, { headers: { authorization } })).text();
      await waitUntil(async () => (await read()) === 'the plan');
    }
  };
  await assertServed(cluster.nodes);
  await victim.server.stop('SIGKILL');
  await assertServed(cluster.nodes.filter((node) => node !== victim));
  // A new node starts with a snapshot, and needs no copy of the files.
  const added = await cluster.add('node4');
  await assertServed([added]);
});
