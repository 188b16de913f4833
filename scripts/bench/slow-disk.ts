/**
 * A disk whose syncs take 0, 2, 8 and 20 ms longer: how many sends it confirms, and how long a reader and a static file
 * wait meanwhile. A bystander, a server with nothing else to do, is asked as often: it shows how much of that is the
 * machine. A round in which the bystander waits, too, is repeated. Every figure is the median of the three calmest
 * rounds. The delay comes from a library that replaces fsync and fdatasync. Without a C compiler, only syncs of Node
 * are delayed, and not those of SQLite.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Connection, get, type Person, postEncoded, succeeded } from './client.ts';
import { atMost, type Bench, type Check, median, type Options, percentile, type Result, sleep } from './measure.ts';
import { type Server, startKlatch, startStandIn, temporaryFolder } from './server.ts';
import { createChannel, newTeam } from './team.ts';
import { sentence } from './text.ts';

const DELAYS = [0, 2, 8, 20];
const CONNECTIONS = [1, 8, 64, 256];
const PEOPLE = 8;
/** Between two requests of a reader, ms. */
const PAUSE = 5;
/** The longest a static file may take, ms. */
const FILE_LIMIT = 5;
/** In a calm round, the bystander waits no longer than this at p99, ms. */
const CALM = FILE_LIMIT / 2;
const ROUNDS = { calm: 3, most: 9 };

const CONTENTS = Array.from({ length: 512 }, (_, n) => encodeURIComponent(sentence(n)));

export const bench: Bench = {
  name: 'slow-disk',
  summary: 'sends, reads and static files while every sync takes 0, 2, 8 and 20 ms longer',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const slow = slowSyncs();
  const { folder, people } = await newTeam(PEOPLE);
  const bystander = await startStandIn(temporaryFolder());
  const seconds = quick ? 2 : 4;
  const figures: Result['figures'] = {};
  const checks: Check[] = [];
  for (const delay of DELAYS) {
    const server = await startKlatch(folder, { ...slow, SYNC_DELAY_MS: String(delay) });
    const file = await staticFile(server);
    if (delay === DELAYS[0]) await createChannel({ server, people }, 'busy', people);
    await load({ server, bystander, people, file, connections: 64, seconds: 1 });
    for (const connections of CONNECTIONS) {
      const rounds = await calmRounds(() => load({ server, bystander, people, file, connections, seconds }));
      const ofRounds = (value: (durations: Durations) => number) => median(rounds.map(value));
      const at = `${delay} ms, ${connections} connections`;
      figures[`${at}: sends/s`] = ofRounds(({ sends }) => sends.length / seconds);
      for (const name of ['sends', 'reads', 'files', 'bystander'] as const) {
        figures[`${at}: ${name}, ms p50`] = ofRounds((durations) => median(durations[name]));
        figures[`${at}: ${name}, ms p99`] = ofRounds((durations) => percentile(durations[name], 0.99));
      }
      const slowest = ofRounds(({ files }) => percentile(files, 0.99));
      checks.push(atMost(`static file at ${at}, ms p99`, slowest, FILE_LIMIT));
    }
    await server.stop();
  }
  await bystander.stop();
  // The first is the worst.
  return { figures, checks: checks.sort((a, b) => b.value - a.value) };
}

/** Measures until three rounds were calm, but nine times at most. Returns the three calmest. */
async function calmRounds(measure: () => Promise<Durations>): Promise<Durations[]> {
  const rounds: Durations[] = [];
  const waited = ({ bystander }: Durations) => percentile(bystander, 0.99);
  const isCalm = (round: Durations) => waited(round) <= CALM;
  while (rounds.filter(isCalm).length < ROUNDS.calm && rounds.length < ROUNDS.most) rounds.push(await measure());
  return rounds.sort((a, b) => waited(a) - waited(b)).slice(0, ROUNDS.calm);
}

const SOURCE = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_longer(void) {
  const char *ms = getenv("SYNC_DELAY_MS");
  if (ms && atoi(ms) > 0) usleep(atoi(ms) * 1000);
}

int fsync(int file) {
  wait_longer();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
  wait_longer();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
}
`;

/** The same for the functions of Node. */
const MODULE = `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const delay = Number(process.env.SYNC_DELAY_MS);
const { fdatasync, fdatasyncSync } = fs;
fs.fdatasync = (file, done) => setTimeout(() => fdatasync(file, done), delay);
fs.fdatasyncSync = (file) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, delay);
  fdatasyncSync(file);
};
syncBuiltinESMExports();
`;

/** The environment of a server whose syncs take longer. */
function slowSyncs(): Record<string, string> {
  const folder = temporaryFolder();
  const [source, library, module] = ['slow.c', 'slow.so', 'slow.mjs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(source, SOURCE);
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], { stdio: 'ignore' });
    return { LD_PRELOAD: library };
  } catch {
    writeFileSync(module, MODULE);
    return { NODE_OPTIONS: `--import=${pathToFileURL(module)}` };
  }
}

/** The request for a script or style sheet that the sign-in page loads. */
async function staticFile({ port }: Server): Promise<string> {
  const page = await (await fetch(`http://127.0.0.1:${port}/login/`)).text();
  const path = /(?:href|src)="(\/static\/[^"]+)"/.exec(page)?.[1];
  if (!path) throw new Error('The sign-in page loads no static file');
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
}

interface Load {
  server: Server;
  bystander: Server;
  people: readonly Person[];
  file: string;
  connections: number;
  seconds: number;
}

/** The durations of each kind of request, ms. */
interface Durations {
  sends: number[];
  reads: number[];
  files: number[];
  bystander: number[];
}

const BYSTANDER_REQUEST = 'GET /api/v1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

async function load({ server, bystander, people, file, connections, seconds }: Load): Promise<Durations> {
  const open = await Promise.all(Array.from({ length: connections + 2 }, () => Connection.open(server.port)));
  const [reader, browser, ...senders] = open as [Connection, Connection, ...Connection[]];
  const other = await Connection.open(bystander.port);
  const until = performance.now() + seconds * 1000;
  const read = get(people[0]!.auth, '/messages', { anchor: 'newest', num_before: 20, num_after: 0 });
  const durations: Durations = { sends: [], reads: [], files: [], bystander: [] };
  await Promise.all([
    ...senders.map((connection, lane) =>
      repeat(connection, until, durations.sends, (count) => message(people, lane, count)),
    ),
    repeat(reader, until, durations.reads, () => read, PAUSE),
    repeat(browser, until, durations.files, () => file, PAUSE),
    repeat(other, until, durations.bystander, () => BYSTANDER_REQUEST, PAUSE),
  ]);
  for (const connection of [...open, other]) connection.close();
  await sleep(100);
  return durations;
}

function message(people: readonly Person[], lane: number, count: number): string {
  const content = CONTENTS[(lane + count) % CONTENTS.length]!;
  const form = `type=channel&to=busy&topic=topic${lane % 5}&content=${content}`;
  return postEncoded(people[lane % people.length]!.auth, '/messages', form);
}

async function repeat(
  connection: Connection,
  until: number,
  durations: number[],
  request: (count: number) => string,
  pause = 0,
): Promise<void> {
  for (let count = 0; performance.now() < until; count++) {
    const begun = performance.now();
    const reply = await connection.request(request(count));
    if (reply.status !== 200) succeeded(reply);
    durations.push(performance.now() - begun);
    if (pause > 0) await sleep(pause);
  }
}
