/** Importing 1,000,000 messages from Zulip, and archives from Zulip and Slack beside a server in which people work. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Connection, type Person, post, succeeded } from './client.ts';
import { writeSlackArchive, writeZulipArchive } from './import-archives.ts';
import { atMost, type Bench, type Options, percentile, type Result, sleep } from './measure.ts';
import { Poll } from './polls.ts';
import { mind, startKlatch, temporaryFolder } from './server.ts';
import { newTeam } from './team.ts';

const MAIN = fileURLToPath(new URL('../start.mjs', import.meta.url));
const MEGABYTE = 2 ** 20;
/** The time without an import that the times during one are compared with, in ms. */
const IDLE_TIME = 3000;

type Product = 'slack' | 'zulip';

export const bench: Bench = {
  name: 'import',
  summary: 'an archive of 1,000,000 messages: time and memory, and the wait of people who work meanwhile',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const messages = quick ? 100_000 : 1_000_000;
  const alone = await importInto(join(temporaryFolder(), 'data'), 'zulip', writeZulipArchive(messages));

  const { folder, people } = await newTeam(2);
  const server = await startKlatch(folder);
  const idle = await getWaits(server.port, people, sleep(IDLE_TIME));
  const beside = messages / 10;
  const zulip = importInto(folder, 'zulip', writeZulipArchive(beside));
  const busy = await getWaits(server.port, people, zulip);
  const slack = importInto(folder, 'slack', writeSlackArchive(beside));
  busy.push(...(await getWaits(server.port, people, slack)));
  const serverPeak = server.peak();
  await server.stop();

  return {
    figures: {
      messages,
      'seconds, alone': alone.seconds,
      'MB, peak': alone.peak / MEGABYTE,
      'seconds, a tenth of it beside a server': (await zulip).seconds,
      'seconds, as many messages from Slack beside it': (await slack).seconds,
      'MB, peak of that server': serverPeak / MEGABYTE,
      'ms, median send and receipt without an import': percentile(idle, 0.5),
      'ms, median send and receipt during the imports': percentile(busy, 0.5),
      'ms, longest send and receipt during the imports': Math.max(...busy),
    },
    checks: [
      atMost('minutes for 1,000,000 messages', ((alone.seconds / messages) * 1_000_000) / 60, 10),
      atMost('MB of memory', alone.peak / MEGABYTE, 300),
      atMost('ms in which 99 of 100 messages arrive during an import', percentile(busy, 0.99), 250),
      atMost('ms in which every message arrives during an import', Math.max(...busy), 1000),
    ],
  };
}

/** Runs the command to its end, and observes its memory. `onStart` receives its process id. */
export async function importInto(
  data: string,
  product: Product,
  archive: string,
  { onStart }: { onStart?: (pid: number) => void } = {},
): Promise<{ seconds: number; peak: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [MAIN, 'import', product, archive, '--data', data, '--json'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: temporaryFolder(),
  });
  mind(child);
  onStart?.(child.pid!);
  let peak = 0;
  const watching = setInterval(() => (peak = Math.max(peak, getPeak(child.pid!))), 200);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watching);
  if (code !== 0) throw new Error(`the import ended with exit code ${code}`);
  return { seconds: (performance.now() - began) / 1000, peak };
}

/** The largest resident memory of a process so far, in bytes. */
function getPeak(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/**
 * One person sends messages to another, whose long poll receives them, until something ends. Returns how long each
 * message took until its sender had the reply and its recipient had the event, in ms.
 */
async function getWaits(port: number, people: readonly Person[], until: Promise<unknown>): Promise<number[]> {
  const [sender, recipient] = people as [Person, Person];
  const connection = await Connection.open(port);
  const poll = await Poll.open(port, recipient);
  const waits: number[] = [];
  let ended = false;
  void until.finally(() => (ended = true)).catch(() => {});
  while (!ended) {
    const content = `Working ${waits.length}`;
    const began = performance.now();
    const form = { type: 'direct', to: JSON.stringify([recipient.id]), content };
    const sent = connection.request(post(sender.auth, '/messages', form)).then(succeeded);
    // Other events may come first.
    let events = '';
    while (!events.includes(content)) events = await poll.next();
    await sent;
    waits.push(performance.now() - began);
    await sleep(20);
  }
  connection.close();
  poll.close();
  return waits;
}
