/** Shows that nothing grows with the number of readers: the time of a send, and the size of the database. */
import { ask, askOnce, Connection, type Person, post, postEncoded, succeeded } from './client.ts';
import { alternate, atMost, type Bench, median, type Options, type Result } from './measure.ts';
import { seedChannels } from './seed.ts';
import { getSize, startKlatch } from './server.ts';
import { newTeam } from './team.ts';
import { sentence } from './text.ts';

const FEW = 10;
const MANY = 5000;
const LANES = 32;

export const bench: Bench = {
  name: 'subscribers',
  summary: 'a send to 5,000 subscribers over one to 10; database size with 100 readers over one',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const [few, many] = await timeOfSends(quick ? 200 : 1000);
  const messages = quick ? 10_000 : 100_000;
  const alone = await sizeAfter(messages, 1);
  const together = await sizeAfter(messages, 100);
  return {
    figures: {
      'ms a send to 10': few,
      'ms a send to 5,000': many,
      'messages kept': messages,
      'MB with 1 member': alone / 1e6,
      'MB with 100 members': together / 1e6,
    },
    checks: [
      atMost('time of a send, 5,000 / 10', many / few, 1.2),
      atMost('database size, 100 / 1', together / alone, 1.2),
    ],
  };
}

/** Median time, in ms, of a send to a small and to a large channel of one server, one at a time, with nobody online. */
async function timeOfSends(rounds: number): Promise<[few: number, many: number]> {
  const { folder, people } = await newTeam(MANY);
  const channels = [
    { id: seedChannels(folder, ['few'], people.slice(0, FEW))[0]!, name: 'few' },
    { id: seedChannels(folder, ['many'], people)[0]!, name: 'many' },
  ] as const;
  const server = await startKlatch(folder);
  const connection = await Connection.open(server.port);
  let n = 0;
  const send = async ({ id }: { id: number }): Promise<number> => {
    const text = post(people[n++ % FEW]!.auth, '/messages', {
      type: 'channel',
      to: id,
      topic: 'news',
      content: sentence(n),
    });
    const begun = performance.now();
    await ask(connection, text);
    return performance.now() - begun;
  };
  await alternate(channels, 100, send); // warm up
  const times = await alternate(channels, rounds, send);
  connection.close();
  await server.stop();
  return [median(times[0]), median(times[1])];
}

/**
 * Size of the data folder, in bytes, after `messages` messages to a channel of `members` members, sent through the API.
 */
async function sizeAfter(messages: number, members: number): Promise<number> {
  const { folder, people } = await newTeam(members);
  const channel = seedChannels(folder, ['talk'], people)[0]!;
  const server = await startKlatch(folder);
  let sent = 0;
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      const connection = await Connection.open(server.port);
      while (sent < messages) await sendOne(connection, people, channel, sent++);
      connection.close();
    }),
  );
  await askOnce(server.port, post(people[0]!.auth, '/register', { event_types: '[]' })); // it still replies
  await server.stop();
  return getSize(folder);
}

async function sendOne(connection: Connection, people: readonly Person[], channel: number, n: number): Promise<void> {
  const { auth } = people[n % people.length]!;
  const form = `type=channel&to=${channel}&topic=topic${n % 20}&content=${encodeURIComponent(sentence(n))}`;
  const reply = await connection.request(postEncoded(auth, '/messages', form));
  if (reply.status !== 200) succeeded(reply);
}
