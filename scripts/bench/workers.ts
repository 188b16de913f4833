/**
 * One channel that 20,000 waiting clients read: one process against two worker processes. The times need a core for
 * each process. CPU time by process does not, and shows what the busiest process can do on a larger machine.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { ask, Connection, type Person, post } from './client.ts';
import { alternate, atMost, type Bench, median, monotonicNow, type Options, type Result, sleep } from './measure.ts';
import type { FromReaders, ToReaders } from './readers.ts';
import { seedChannels } from './seed.ts';
import {
  getFigures,
  mind,
  mostConnections,
  type ProcessFigures,
  type Server,
  SPARE_FILES,
  startWithWorkers,
} from './server.ts';
import { newTeam } from './team.ts';

const CLIENTS = 20_000;
const WORKERS = 2;
/** Processes that generate the load of one server. */
const READERS = 2;
/** Messages that are sent one after another to measure deliveries a second. */
const BURST = 10;
/** The longest time for the messages of one round, ms. */
const TIMEOUT = 120_000;

export const bench: Bench = {
  name: 'workers',
  summary: 'a channel that 20,000 waiting clients read: two worker processes over one process',
  run,
};

interface Side {
  server: Server;
  sender: Person;
  channel: number;
  clients: number;
  readers: ChildProcess[];
  /** Resident memory of all processes with all clients waiting, bytes. */
  memory: number;
  /** The number of messages so far. */
  sent: number;
}

async function run({ quick, itself }: Options): Promise<Result> {
  const wanted = quick ? CLIENTS / 10 : CLIENTS;
  const clients = Math.min(wanted, mostConnections());
  const sides = [await open(clients, 0), await open(clients, itself ? 0 : WORKERS)] as const;
  await alternate(sides, 3, (side) => publish(side, 1)); // warm up
  const single = (await alternate(sides, quick ? 10 : 6, (side) => publish(side, 1))).map(summary);
  const bursts = (await alternate(sides, quick ? 5 : 3, (side) => publish(side, BURST))).map(summary);
  const faults = await Promise.all(sides.map(getFaults));
  for (const side of sides) await close(side);
  const figures: Result['figures'] = {
    'waiting clients': clients,
    ...(clients < wanted && {
      'open files are limited': `${wanted.toLocaleString('en')} clients need "ulimit -Hn ${wanted + SPARE_FILES}"`,
    }),
    ...sharedCores(),
  };
  const names = ['one process', itself ? 'one process again' : `${WORKERS} workers`];
  for (const [at, name] of names.entries())
    Object.assign(figures, figuresFor(name, sides[at]!, single[at]!, bursts[at]!));
  const [one, several] = single as [Summary, Summary];
  figures['workers / one process, time to the last'] = several.toLast / one.toLast;
  figures['workers / one process, deliveries a second'] = bursts[1]!.rate / bursts[0]!.rate;
  return {
    figures,
    checks: [
      atMost('workers / one process, CPU of the busiest process', several.busiest / one.busiest, 0.85),
      atMost('one process, messages lost or received twice', faults[0]!, 0),
      atMost('workers, messages lost or received twice', faults[1]!, 0),
    ],
  };
}

/** Says so if the measured processes cannot have a core each. */
function sharedCores(): Result['figures'] {
  const cores = availableParallelism();
  const processes = 1 + WORKERS + READERS;
  if (cores >= processes) return { cores };
  return {
    cores,
    'too few cores': `${processes} processes share them, so times and rates do not show what workers gain`,
  };
}

/** Starts a server whose clients, one of each user, all wait for messages of one channel. */
async function open(clients: number, workers: number): Promise<Side> {
  const { folder, people } = await newTeam(clients);
  const [channel] = seedChannels(folder, ['hall'], people) as [number];
  const server = await startWithWorkers(folder, workers);
  const share = Math.ceil(clients / READERS);
  const starts = Array.from({ length: READERS }, (_, at) =>
    startReaders(server.port, people.slice(at * share, (at + 1) * share)),
  );
  const readers = await Promise.all(starts);
  await quiet(server);
  const memory = server.processes().reduce((sum, process) => sum + process.rss(), 0);
  return { server, sender: people[0]!, channel, clients, readers, memory, sent: 0 };
}

async function startReaders(port: number, people: Person[]): Promise<ChildProcess> {
  const readers = fork(new URL('./readers.ts', import.meta.url));
  mind(readers);
  await tell(readers, { kind: 'open', port, people }, 'open');
  return readers;
}

/** Sends a message to a process of clients, and waits for an answer of this kind. */
function tell<K extends FromReaders['kind']>(
  readers: ChildProcess,
  message: ToReaders,
  kind: K,
): Promise<FromReaders & { kind: K }> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: FromReaders): void => {
      if (answer.kind !== kind) return;
      readers.off('message', onMessage).off('exit', onExit);
      resolve(answer as FromReaders & { kind: K });
    };
    const onExit = (code: number | null): void => reject(new Error(`A process with clients ended with code ${code}`));
    readers.on('message', onMessage).on('exit', onExit);
    readers.send(message);
  });
}

interface Delivery {
  /** From the first send to the last message at the last client, in ms. */
  toLast: number;
  /** Deliveries a second. */
  rate: number;
  /** CPU time of each process of the server for one delivery and the next poll, in µs. */
  cpu: number[];
  /** Cores that the load generator used until the last delivery. */
  generator: number;
}

/** Sends messages one after another, and waits until all clients have them and poll again. */
async function publish(side: Side, count: number): Promise<Delivery> {
  const { server, readers, clients } = side;
  const connection = await Connection.open(server.port);
  const complete = readers.map((one) => tell(one, { kind: 'expect', first: side.sent, count }, 'complete'));
  const generators = readers.map(({ pid }) => getFigures(pid!));
  const [cpu, own] = [measureCpu(server.processes()), measureCpu(generators)];
  const begun = monotonicNow();
  for (let n = 0; n < count; n++) await ask(connection, message(side));
  const late = sleep(TIMEOUT).then(() => [{ at: begun + TIMEOUT }]);
  const ends = await Promise.race([Promise.all(complete), late]);
  const toLast = Math.max(...ends.map(({ at }) => at)) - begun;
  const generator = (sum(measureCpu(generators)) - sum(own)) / toLast;
  connection.close();
  await quiet(server);
  const deliveries = clients * count;
  return {
    toLast,
    rate: (deliveries / toLast) * 1000,
    cpu: measureCpu(server.processes()).map((after, at) => ((after - cpu[at]!) * 1000) / deliveries),
    generator,
  };
}

function message(side: Side): string {
  const content = `Message ${side.sent++}`;
  return post(side.sender.auth, '/messages', { type: 'channel', to: side.channel, topic: 'news', content });
}

const measureCpu = (processes: readonly ProcessFigures[]): number[] => processes.map((process) => process.cpu());
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Waits until the server has accepted all polls: until it uses a tenth of a core at most. */
async function quiet(server: Server): Promise<void> {
  for (;;) {
    const before = sum(measureCpu(server.processes()));
    await sleep(300);
    if (sum(measureCpu(server.processes())) - before <= 30) return;
  }
}

interface Summary {
  toLast: number;
  rate: number;
  generator: number;
  /** µs of each process, for one delivery. */
  cpu: number[];
  busiest: number;
}

function summary(all: readonly Delivery[]): Summary {
  // Means of CPU time, because one reading has steps of 10 ms.
  const cpu = all[0]!.cpu.map((_, at) => sum(all.map((one) => one.cpu[at]!)) / all.length);
  return {
    toLast: median(all.map(({ toLast }) => toLast)),
    rate: median(all.map(({ rate }) => rate)),
    generator: median(all.map(({ generator }) => generator)),
    cpu,
    busiest: Math.max(...cpu),
  };
}

function figuresFor(name: string, { memory }: Side, single: Summary, burst: Summary): Result['figures'] {
  return {
    [`${name}, ms to the last client, one message`]: single.toLast,
    [`${name}, deliveries a second, ${BURST} messages in a row`]: burst.rate,
    [`${name}, CPU µs a delivery, by process`]: single.cpu.map((value) => value.toFixed(1)).join(' + '),
    [`${name}, cores of the load generator`]: burst.generator,
    [`${name}, MB of all processes, all clients waiting`]: memory / 1e6,
  };
}

/** The number of messages that clients lost, and that they received twice or unexpectedly. */
async function getFaults({ readers, clients, sent }: Side): Promise<number> {
  const totals = await Promise.all(readers.map((one) => tell(one, { kind: 'total' }, 'total')));
  const received = sum(totals.map((total) => total.received));
  return clients * sent - received + sum(totals.map(({ wrong }) => wrong));
}

async function close({ server, readers }: Side): Promise<void> {
  for (const one of readers) {
    one.disconnect();
    one.kill('SIGKILL');
  }
  await server.stop();
}
