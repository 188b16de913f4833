/**
 * The start of a server and searches with 10,000,000 messages. Writing them takes some minutes and 3 GB. With the
 * environment variable `BENCH_CACHE`, the database is kept in that folder and used again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection, get, type Person } from './client.ts';
import { getSearches, labelled, measureTimes } from './history.ts';
import { atMost, type Bench, median, type Options, type Result } from './measure.ts';
import { seedChannels, seedMessages } from './seed.ts';
import { startKlatch } from './server.ts';
import { firstAnswer } from './start.ts';
import { newTeam } from './team.ts';
import { SEARCHES } from './text.ts';

const PEOPLE = 50;
const STARTS = 7;
const ROUNDS = 50;

export const bench: Bench = {
  name: 'large-history',
  summary: 'the first answered request, and searches, with 10,000,000 messages',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const count = quick ? 50_000 : 10_000_000;
  const { folder, people } = await largeTeam(count);
  const newest = get(people[0]!.auth, '/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
  const starts: number[] = [];
  for (let round = 0; round < STARTS; round++) starts.push(await firstAnswer(() => startKlatch(folder), newest));
  const server = await startKlatch(folder);
  const connection = await Connection.open(server.port);
  const searches = await measureTimes(connection, ROUNDS, getSearches(people[1]!, SEARCHES));
  connection.close();
  await server.stop();
  return {
    figures: {
      messages: count,
      'ms to the first answer, the first time': starts[0]!,
      ...labelled('ms, search of ', searches.times),
      ...labelled('found, search of ', searches.found),
    },
    checks: [
      atMost('ms to the first answer', median(starts), 400),
      atMost('search of a common word, ms', searches.times['a common word']!, 5),
    ],
  };
}

interface Team {
  folder: string;
  people: Person[];
}

/** A team whose messages are in four channels; from the cache if it is there. */
async function largeTeam(count: number): Promise<Team> {
  const cache = process.env.BENCH_CACHE;
  const folder = cache === undefined ? undefined : join(cache, `history-${count}`);
  // Written at the end, so that it describes a whole database.
  const description = folder && `${folder}.json`;
  if (folder && existsSync(description!)) return { folder, people: JSON.parse(readFileSync(description!, 'utf8')) };
  const team = await newTeam(PEOPLE, folder);
  const channels = seedChannels(team.folder, ['general', 'random', 'support', 'design'], team.people);
  seedMessages(team.folder, { channels, topicsPerChannel: 500, senders: team.people, count });
  if (description) writeFileSync(description, JSON.stringify(team.people), { mode: 0o600 });
  return team;
}
