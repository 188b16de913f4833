/**
 * Durable sends per second, relative to the bare reference server: the cost of accounts, rules, rendering, the search
 * index and events.
 */
import { Connection, type Person, postEncoded, succeeded } from './client.ts';
import {
  alternate,
  atLeast,
  type Bench,
  type Load,
  median,
  medians,
  type Options,
  percentile,
  type Result,
  sleep,
  underLoad,
} from './measure.ts';
import { seedChannels } from './seed.ts';
import { startStandInWithRows } from './server.ts';
import { createChannel, newTeam, type Side, startSides, stopSides } from './team.ts';
import { sentence } from './text.ts';

const CONNECTIONS = [1, 8, 64];
const PEOPLE = 8;
const CHANNELS = 8;
/** URL-encoded once: encoding is the generator's work, not the server's. */
const CONTENTS = Array.from({ length: 512 }, (_, n) => encodeURIComponent(sentence(n)));

export const bench: Bench = {
  name: 'send',
  summary: 'durable sends a second at 1, 8 and 64 connections',
  run,
};

interface Burst extends Load {
  rate: number;
  p50: number;
  p99: number;
}

async function run(options: Options): Promise<Result> {
  const rounds = options.quick ? 2 : 4;
  const seconds = options.quick ? 1 : 2;
  const sides = await startSides(PEOPLE, options);
  for (const side of sides) {
    for (let c = 0; c < CHANNELS; c++) await createChannel(side, `channel${c}`, side.people);
    await burst(side, 64, seconds); // warm up
  }
  const figures: Result['figures'] = {};
  const ratios = new Map<number, number>();
  for (const connections of CONNECTIONS) {
    const [standIn, klatch] = (await alternate(sides, rounds, (side) => burst(side, connections, seconds))).map(
      medians,
    ) as [Burst, Burst];
    for (const [name, side] of [
      ['stand-in', standIn],
      ['Klatch', klatch],
    ] as const) {
      figures[`${name} at ${connections}, sends/s`] = side.rate;
      figures[`${name} at ${connections}, ms p50`] = side.p50;
      figures[`${name} at ${connections}, ms p99`] = side.p99;
      figures[`${name} at ${connections}, server's core`] = side.serverCore;
      figures[`${name} at ${connections}, generator's core`] = side.ownCore;
    }
    ratios.set(connections, klatch.rate / standIn.rate);
    figures[`Klatch / stand-in at ${connections}`] = klatch.rate / standIn.rate;
  }
  const [standIn] = sides;
  const stored = await storingSide();
  await burst(stored, 64, seconds); // warm up
  const storing = new Map<number, number>();
  for (const connections of [1, 64]) {
    const bursts = await alternate([standIn, stored], rounds, (side) => burst(side, connections, seconds));
    const [plain, rows] = bursts.map(medians) as [Burst, Burst];
    storing.set(connections, rows.rate / plain.rate);
    figures[`stand-in with rows, words and HTML / stand-in at ${connections}`] = rows.rate / plain.rate;
  }
  await stopSides([...sides, stored]);
  return {
    figures,
    checks: [
      atLeast('Klatch / stand-in at 64 connections', ratios.get(64)!, 0.4),
      // The disk treats these two alike.
      atLeast('Klatch / stand-in with rows, words and HTML at 64', ratios.get(64)! / storing.get(64)!, 0.6),
      atLeast('Klatch / stand-in at 1 connection', ratios.get(1)!, 0.55),
    ],
  };
}

/** A stand-in that stores messages as Klatch does. Its ratio is what is left for accounts, rules and events. */
async function storingSide(): Promise<Side> {
  const { folder, people } = await newTeam(PEOPLE);
  seedChannels(
    folder,
    Array.from({ length: CHANNELS }, (_, at) => `channel${at}`),
    people,
  );
  return { server: await startStandInWithRows(folder), people };
}

/**
 * Sends for some seconds over `connections` connections. Each sends its next message as soon as the previous one is
 * acknowledged.
 */
async function burst({ server, people }: Side, connections: number, seconds: number): Promise<Burst> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(server.port)));
  const latencies: number[] = [];
  const until = performance.now() + seconds * 1000;
  const load = await underLoad(server, () =>
    Promise.all(open.map((connection, lane) => sendUntil(until, connection, lane, people, latencies))),
  );
  for (const connection of open) connection.close();
  await sleep(100);
  return {
    ...load,
    rate: (latencies.length / load.elapsed) * 1000,
    p50: median(latencies),
    p99: percentile(latencies, 0.99),
  };
}

async function sendUntil(
  until: number,
  connection: Connection,
  lane: number,
  people: readonly Person[],
  latencies: number[],
): Promise<void> {
  const { auth } = people[lane % PEOPLE]!;
  const form = `type=channel&to=channel${(lane >> 3) % CHANNELS}&topic=topic${lane % 5}&content=`;
  for (let n = lane, now = performance.now(); now < until; n++) {
    const reply = await connection.request(postEncoded(auth, '/messages', form + CONTENTS[n % CONTENTS.length]));
    if (reply.status !== 200) succeeded(reply);
    const then = now;
    now = performance.now();
    latencies.push(now - then);
  }
}
