/** Importing a Slack archive of 1,000,000 messages, alone and beside a server in which somebody works. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Connection, post } from './client.ts';
import { atMost, type Bench, type Options, percentile, type Result, sleep } from './measure.ts';
import { mind, startKlatch, temporaryFolder } from './server.ts';
import { newTeam } from './team.ts';
import { sentence } from './text.ts';

const MAIN = fileURLToPath(new URL('../start.mjs', import.meta.url));
const PEOPLE = 1000;
const CHANNELS = 100;
const DAYS = 100;
const FIRST_DAY = Date.UTC(2024, 0, 1) / 1000;
const MEGABYTE = 2 ** 20;

export const bench: Bench = {
  name: 'import',
  summary: 'a Slack archive of 1,000,000 messages: time and memory, and the wait of people who work meanwhile',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const messages = quick ? 20_000 : 1_000_000;
  const archive = writeArchive(messages);
  const alone = await importInto(join(temporaryFolder(), 'data'), archive);

  const beside = writeArchive(messages / 10);
  const { folder, people } = await newTeam(2);
  const server = await startKlatch(folder);
  const connection = await Connection.open(server.port);
  const idle = await waitsOf(connection, people[0]!.auth, people[1]!.id, sleep(3000));
  const running = importInto(folder, beside);
  const busy = await waitsOf(connection, people[0]!.auth, people[1]!.id, running);
  connection.close();
  await server.stop();

  const perMillion = (alone.seconds / messages) * 1_000_000;
  return {
    figures: {
      messages,
      'seconds, alone': alone.seconds,
      'MB, peak': alone.peak / MEGABYTE,
      'seconds, a tenth of it beside a server': (await running).seconds,
      'ms, median send without an import': percentile(idle, 0.5),
      'ms, median send during the import': percentile(busy, 0.5),
      'ms, slowest of 100 sends during the import': percentile(busy, 0.99),
    },
    checks: [
      atMost('minutes for 1,000,000 messages', perMillion / 60, 10),
      atMost('MB of memory', alone.peak / MEGABYTE, 300),
      atMost('ms that 99 of 100 sends wait during an import', percentile(busy, 0.99), 250),
    ],
  };
}

/** Writes an archive like Slack's, unpacked: a file for each channel and day. Every tenth message begins a thread. */
function writeArchive(messages: number): string {
  const folder = temporaryFolder();
  const ids = Array.from({ length: PEOPLE }, (_, at) => `U${at}`);
  const users = ids.map((id) => ({
    id,
    team_id: `T${messages}`,
    name: id.toLowerCase(),
    profile: { real_name: `Person ${id}`, email: `${id.toLowerCase()}-${messages}@example.org` },
  }));
  const channels = Array.from({ length: CHANNELS }, (_, at) => ({
    id: `C${at}`,
    name: `channel-${messages}-${at}`,
    members: ids.filter((_, person) => (person + at) % 20 === 0),
  }));
  writeFileSync(join(folder, 'users.json'), JSON.stringify(users));
  writeFileSync(join(folder, 'channels.json'), JSON.stringify(channels));
  const each = Math.ceil(messages / CHANNELS / DAYS);
  for (const { name, members } of channels) {
    mkdirSync(join(folder, name));
    for (let day = 0; day < DAYS; day++)
      writeFileSync(join(folder, name, `${day}.json`), JSON.stringify(messagesOfDay(day, each, members)));
  }
  return folder;
}

function messagesOfDay(day: number, count: number, members: readonly string[]): object[] {
  const start = FIRST_DAY + day * 86_400;
  return Array.from({ length: count }, (_, at) => {
    const ts = `${start + at * 10}.000100`;
    const root = `${start + (at - (at % 10)) * 10}.000100`;
    return {
      type: 'message',
      user: members[at % members.length],
      ts,
      text: `${sentence(day * count + at)} *bold* <@${members[0]}> :tada: <https://example.org/${at}|link>`,
      ...(at % 30 < 10 && { thread_ts: root, reply_count: 9 }),
      ...(at % 5 === 0 && { reactions: [{ name: '+1', users: members.slice(0, 3) }] }),
    };
  });
}

/** Runs the command to its end, and observes its memory. */
async function importInto(data: string, archive: string): Promise<{ seconds: number; peak: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [MAIN, 'import', 'slack', archive, '--data', data, '--json'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: temporaryFolder(),
  });
  mind(child);
  let peak = 0;
  const watching = setInterval(() => (peak = Math.max(peak, peakOf(child.pid!))), 200);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watching);
  if (code !== 0) throw new Error(`the import ended with exit code ${code}`);
  return { seconds: (performance.now() - began) / 1000, peak };
}

/** The largest resident memory of a process so far, in bytes. */
function peakOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/** Sends a message again and again until something ends. Returns how long each took, in ms. */
async function waitsOf(connection: Connection, auth: string, to: number, until: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let ended = false;
  void until.finally(() => (ended = true));
  while (!ended) {
    const began = performance.now();
    await connection.request(post(auth, '/messages', { type: 'direct', to: JSON.stringify([to]), content: 'Working' }));
    waits.push(performance.now() - began);
    await sleep(20);
  }
  return waits;
}
