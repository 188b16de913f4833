/**
 * A busy channel: all members receive all messages while 40 sends are always in flight. No message may be lost,
 * duplicated or out of order.
 */
import { Connection, type Person, postEncoded, succeeded } from './client.ts';
import {
  alternate,
  atLeast,
  type Bench,
  type Check,
  type Load,
  medians,
  type Options,
  type Result,
  underLoad,
} from './measure.ts';
import { openPolls, type Poll } from './polls.ts';
import { createChannel, type Side, startSides, stopSides } from './team.ts';

const SIZES = [10, 100, 500];
const LANES = 40;
/** The lane number of the message that ends a run. */
const FINAL_LANE = LANES;
const DRAIN = 20_000;

export const bench: Bench = {
  name: 'room',
  summary: 'accepted messages a second in a channel of 10, 100 and 500 members who all receive everything',
  run,
};

async function run(options: Options): Promise<Result> {
  const seconds = options.quick ? 1 : 3;
  const sides = await startSides(Math.max(...SIZES), options);
  const figures: Result['figures'] = {};
  const checks: Check[] = [];
  for (const size of SIZES) {
    for (const side of sides) {
      await createChannel(side, `room${size}`, side.people.slice(0, size));
      await converse(side, size, seconds / 3); // warm up
    }
    const rounds = options.quick ? 1 : 3;
    const [standIn, klatch] = (await alternate(sides, rounds, (side) => converse(side, size, seconds))).map(
      medians,
    ) as [Room, Room];
    for (const [name, side] of [
      ['stand-in', standIn],
      ['Klatch', klatch],
    ] as const) {
      figures[`${name}, ${size} members, messages/s`] = side.rate;
      figures[`${name}, ${size} members, server's core`] = side.serverCore;
      figures[`${name}, ${size} members, generator's core`] = side.ownCore;
    }
    checks.push(atLeast(`Klatch / stand-in at ${size} members`, klatch.rate / standIn.rate, 0.5));
  }
  await stopSides(sides);
  // The ratio is that of the slowest channel.
  return { figures, checks: checks.sort((a, b) => a.value - b.value) };
}

interface Room extends Load {
  /** Accepted messages per second, measured until the last member has received the last one. */
  rate: number;
}

async function converse({ server, people }: Side, size: number, seconds: number): Promise<Room> {
  const members = people.slice(0, size);
  const polls = await openPolls(server.port, members);
  const connections = await Promise.all(Array.from({ length: LANES }, () => Connection.open(server.port)));
  let accepted: number[] = [];
  const load = await underLoad(server, async () => {
    const heard = polls.map(listen);
    const until = performance.now() + seconds * 1000;
    accepted = await Promise.all(
      connections.map((connection, lane) => speak(connection, lane, members[lane % size]!, size, until)),
    );
    await say(connections[0]!, members[0]!, size, FINAL_LANE, 0);
    for (const counts of await within(DRAIN, Promise.all(heard))) {
      if (`${counts}` !== `${accepted},1`)
        throw new Error(`Accepted of each lane: ${accepted}; one member heard: ${counts}`);
    }
  });
  for (const connection of connections) connection.close();
  await Promise.all(polls.map((poll) => poll.delete()));
  return { ...load, rate: (accepted.reduce((sum, count) => sum + count, 0) / load.elapsed) * 1000 };
}

/** Sends 0, 1, 2 … on a lane, each after the previous one is acknowledged. Returns how many were acknowledged. */
async function speak(
  connection: Connection,
  lane: number,
  person: Person,
  size: number,
  until: number,
): Promise<number> {
  let count = 0;
  while (performance.now() < until) await say(connection, person, size, lane, count++);
  return count;
}

async function say(connection: Connection, { auth }: Person, size: number, lane: number, count: number): Promise<void> {
  const form = `type=channel&to=room${size}&topic=talk&content=lane+${lane}+says+${count};+and+that+is+all+there+is+to+say+today`;
  const reply = await connection.request(postEncoded(auth, '/messages', form));
  if (reply.status !== 200) succeeded(reply);
}

/**
 * Receives messages as one member and checks that each lane arrives in order and without duplicates, until the final
 * message. Returns the number per lane.
 */
async function listen(poll: Poll): Promise<number[]> {
  const counts: number[] = new Array(LANES + 1).fill(0);
  while (counts[FINAL_LANE] === 0) hear(await poll.next(), counts);
  return counts;
}

function hear(body: string, counts: number[]): void {
  for (let at = body.indexOf('>lane '); at >= 0; at = body.indexOf('>lane ', at + 6)) {
    const says = body.indexOf(' says ', at);
    const lane = Number(body.slice(at + 6, says));
    const count = Number(body.slice(says + 6, body.indexOf(';', says)));
    if (count !== counts[lane])
      throw new Error(`Lane ${lane}'s message ${counts[lane]} was awaited, and ${count} came`);
    counts[lane] = count + 1;
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`After ${milliseconds} ms some members still wait for messages`)),
      milliseconds,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
