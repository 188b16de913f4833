/**
 * Deliveries of other programs: 100 addresses with 20 deliveries a second each, and what a person's send takes
 * meanwhile. Each delivery is rendered, posted once and kept in the log of its address.
 */
import { ask, askOnce, Connection, get, type Person, post, postJson, succeeded } from './client.ts';
import {
  atLeast,
  atMost,
  type Bench,
  median,
  type Options,
  percentile,
  type Result,
  sleep,
  underLoad,
} from './measure.ts';
import { type Server, startKlatch } from './server.ts';
import { createChannel, newTeam, type Side } from './team.ts';

const ADDRESSES = 100;
/** Of each address, a second. */
const RATE = 20;
const CHANNELS = 10;
/** Milliseconds between the sends of the person. */
const PAUSE = 50;
const MEGABYTE = 2 ** 20;

export const bench: Bench = {
  name: 'webhooks',
  summary: '100 addresses with 20 deliveries a second each, and a send meanwhile',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const seconds = quick ? 3 : 60;
  const { folder, people } = await newTeam(1);
  const [owner] = people as [Person];
  const server = await startKlatch(folder);
  const side: Side = { server, people };
  await createChannel(side, 'people', people);
  const paths = await createAddresses(side, owner);
  await deliver(server, paths, 2); // warm up
  await measureSends(server, owner, 1);
  const idle = await measureSends(server, owner, quick ? 2 : 10);
  const before = { messages: await countMessages(server, owner), memory: server.rss() };
  let delivered!: Delivered;
  let sends!: number[];
  const load = await underLoad(server, async () => {
    [delivered, sends] = await Promise.all([deliver(server, paths, seconds), measureSends(server, owner, seconds)]);
  });
  const memory = (server.rss() - before.memory) / MEGABYTE;
  const posted = (await countMessages(server, owner)) - before.messages - sends.length;
  await server.stop();
  const rate = (delivered.accepted / load.elapsed) * 1000;
  const [idleP95, p95] = [percentile(idle, 0.95), percentile(sends, 0.95)];
  return {
    figures: {
      'deliveries a second': rate,
      'a delivery, ms p50': median(delivered.latencies),
      'a delivery, ms p95': percentile(delivered.latencies, 0.95),
      'an idle send, ms p95': idleP95,
      'a send meanwhile, ms p95': p95,
      "server's core": load.serverCore,
      "generator's core": load.ownCore,
    },
    checks: [
      atMost('a send meanwhile / an idle send, p95', p95 / idleP95, 2),
      atLeast('deliveries a second / those that are due', rate / (ADDRESSES * RATE), 0.95),
      atMost('accepted deliveries without a message', delivered.accepted - posted, 0),
      atMost('more memory', memory, 50, ' MB'),
    ],
  };
}

/** Creates the addresses of one bot, in several channels. Returns their paths. */
async function createAddresses(side: Side, owner: Person): Promise<string[]> {
  const { port } = side.server;
  for (let at = 0; at < CHANNELS; at++) await createChannel(side, `alarms${at}`, [owner]);
  const { streams } = await askOnce(port, get(owner.auth, '/streams'));
  const ids = (streams as { name: string; stream_id: number }[])
    .filter(({ name }) => name.startsWith('alarms'))
    .map(({ stream_id }) => stream_id);
  const bot = { full_name: 'Alarm', short_name: 'alarm', bot_type: 2 };
  const { user_id: bot_id } = await askOnce(port, post(owner.auth, '/bots', bot));
  const paths: string[] = [];
  for (let at = 0; at < ADDRESSES; at++) {
    const form = { bot_id, service: 'uptimekuma', stream_id: ids[at % ids.length]! };
    const { url } = await askOnce(port, post(owner.auth, '/webhooks', form));
    paths.push(new URL(url).pathname);
  }
  return paths;
}

interface Delivered {
  accepted: number;
  latencies: number[];
}

/** Deliveries to all addresses for some seconds, each address on its own connection and at its own moments. */
async function deliver(server: Server, paths: readonly string[], seconds: number): Promise<Delivered> {
  const delivered: Delivered = { accepted: 0, latencies: [] };
  const begun = performance.now();
  const count = RATE * seconds;
  await Promise.all(
    paths.map(async (path, address) => {
      const connection = await Connection.open(server.port);
      for (let n = 0; n < count; n++) {
        const due = begun + (1000 / RATE) * (n + address / paths.length);
        await sleep(Math.max(0, due - performance.now()));
        const from = performance.now();
        const { status, body } = await connection.request(postJson(path, delivery(address, n + begun)));
        if (status !== 200) throw new Error(`A delivery was refused: ${status} ${body.slice(0, 500)}`);
        delivered.accepted += 1;
        delivered.latencies.push(performance.now() - from);
      }
      connection.close();
    }),
  );
  return delivered;
}

/** As Uptime Kuma sends it. Each is another one, because the same one within a minute is not posted again. */
const delivery = (address: number, n: number) => ({
  heartbeat: { status: n % 2 < 1 ? 0 : 1, msg: `timeout of ${n} ms`, time: '2026-01-02 03:04:05', important: true },
  monitor: { id: address, name: `Shop ${address}`, url: `https://shop${address}.example.com`, type: 'http' },
  msg: `[Shop ${address}] ${n}`,
});

/** A person's sends for some seconds, one after another. Returns what each took, in ms. */
async function measureSends(server: Server, { auth }: Person, seconds: number): Promise<number[]> {
  const connection = await Connection.open(server.port);
  const latencies: number[] = [];
  const until = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < until; n++) {
    const from = performance.now();
    const form = { type: 'channel', to: 'people', topic: 'lunch', content: `Soup ${n}` };
    succeeded(await connection.request(post(auth, '/messages', form)));
    latencies.push(performance.now() - from);
    await sleep(PAUSE);
  }
  connection.close();
  return latencies;
}

/** All messages are in channels of the owner, and ids have no gaps, so the newest id counts them. */
async function countMessages(server: Server, { auth }: Person): Promise<number> {
  const connection = await Connection.open(server.port);
  const query = { anchor: 'newest', num_before: 1, num_after: 0 };
  const { messages } = await ask(connection, get(auth, '/messages', query));
  connection.close();
  return messages.at(-1)?.id ?? 0;
}
