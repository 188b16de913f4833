/** Many organizations in one process: their memory, the first answer of a closed one, and a large one beside them. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { Connection, get, type Person, person, post, succeeded } from './client.ts';
import { atMost, type Bench, median, type Options, percentile, type Result, sleep } from './measure.ts';
import { seedChannels, seedMessages, seedPeople } from './seed.ts';
import { runKlatch, type Server, startOrganizations, temporaryFolder } from './server.ts';
import { SUBSTRING_SEARCHES } from './text.ts';

/** As many stay open that nobody uses. */
const OPEN = 100;
/** What the large organization has. */
const PEOPLE = 1000;
const CHANNELS = 200;
const MESSAGES = 200_000;
/** Programs that load it without a pause. */
const LOADERS = 3;
/** The server frees memory within this time after organizations were opened or closed, ms. */
const FREED_AFTER = 12_000;
/** Between two requests to the other organization, ms. */
const PAUSE = 5;

export const bench: Bench = {
  name: 'organizations',
  summary: 'memory of many organizations, the first answer of a closed one, and a large one beside them',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const count = quick ? 150 : 1000;
  const folder = temporaryFolder();
  await fill(folder, count);
  const server = await startOrganizations(folder, '--log-level', 'warn');
  const empty = server.rss();
  await openAll(server, 0, OPEN);
  const hundred = await settled(server);
  const [times, delays] = await openAll(server, OPEN, count);
  const peak = server.peak();
  await untilClosed(server);
  const all = await settled(server);
  await server.stop();
  const large = await besideLarge(quick);
  return {
    figures: {
      organizations: count,
      'MB, none open': empty / 1e6,
      [`MB, the first ${OPEN} open`]: hundred / 1e6,
      'MB, all used once': all / 1e6,
      'MB, at most meanwhile': peak / 1e6,
      'ms, first answer of a closed one, median': median(times),
      'ms, delay of others while one opens, median': median(delays),
      'ms, answer to others, p99': percentile(large.alone, 0.99),
      'ms, answer to others while a large one computes, median': median(large.loaded),
      'requests a second of the large one': large.requests,
    },
    checks: [
      atMost(`MB beyond the first ${OPEN} open`, (all - hundred) / 1e6, 20),
      atMost('ms, first answer of a closed one, p99', percentile(times, 0.99), 150),
      atMost('ms, delay of others while one opens, p99', percentile(delays, 0.99), 10),
      atMost('ms, first answer of a closed large one', large.first, 150),
      atMost('ms, answer to others while a large one computes, p99', percentile(large.loaded, 0.99), 10),
    ],
  };
}

const getHost = (index: number): string => `o${index}.example.com`;

/** Creates one organization that was used, and copies it. */
async function fill(folder: string, count: number): Promise<void> {
  const first = join(folder, 'o0');
  await createOrganization(first, 0);
  const server = await startOrganizations(folder);
  await answerTime(server, getHost(0));
  await server.stop();
  for (let index = 1; index < count; index++) {
    const data = join(folder, `o${index}`);
    mkdirSync(data, { recursive: true });
    copyFileSync(join(first, 'klatch.db'), join(data, 'klatch.db'));
    describe(data, index);
  }
}

async function createOrganization(data: string, index: number): Promise<Person> {
  const email = 'ada@example.com';
  const owner = await runKlatch('user', 'create', '--data', data, '--json', '--name', 'Ada', email, '--owner');
  describe(data, index);
  return person(owner.user_id, email, owner.api_key);
}

function describe(data: string, index: number): void {
  writeFileSync(join(data, 'klatch.toml'), `public-url = "https://${getHost(index)}"\n`);
  // Nothing is scheduled, so no jobs run meanwhile.
  writeFileSync(join(data, 'next-run'), '9999999999');
}

/** How long an organization needs for an answer alone, and while a large one searches and opens clients. */
async function besideLarge(quick: boolean) {
  const folder = temporaryFolder();
  await createOrganization(join(folder, 'o0'), 0);
  const data = join(folder, 'o1');
  const people = [await createOrganization(data, 1), ...seedPeople(data, PEOPLE)];
  const names = Array.from({ length: CHANNELS }, (_, at) => `channel ${at}`);
  const channels = seedChannels(data, names, people);
  const count = quick ? MESSAGES / 10 : MESSAGES;
  seedMessages(data, { channels, topicsPerChannel: 10, senders: people.slice(0, 100), count });
  const server = await startOrganizations(folder, ...['--log-level', 'warn'], ...(quick ? LARGE_IF_QUICK : []));
  await answerTime(server, getHost(0));
  // A process has loaded its code.
  await sleep(3000);
  const first = await answerTime(server, getHost(1));
  const alone = await times(server, quick ? 2 : 10);
  const until = performance.now() + (quick ? 2000 : 10_000);
  const loading = Array.from({ length: LOADERS }, (_, lane) => loadLarge(server, people[lane]!, until));
  const loaded = await times(server, quick ? 2 : 10);
  const counts = await Promise.all(loading);
  await server.stop();
  return { first, alone, loaded, requests: counts.reduce((sum, each) => sum + each, 0) / (quick ? 2 : 10) };
}

const LARGE_IF_QUICK = ['--organization-process-mib', '8'];

/** Opens clients and searches in the large organization. Returns how many requests were answered. */
async function loadLarge({ port }: Server, { auth }: Person, until: number): Promise<number> {
  const connection = await Connection.open(port);
  const narrow = JSON.stringify([{ operator: 'search', operand: SUBSTRING_SEARCHES['two characters'] }]);
  const requests = [
    post(auth, '/register', { apply_markdown: 'true' }),
    get(auth, '/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow }),
  ].map((text) => text.replace('Host: 127.0.0.1', `Host: ${getHost(1)}`));
  let count = 0;
  for (; performance.now() < until; count++) {
    const reply = await connection.request(requests[count % requests.length]!);
    // Parsing it would delay the requests that are measured.
    if (reply.status !== 200) succeeded(reply);
  }
  connection.close();
  return count;
}

async function times(server: Server, seconds: number): Promise<number[]> {
  const taken: number[] = [];
  for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
    taken.push(await answerTime(server, getHost(0)));
    await sleep(PAUSE);
  }
  return taken;
}

/** Asks each organization once. Returns the times to these answers, and those of an open one meanwhile, ms. */
async function openAll(server: Server, from: number, to: number): Promise<[number[], number[]]> {
  const times: number[] = [];
  const delays: number[] = [];
  for (let index = from; index < to; index++) {
    const opening = answerTime(server, getHost(index));
    const other = answerTime(server, getHost(0));
    times.push(await opening);
    delays.push(await other);
  }
  return [times, delays];
}

/** Waits until the unused organizations are closed. */
async function untilClosed({ port }: Server): Promise<void> {
  const health = async () => (await (await fetch(`http://127.0.0.1:${port}/health`)).json()) as { open: number };
  while ((await health()).open > OPEN) await sleep(1000);
}

const agent = new Agent({ keepAlive: true });

function answerTime({ port }: Server, host: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    request(
      { port, host: '127.0.0.1', agent, path: '/api/v1/server_settings', headers: { Host: host } },
      (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - begun);
          else reject(new Error(`${host} answered with status ${response.statusCode}`));
        });
      },
    )
      .on('error', reject)
      .end();
  });
}

/** The memory of the server when it has freed what it does not need. */
async function settled(server: Server): Promise<number> {
  await sleep(FREED_AFTER);
  return server.rss();
}
