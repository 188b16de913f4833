import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { User } from '../chat/users/types.ts';
import { VERSION } from '../kernel/config.ts';
import { createLog } from '../kernel/log.ts';
import { configure, type Given } from './configuration.ts';
import { SeedClock, seed } from './dev/seed.ts';
import { EXIT } from './failure.ts';
import { open, take } from './folder.ts';
import { type Running, start } from './server.ts';
import { endWith } from './stopping.ts';

interface DevOptions extends Given {
  listen?: string;
  seed: number;
  users: number;
  messages: number;
  exec?: string;
  keep?: boolean;
}

/** Runs a throw-away server with people and messages in it, until it is stopped or the command it was started for ends. */
export async function dev(given: DevOptions): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'klatch-dev-'));
  process.once('exit', () => {
    if (given.keep) console.error(`The data is kept in ${dataDir}`);
    else rmSync(dataDir, { recursive: true, force: true });
  });
  const listen = given.listen?.replace(/^:/, '127.0.0.1:');
  const defaults = { ...DEV_DEFAULTS, outbox: join(dataDir, 'outbox'), ...(given.exec !== undefined && { listen: '127.0.0.1:0' }) };
  const config = await configure({ ...given, ...(listen && { listen }), data: dataDir }, { defaults, development: true });
  const log = createLog(config.choices.logLevel);
  // Interrupted before it serves, it still takes its data away.
  for (const signal of SIGNALS) process.once(signal, interrupted);
  await take(dataDir);
  const clock = new SeedClock();
  const app = open(config, log, clock);
  const people = seed(app, clock, given);
  const running = await start(app);
  for (const signal of SIGNALS) process.off(signal, interrupted);
  if (given.exec !== undefined) return run(given.exec, running, people[0]!);
  endWith(app, running);
  console.error(introduction(people, dataDir));
  console.log(`listening on ${running.url}`);
}

/** What a throw-away server does otherwise; beside a command any free port will do, so that several can run at once. */
const DEV_DEFAULTS = { rateLimits: 'off', logLevel: 'warn' };

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const interrupted = (): never => process.exit(EXIT.failure);

function introduction(people: readonly User[], dataDir: string): string {
  const known = people.filter(({ email }) => !/^member(?![12]@)/.test(email));
  return [
    `klatch ${VERSION}, a throw-away server: ${people.length} people, data in ${dataDir} until it stops`,
    ...known.map(({ email, api_key, full_name }) => `  ${email.padEnd(26)} ${api_key}  ${full_name}`),
    '  Without a password: POST /api/v1/dev_fetch_api_key with username=…',
    '  Mails: /dev/outbox in a browser, /api/v1/dev/mails for programs',
  ].join('\n');
}

/** Runs a shell command as the owner's client and ends with its exit code. */
async function run(command: string, running: Running, { email, api_key }: User): Promise<void> {
  const child = spawn(command, {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, ZULIP_SITE: running.url, ZULIP_EMAIL: email, ZULIP_API_KEY: api_key },
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // The terminal interrupts the command itself.
  process.on('SIGINT', () => {});
  const code = await codeOf(child);
  await running.stop();
  process.exit(code);
}

const codeOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal!]));
  });
