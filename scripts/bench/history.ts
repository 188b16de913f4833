/** Pages anywhere in a long history, and searches in it. */
import { ask, Connection, get, type Person } from './client.ts';
import { atMost, type Bench, median, type Options, type Result } from './measure.ts';
import { seedChannels, seedMessages } from './seed.ts';
import { startKlatch } from './server.ts';
import { newTeam } from './team.ts';
import { SEARCHES, SUBSTRING_SEARCHES } from './text.ts';

const PAGE = 100;
const PEOPLE = 50;

export const bench: Bench = {
  name: 'history',
  summary: 'pages of 100 at the start, middle and end of 1,000,000 messages; searches over them',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const { folder, people } = await newTeam(PEOPLE);
  const channels = seedChannels(folder, ['archive'], people);
  const { first, last } = seedMessages(folder, {
    channels,
    topicsPerChannel: 500,
    senders: people,
    count: quick ? 50_000 : 1_000_000,
  });
  const server = await startKlatch(folder);
  const connection = await Connection.open(server.port);
  const { auth } = people[1]!;
  const narrow = (operator: string, operand: string | number): string => JSON.stringify([{ operator, operand }]);
  const older = { num_before: PAGE, num_after: 0 };
  const newer = { num_before: 0, num_after: PAGE };
  const inChannel = { narrow: narrow('channel', channels[0]!), apply_markdown: 'true' };
  const page = (query: object) => get(auth, '/messages', { ...inChannel, ...query });

  const rounds = quick ? 20 : 100;
  const pages = await measureTimes(connection, rounds, [
    ['first page', page({ anchor: 'oldest', ...newer })],
    ['middle page', page({ anchor: Math.floor((first + last) / 2), ...newer })],
    ['last page', page({ anchor: 'newest', ...older })],
  ]);
  const words = await measureTimes(connection, rounds, getSearches(people[1]!, SEARCHES));
  const substrings = await measureTimes(connection, rounds, getSearches(people[1]!, SUBSTRING_SEARCHES));
  connection.close();
  await server.stop();

  const milliseconds = Object.values(pages.times);
  return {
    figures: {
      messages: last - first + 1,
      ...labelled('ms, ', pages.times),
      ...labelled('ms, search of ', { ...words.times, ...substrings.times }),
      ...labelled('found, search of ', { ...words.found, ...substrings.found }),
    },
    checks: [
      atMost('slowest page / fastest', Math.max(...milliseconds) / Math.min(...milliseconds), 1.5),
      atMost('first page, ms', pages.times['first page']!, 0.8),
      atMost('search of a common word, ms', words.times['a common word']!, 2),
      atMost('slowest median search of words, ms', Math.max(...Object.values(words.times)), 5),
      atMost('slowest median search of substrings, ms', Math.max(...Object.values(substrings.times)), 40),
    ],
  };
}

/** The requests of a page of the newest matches, by name. */
export const getSearches = ({ auth }: Person, searches: Record<string, string>): [name: string, text: string][] =>
  Object.entries(searches).map(([name, text]) => {
    const narrow = JSON.stringify([{ operator: 'search', operand: text }]);
    const page = { anchor: 'newest', num_before: PAGE, num_after: 0 };
    return [name, get(auth, '/messages', { ...page, narrow, apply_markdown: 'true' })];
  });

export const labelled = (label: string, figures: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [label + name, value]));

/**
 * The median time of each request and the number of messages in its reply. The requests take turns, so that none has
 * the warmer cache.
 */
export async function measureTimes(
  connection: Connection,
  rounds: number,
  requests: readonly [name: string, text: string][],
) {
  const taken = requests.map((): number[] => []);
  const found: Record<string, number> = {};
  for (const [name, text] of requests) found[name] = (await ask(connection, text)).messages.length;
  for (let round = 0; round < rounds; round++) {
    for (const [index, [, text]] of requests.entries()) {
      const begun = performance.now();
      await connection.request(text);
      taken[index]!.push(performance.now() - begun);
    }
  }
  return { times: Object.fromEntries(requests.map(([name], index) => [name, median(taken[index]!)])), found };
}
