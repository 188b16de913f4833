import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { FolderInUse, findHolder, type Holder } from '../../kernel/db/lock.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { askHealth } from '../doctor/healthcheck.ts';

/** How a server is started and stopped during an upgrade. */
export interface Running {
  /** Returns why the server is not healthy, or undefined when it is. */
  start(program: string): Promise<string | undefined>;
  stop(): Promise<void>;
  /** The server goes on after the upgrade. */
  isService: boolean;
}

/** The upgrade of a large database takes minutes. */
const LONGEST = 30 * 60_000;
const PAUSE = 100;
/** How long a server may take to stop, ms. */
const STOPPING = 15_000;

/**
 * The service that runs on the data folder, or a server of our own for the trial, if none runs. Throws Failure for a
 * server that somebody started by hand: nobody could start it there again.
 */
export function findRunning(dataDir: string): Running {
  const holder = findHolder(dataDir);
  if (!holder) return new OwnServer(dataDir);
  if (isUnit(holder)) return new Unit(dataDir);
  throw new Failure(EXIT.inUse, `${new FolderInUse(dataDir, holder).message}, which is no service. Stop it first`);
}

const systemctl = (...args: string[]) => spawnSync('systemctl', args, { encoding: 'utf8' });
const UNIT = 'klatch.service';

const isUnit = ({ pid }: Holder): boolean =>
  systemctl('show', '--property=MainPID', '--value', UNIT).stdout?.trim() === String(pid);

class Unit implements Running {
  readonly isService = true;
  readonly #dataDir: string;
  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async start(): Promise<string | undefined> {
    // It returns when the server has reported that it is ready.
    const { status, stderr } = systemctl('start', UNIT);
    if (status !== 0) return stderr.trim();
    return waitForHealth(this.#dataDir, () => undefined);
  }

  async stop(): Promise<void> {
    const { status, stderr } = systemctl('stop', UNIT);
    if (status !== 0) throw new Failure(EXIT.failure, `The service cannot be stopped: ${stderr.trim()}`);
  }
}

class OwnServer implements Running {
  readonly isService = false;
  readonly #dataDir: string;
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async start(program: string): Promise<string | undefined> {
    const args = ['serve', '--data', this.#dataDir, '--listen', '127.0.0.1:0', '--log-level', 'error'];
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    let end: string | undefined;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
    });
    this.#child = child;
    this.#ended = once(child, 'close').then(
      ([code, signal]) => {
        end = said.trim().split('\n').at(-1) || `it ended with ${code ?? signal}`;
      },
      (error: Error) => {
        end = error.message;
      },
    );
    return waitForHealth(this.#dataDir, () => end);
  }

  async stop(): Promise<void> {
    this.#child?.kill('SIGTERM');
    const killing = setTimeout(() => this.#child?.kill('SIGKILL'), STOPPING);
    await this.#ended;
    clearTimeout(killing);
  }
}

/** `end`: why the server has ended. Returns why it is not healthy, or undefined when it is. */
async function waitForHealth(dataDir: string, end: () => string | undefined): Promise<string | undefined> {
  const until = performance.now() + LONGEST;
  while (performance.now() < until) {
    const reason = end();
    if (reason !== undefined) return reason;
    const url = findHolder(dataDir)?.url;
    if (url && (await askHealth(url, 5000)).status === 200) return undefined;
    await wait(PAUSE);
  }
  return `it is not healthy after ${LONGEST / 60_000} minutes`;
}
