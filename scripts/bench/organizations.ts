/** Many organizations in one process: their memory, and the time until a closed one answers. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { atMost, type Bench, median, type Options, percentile, type Result, sleep } from './measure.ts';
import { runKlatch, type Server, startOrganizations, temporaryFolder } from './server.ts';

/** As many stay open; further ones are closed when they were not used for half a minute. */
const OPEN = 100;

export const bench: Bench = {
  name: 'organizations',
  summary: 'memory of many organizations in one process, and the first answer of a closed one',
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
  // The unused ones are closed.
  await sleep(45_000);
  const all = await settled(server);
  await server.stop();
  return {
    figures: {
      organizations: count,
      'MB, none open': empty / 1e6,
      [`MB, the first ${OPEN} open`]: hundred / 1e6,
      'MB, all used once': all / 1e6,
      'ms, first answer of a closed one, median': median(times),
      'ms, delay of others while one opens, median': median(delays),
    },
    checks: [
      atMost(`MB beyond the first ${OPEN} open`, (all - hundred) / 1e6, 20),
      atMost('ms, first answer of a closed one, p99', percentile(times, 0.99), 150),
      atMost('ms, delay of others while one opens, p99', percentile(delays, 0.99), 10),
    ],
  };
}

const hostOf = (index: number): string => `o${index}.example.com`;

/** Creates one organization, and copies it. */
async function fill(folder: string, count: number): Promise<void> {
  const first = join(folder, 'o0');
  await runKlatch('user', 'create', '--data', first, '--json', '--name', 'Ada', 'ada@example.com', '--owner');
  for (let index = 0; index < count; index++) {
    const data = join(folder, `o${index}`);
    mkdirSync(data, { recursive: true });
    if (index > 0) copyFileSync(join(first, 'klatch.db'), join(data, 'klatch.db'));
    writeFileSync(join(data, 'klatch.toml'), `public-url = "https://${hostOf(index)}"\n`);
    // Nothing is scheduled, so no jobs run meanwhile.
    writeFileSync(join(data, 'next-run'), '9999999999');
  }
}

/** Asks each organization once. Returns the times to these answers, and those of an open one meanwhile, ms. */
async function openAll(server: Server, from: number, to: number): Promise<[number[], number[]]> {
  const times: number[] = [];
  const delays: number[] = [];
  for (let index = from; index < to; index++) {
    const opening = answerTime(server, hostOf(index));
    const other = answerTime(server, hostOf(0));
    times.push(await opening);
    delays.push(await other);
  }
  return [times, delays];
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

/** The memory of the server after a moment without requests. */
async function settled(server: Server): Promise<number> {
  await sleep(3000);
  return server.rss();
}
