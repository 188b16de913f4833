/** The time from spawning the server to its first reply, with a database of 1,000,000 messages. */
import { askOnce, get } from './client.ts';
import { atMost, type Bench, median, type Options, type Result } from './measure.ts';
import { seedChannels, seedMessages } from './seed.ts';
import { type Server, startKlatch, startStandIn, temporaryFolder } from './server.ts';
import { newTeam } from './team.ts';

export const bench: Bench = {
  name: 'start',
  summary: 'to the first answered request with 1,000,000 messages',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const { folder, people } = await newTeam(50);
  const channels = seedChannels(folder, ['general', 'random', 'support', 'design'], people);
  const count = quick ? 50_000 : 1_000_000;
  seedMessages(folder, { channels, topicsPerChannel: 200, senders: people, count });
  const request = get(people[0]!.auth, '/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
  const bareFolder = temporaryFolder();
  const bare: number[] = [];
  const full: number[] = [];
  for (let round = 0; round < 7; round++) {
    bare.push(await firstAnswer(() => startStandIn(bareFolder), request));
    full.push(await firstAnswer(() => startKlatch(folder), request));
  }
  return {
    figures: { messages: count, 'stand-in with none, ms': median(bare), 'Klatch, ms the first time': full[0]! },
    checks: [atMost('Klatch, ms to the first answer', median(full), 500)],
  };
}

/** The time from starting a server to its answer to a request, ms. */
export async function firstAnswer(start: () => Promise<Server>, request: string): Promise<number> {
  const begun = performance.now();
  const server = await start();
  await askOnce(server.port, request);
  const elapsed = performance.now() - begun;
  await server.stop();
  return elapsed;
}
