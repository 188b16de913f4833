/** What happens to everybody when all clients register at once, as after a crash of the server. */
import { Connection, post, succeeded } from './client.ts';
import { atMost, type Bench, median, type Options, percentile, type Result, sleep } from './measure.ts';
import { seedChannels } from './seed.ts';
import { type Server, startKlatch } from './server.ts';
import { newTeam } from './team.ts';

const CHANNELS = 100;
const PEOPLE = 2000;
/** ms between two requests of a bystander. */
const INTERVAL = 50;

export const bench: Bench = {
  name: 'crowd-register',
  summary: '2,000 clients that register at once: memory, and how long others wait',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const count = quick ? 300 : PEOPLE;
  const { folder, people } = await newTeam(PEOPLE);
  const names = Array.from({ length: CHANNELS }, (_, i) => `channel ${i}`);
  const [channel] = seedChannels(folder, names, people) as [number];
  const server = await startKlatch(folder);
  const crowd = await Promise.all(Array.from({ length: count }, () => Connection.open(server.port)));
  const idle = server.rss();
  const [begun, cpu] = [performance.now(), server.cpu()];
  const registered = Promise.all(
    crowd.map(async (connection, at) => {
      const text = post(people[at % people.length]!.auth, '/register', {});
      const reply = await connection.request(text.replace('Host:', 'Accept-Encoding: gzip\r\nHost:'));
      connection.close();
      succeeded(reply);
      return reply.body.length;
    }),
  );
  const form = { type: 'channel', to: channel, topic: 'crash', content: 'Are we back?' };
  const until = registered.then(() => {});
  const [health, sends] = await Promise.all([
    bystander(server, 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', until),
    bystander(server, post(people[0]!.auth, '/messages', form), until),
  ]);
  const [bytes] = await registered;
  const elapsed = performance.now() - begun;
  const used = server.cpu() - cpu;
  const peak = server.peak();
  await server.stop();
  return {
    figures: {
      'registrations a second': (count / elapsed) * 1000,
      'CPU ms a registration': used / count,
      'answer, KB': bytes! / 1000,
      'memory before, MB': idle / 2 ** 20,
      'health, ms, median': median(health),
      'health, ms, slowest': Math.max(...health),
      'send, ms, median': median(sends),
      'send, ms, slowest': Math.max(...sends),
    },
    checks: [
      atMost('memory, peak, MB', peak / 2 ** 20, 400),
      atMost('health, ms, p95', percentile(health, 0.95), 100),
      atMost('send, ms, p95', percentile(sends, 0.95), 100),
    ],
  };
}

/** Repeats a request, at least once. Returns how long each reply took, ms. */
async function bystander(server: Server, request: string, until: Promise<void>): Promise<number[]> {
  const times: number[] = [];
  const connection = await Connection.open(server.port);
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  do {
    const begun = performance.now();
    succeeded(await connection.request(request));
    times.push(performance.now() - begun);
    await sleep(INTERVAL);
  } while (!isOver);
  connection.close();
  return times;
}
