import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import type { User } from '../../chat/people/users/types.ts';
import { VERSION } from '../../kernel/config.ts';
import { fromThisMachine } from '../../kernel/http/control.ts';
import { openTo } from '../../kernel/http/server.ts';
import { createLog, type Log } from '../../kernel/log.ts';
import { commandLine } from '../../kernel/own-command.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import { AppServer } from '../../server/app-server.ts';
import { configure, dataFolder } from '../../server/configuration.ts';
import { lockDataFolder, open } from '../../server/data-folder.ts';
import { getUrl, listenAsChosen } from '../../server/listeners/listen.ts';
import { openListeners } from '../../server/listeners/listeners.ts';
import { useLocalJournal } from '../../server/prepare.ts';
import type { Server } from '../../server/server.ts';
import { endOnSignals, logWarnings } from '../../server/signals.ts';
import { writeAlone } from '../../server/writing.ts';
import type { Config } from '../../settings/config.ts';
import { selfPrintingWork } from '../declaration/command.ts';
import type { DevInput } from './commands.ts';
import { SeedClock, type Size, seed } from './seed.ts';

/** Runs a development server with sample data until it is stopped or its command ends. */
export const dev = selfPrintingWork(async (options: DevInput & { listen?: string }): Promise<void> => {
  const dataDir = folderFor(options);
  const isKept = options.keep || options.data !== undefined;
  process.once('exit', () => {
    if (!isKept) return rmSync(dataDir, { recursive: true, force: true });
    console.error(`The data is kept in ${dataDir}\nTo serve it again: ${commandLine('serve', { dataDir })}`);
  });
  const address = options.listen?.replace(/^:/, '127.0.0.1:');
  const defaults = {
    ...DEV_DEFAULTS,
    outbox: join(dataDir, 'outbox'),
    ...(options.exec !== undefined && { listen: '127.0.0.1:0' }),
  };
  const config = await configure(
    { ...options, ...(address && { listen: address }), data: dataDir },
    { defaults, development: true },
  );
  if (config.domain || config.choices.tlsCert)
    throw new Failure(EXIT.usage, 'A development server supports only plain HTTP');
  // Deletes its data even if it is interrupted before it serves.
  for (const signal of SIGNALS) process.once(signal, endInterrupted);
  await lockDataFolder(dataDir);
  const log = createLog(config.choices.logLevel, config.choices.logFormat);
  logWarnings(log);
  const playground = new Playground(config, log, options);
  await playground.open();
  for (const signal of SIGNALS) process.off(signal, endInterrupted);
  if (options.exec !== undefined) return run(options.exec, playground);
  endOnSignals(log, playground);
  say(introduction(playground.people, `${dataDir}${isKept ? '' : ' (deleted when it stops)'}`));
  console.log(`listening on ${playground.url}`);
});

/** The named folder, which must be empty, or a new temporary one. */
function folderFor({ data }: DevInput): string {
  if (data === undefined) return mkdtempSync(join(tmpdir(), 'klatch-dev-'));
  const folder = dataFolder(data);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Failure(
      EXIT.usage,
      `${folder} is not empty, and dev needs a new folder. Choose another one, or serve this one: ${commandLine('serve', { dataDir: folder })}`,
    );
  return folder;
}

/** The settings of a development server. With a command it uses any free port, so that several can run at once. */
const DEV_DEFAULTS = { rateLimits: 'off', logLevel: 'warn' };

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const endInterrupted = (): never => process.exit(EXIT.failure);

/** A server that `POST /dev/reset` creates again, in the same folder and at the same address; requests wait for it. */
class Playground implements Pick<Server, 'stop'> {
  readonly #config: Config;
  readonly #log: Log;
  readonly #size: Size;
  readonly #door: HttpServer;
  #running: AppServer | undefined;
  #ready: Promise<void> = Promise.resolve();
  app!: App;
  people: readonly User[] = [];

  constructor(config: Config, log: Log, size: Size) {
    this.#config = config;
    this.#log = log;
    this.#size = size;
    this.#door = openTo((request, response) => void this.#take(request, response));
  }

  get url(): string {
    return getUrl(this.#door, 'http');
  }

  async open(): Promise<void> {
    await listenAsChosen(this.#door, this.#config.choices);
    this.#ready = this.#begin();
    await this.#ready;
  }

  async stop(): Promise<void> {
    this.#door.close();
    await this.#running?.stop();
    this.#door.closeAllConnections();
  }

  async #begin(): Promise<void> {
    const clock = new SeedClock(this.#size.now);
    this.app = open(this.#config, this.#log, { clock });
    this.people = seed(this.app, clock, this.#size);
    const address = this.#door.address() as AddressInfo | string;
    // The listener stays open while this server is replaced.
    Object.assign(this.#config.choices, { host: '127.0.0.1', port: 0, socketPath: undefined });
    await useLocalJournal(this.app);
    const listeners = await openListeners(this.app);
    this.#running = new AppServer({ app: this.app, writing: writeAlone(this.app), listeners });
    await this.#running.start();
    if (typeof address !== 'string') this.#config.port = address.port;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'POST' && request.url === '/dev/reset' && fromThisMachine(request))
      return this.#answerReset(response);
    await this.#ready;
    this.app.server!.emit('request', request, response);
  }

  async #answerReset(response: ServerResponse): Promise<void> {
    this.#ready = this.#ready.then(() => this.#reset());
    try {
      await this.#ready;
      response.setHeader('Content-Type', 'application/json');
      response.end('{"result":"success","msg":""}');
    } catch (error) {
      this.#log.fatal({ reason: getReason(error) }, 'the reset failed');
      process.exit(EXIT.failure);
    }
  }

  async #reset(): Promise<void> {
    const { dataDir } = this.#config;
    await this.#running!.stop();
    for (const name of readdirSync(dataDir))
      if (!/^(klatch\.lock|cache)/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
    await this.#begin();
  }
}

function introduction(people: readonly User[], data: string): string {
  const known = people.filter(({ email }) => !/^member(?![12]@)/.test(email));
  return [
    `klatch ${VERSION}, development server: ${countWords(people.length, 'user')}, data in ${data}`,
    ...known.map(({ email, api_key, full_name }) => `  ${email.padEnd(26)} ${api_key}  ${full_name}`),
    '  In a browser: /devlogin/ signs you in as any user, /dev/outbox shows sent mail',
    '  For programs: POST /api/v1/dev_fetch_api_key username=…, GET /api/v1/dev/mails, POST /dev/reset',
  ].join('\n');
}

/** Runs a shell command as the owner's client and exits with its exit code. */
async function run(command: string, playground: Playground): Promise<void> {
  const { email, api_key } = playground.people[0]!;
  const child = spawn(command, {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, ZULIP_SITE: playground.url, ZULIP_EMAIL: email, ZULIP_API_KEY: api_key },
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // The terminal interrupts the command itself.
  process.on('SIGINT', () => {});
  const code = await waitForExit(child);
  await playground.stop();
  process.exit(code);
}

const waitForExit = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal!]));
  });
