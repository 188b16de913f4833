/**
 * One message to 1,000 waiting queues: the time from publishing to the last client's reply, and the server's CPU time.
 * Then the same over streams, which need no new poll for each event.
 */
import { LIMITS } from '../../src/limits.ts';
import { ask, Connection, post } from './client.ts';
import { alternate, atMost, type Bench, median, type Options, type Result, sleep } from './measure.ts';
import { openPolls, type Poll } from './polls.ts';
import { Stream } from './streams.ts';
import { createChannel, type Side, startSides, stopSides } from './team.ts';

const QUEUES = 1000;
const MESSAGE = { type: 'channel', to: 'hall', topic: 'news' };
/** Each stream ends once within so many messages, and its client opens it again. */
const STREAMED = LIMITS.stream_events;
/** Long enough for a server to accept 1,000 polls, in ms. */
const SETTLE = 250;

export const bench: Bench = {
  name: 'fanout',
  summary: 'one message to 1,000 waiting queues: time to the last client, and CPU',
  run,
};

interface Measured {
  toLast: number;
  /** From the send to the last client, in ms. */
  cpu: number;
  /** CPU time of accepting the polls before it, in ms. */
  polling: number;
}

async function run(options: Options): Promise<Result> {
  const rounds = options.quick ? 10 : 40;
  const sides = await startSides(QUEUES, options);
  const polls = new Map<Side, Poll[]>();
  for (const side of sides) {
    await createChannel(side, 'hall', side.people);
    polls.set(side, await openPolls(side.server.port, side.people));
  }
  await alternate(sides, 5, (side) => publish(side, polls.get(side)!)); // warm up
  const measured = await alternate(sides, rounds, (side) => publish(side, polls.get(side)!));
  const [standIn, klatch] = measured.map((all) => ({
    toLast: median(all.map(({ toLast }) => toLast)),
    // Means, because one reading has steps of 10 ms.
    cpu: all.reduce((sum, { cpu }) => sum + cpu, 0) / all.length,
    polling: all.reduce((sum, { polling }) => sum + polling, 0) / all.length,
  })) as [Measured, Measured];
  for (const poll of [...polls.values()].flat()) poll.close();
  const streaming = options.itself ? undefined : await stream(sides[1]);
  await stopSides(sides);
  return {
    figures: {
      'stand-in, ms to the last of 1,000': standIn.toLast,
      'Klatch, ms to the last of 1,000': klatch.toLast,
      'stand-in, CPU ms of publishing': standIn.cpu,
      'Klatch, CPU ms of publishing': klatch.cpu,
      'stand-in, CPU ms of taking up 1,000 polls': standIn.polling,
      'Klatch, CPU ms of taking up 1,000 polls': klatch.polling,
      ...(streaming && { 'Klatch, CPU ms of one message over 1,000 streams': streaming }),
    },
    checks: [
      atMost('Klatch / stand-in, time to the last', klatch.toLast / standIn.toLast, 1.15),
      atMost('Klatch / stand-in, CPU', klatch.cpu / standIn.cpu, 1.3),
      ...(streaming ? [atMost('streams / polls, CPU', streaming / (klatch.cpu + klatch.polling), 0.6)] : []),
    ],
  };
}

/** Sends messages over streams. Returns the CPU time of one message to all of them, in ms. */
async function stream({ server, people }: Side): Promise<number> {
  const streams: Stream[] = [];
  for (const one of people) streams.push(await Stream.open(server.port, one));
  await sleep(SETTLE);
  const connection = await Connection.open(server.port);
  const cpu = server.cpu();
  for (let count = 0; count < STREAMED; count++) {
    const heard = streams.map((one) => one.next());
    await ask(connection, post(people[0]!.auth, '/messages', { ...MESSAGE, content: `Good *morning* ${count}, all` }));
    await Promise.all(heard);
  }
  await sleep(SETTLE);
  const used = server.cpu() - cpu;
  connection.close();
  for (const one of streams) one.close();
  return used / STREAMED;
}

/** Holds a poll on each queue, sends one message, and waits until all polls are answered. */
async function publish({ server, people }: Side, polls: readonly Poll[]): Promise<Measured> {
  const connection = await Connection.open(server.port);
  const cpu = server.cpu();
  const heard = polls.map((poll) => poll.next());
  await sleep(SETTLE);
  const waiting = server.cpu();
  const begun = performance.now();
  const sent = ask(connection, post(people[0]!.auth, '/messages', { ...MESSAGE, content: 'Good *morning*, all' }));
  const replies = await Promise.all(heard);
  const toLast = performance.now() - begun;
  await sent;
  connection.close();
  for (const reply of replies) {
    const { events } = JSON.parse(reply);
    if (events.length !== 1 || events[0].type !== 'message')
      throw new Error(`Not one message but: ${reply.slice(0, 500)}`);
  }
  await sleep(50); // CPU time after the last reply belongs to the send
  return { toLast, cpu: server.cpu() - waiting, polling: waiting - cpu };
}
