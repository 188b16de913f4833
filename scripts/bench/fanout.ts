/**
 * One message to 1,000 waiting queues: the time from publishing to the last client's reply, and the server's CPU time.
 */
import { ask, Connection, post } from './client.ts';
import { alternate, atMost, type Bench, median, type Options, type Result, sleep } from './measure.ts';
import { openPolls, type Poll } from './polls.ts';
import { createChannel, type Side, startSides, stopSides } from './team.ts';

const QUEUES = 1000;
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
  await stopSides(sides);
  return {
    figures: {
      'stand-in, ms to the last of 1,000': standIn.toLast,
      'Klatch, ms to the last of 1,000': klatch.toLast,
      'stand-in, CPU ms of publishing': standIn.cpu,
      'Klatch, CPU ms of publishing': klatch.cpu,
      'stand-in, CPU ms of taking up 1,000 polls': standIn.polling,
      'Klatch, CPU ms of taking up 1,000 polls': klatch.polling,
    },
    checks: [
      atMost('Klatch / stand-in, time to the last', klatch.toLast / standIn.toLast, 1.15),
      atMost('Klatch / stand-in, CPU', klatch.cpu / standIn.cpu, 1.3),
    ],
  };
}

/** Holds a poll on each queue, sends one message, and waits until all polls are answered. */
async function publish({ server, people }: Side, polls: readonly Poll[]): Promise<Measured> {
  const connection = await Connection.open(server.port);
  const cpu = server.cpu();
  const heard = polls.map((poll) => poll.next());
  await sleep(SETTLE);
  const waiting = server.cpu();
  const begun = performance.now();
  const sent = ask(
    connection,
    post(people[0]!.auth, '/messages', { type: 'channel', to: 'hall', topic: 'news', content: 'Good *morning*, all' }),
  );
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
