/** The cost of doing nothing: memory of the idle server and of each waiting queue, and CPU time with 10,000 of them. */
import { type ChildProcess, fork } from 'node:child_process';
import { askOnce, get, type Person } from './client.ts';
import type { HoldRequest } from './holder.ts';
import { atMost, type Bench, type Options, type Result, sleep } from './measure.ts';
import { mind, mostConnections } from './server.ts';
import { type Side, startSides, stopSides } from './team.ts';

const QUEUES = 10_000;
const PEOPLE = 1000;
const HOLDERS = 2;

export const bench: Bench = {
  name: 'idle',
  summary: 'memory of an idle server and of each of 10,000 waiting queues, and their CPU',
  run,
};

interface Measured {
  idle: number;
  perQueue: number;
  cpu: number;
}

async function run(options: Options): Promise<Result> {
  const queues = Math.min(options.quick ? 2000 : QUEUES, mostConnections());
  const [standInSide, klatchSide] = await startSides(PEOPLE, options);
  const standIn = await measure(standInSide, queues, 3);
  // Within a minute each queue receives one heartbeat, so heartbeats are included.
  const klatch = await measure(klatchSide, queues, options.quick ? 5 : 60);
  await stopSides([standInSide, klatchSide]);
  return {
    figures: {
      'waiting queues': queues,
      'stand-in, idle MB': standIn.idle,
      'Klatch, idle MB': klatch.idle,
      'stand-in, KB a waiting queue': standIn.perQueue,
      'Klatch, KB a waiting queue': klatch.perQueue,
    },
    checks: [
      atMost('Klatch / stand-in, memory a queue', klatch.perQueue / standIn.perQueue, 1.25),
      atMost('Klatch / stand-in, idle memory', klatch.idle / standIn.idle, 1.1),
      atMost('Klatch, % of a core with all waiting', klatch.cpu, 5),
    ],
  };
}

async function measure({ server, people }: Side, queues: number, seconds: number): Promise<Measured> {
  await askOnce(server.port, get(people[0]!.auth, '/users/me'));
  await sleep(3000);
  const idle = server.rss();
  const holders: ChildProcess[] = [];
  const owners = Array.from({ length: queues }, (_, i) => people[i % people.length]!);
  const share = Math.ceil(queues / HOLDERS);
  for (let i = 0; i < queues; i += share) holders.push(await startHolder(server.port, owners.slice(i, i + share)));
  await sleep(3000);
  const perQueue = (server.rss() - idle) / queues;
  const cpu = server.cpu();
  await sleep(seconds * 1000);
  const used = (server.cpu() - cpu) / 10 / seconds;
  for (const holder of holders) {
    if (holder.exitCode !== null) throw new Error('A process that held polls ended early');
    holder.disconnect();
    holder.kill('SIGKILL');
  }
  return { idle: idle / 1e6, perQueue: perQueue / 1024, cpu: used };
}

function startHolder(port: number, people: Person[]): Promise<ChildProcess> {
  const holder = fork(new URL('./holder.ts', import.meta.url));
  mind(holder);
  holder.send({ port, people } satisfies HoldRequest);
  return new Promise((resolve, reject) => {
    holder.once('message', () => resolve(holder));
    holder.once('exit', (code) => reject(new Error(`A process that was to hold polls ended with code ${code}`)));
  });
}
