import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownCommand } from '../../kernel/assets.ts';
import { PeerRequests } from '../../kernel/cluster/peer-requests.ts';
import { PeerSignature } from '../../kernel/cluster/peer-signature.ts';
import { readOrigin } from '../../kernel/http/proxies.ts';
import { refuseOrganization } from '../../pages/organization-refused.ts';
import type { Config } from '../../settings/config.ts';
import type { CommandOptions } from '../configuration.ts';
import { HOSTING } from '../own-processes.ts';
import type { StoredOrganization } from './folder.ts';
import type { FromProcess, ToProcess } from './messages.ts';
import type { OpenOrganization } from './open-organization.ts';

/** How long a process may take to end after its last answer, ms. */
const END_TIMEOUT = 10_000;

interface Options {
  /** The options of the command that started the server. */
  options: CommandOptions;
  config: Config;
}

/**
 * Processes of organizations that are too large to share one: what they compute would delay the others. Requests reach
 * them over a Unix socket.
 */
export class OrganizationProcesses {
  readonly #options: Options;
  readonly #token = randomBytes(32).toString('hex');
  readonly #requests = new PeerRequests(new PeerSignature(this.#token));
  #folder: string | undefined;
  #spare: ChildProcess | undefined;
  #started = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Keeps a process that has loaded its code, so that a large organization opens as fast as a small one; or ends it,
   * if none will be needed.
   */
  keepSpare(isNeeded: boolean): void {
    if (isNeeded) this.#spare ??= this.#start();
    else {
      this.#spare?.kill('SIGKILL');
      this.#spare = undefined;
    }
  }

  /** Opens an organization. `onEnd` is called if its process ends by itself. Rejects if it cannot be opened. */
  async open({ name }: StoredOrganization, onEnd: (code: number | null) => void): Promise<OpenOrganization> {
    const child = this.#spare ?? this.#start();
    this.#spare = undefined;
    const socketPath = join(this.#sockets(), `${++this.#started}.sock`);
    const { options, config } = this.#options;
    const opened = waitForAnswer(child, 'opened');
    let nextRun = 0;
    child.on('message', (message: FromProcess) => {
      if (message.kind === 'next-run') nextRun = message.at;
    });
    tell(child, { kind: 'open', options, name, port: config.port, socketPath, token: this.#token });
    try {
      await opened;
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
    child.once('exit', onEnd);
    const requests = this.#requests;
    return {
      answer: this.#forwardTo(socketPath),
      get nextRun() {
        return nextRun;
      },
      reload: () => tell(child, { kind: 'reload' }),
      async backUp() {
        const answer = waitForAnswer(child, 'backed-up');
        tell(child, { kind: 'back-up' });
        const { failure } = await answer;
        if (failure !== undefined) throw new Error(failure);
      },
      leave: () => tell(child, { kind: 'leave' }),
      async finish() {
        child.off('exit', onEnd);
        await end(child);
        requests.forget({ socketPath });
        rmSync(socketPath, { force: true });
      },
    };
  }

  /** Call it after all organizations are closed. */
  close(): void {
    this.keepSpare(false);
    this.#requests.close();
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, [...ownCommand, HOSTING], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    yieldToOthers(child);
    child.once('exit', () => {
      if (this.#spare === child) this.#spare = undefined;
    });
    return child;
  }

  /** Only this user may look into the folder. */
  #sockets(): string {
    if (this.#folder !== undefined) return this.#folder;
    const folder = mkdtempSync(join(tmpdir(), 'klatch-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    this.#folder = folder;
    return folder;
  }

  #forwardTo(socketPath: string): RequestListener {
    return (request, response) =>
      this.#requests.forward({
        ...{ request, response, to: { socketPath }, reason: 'organization' },
        origin: readOrigin(request, this.#options.config.choices.behindProxy),
        waitForTurn: async () => {},
        onFailure: () => refuseOrganization(request, response, 1),
      });
  }
}

/**
 * The shared process goes first if processors are short: it answers many organizations, and forwards to the large ones.
 * Set at once, since each thread inherits it from the first.
 */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended, or the system forbids it.
  }
}

const tell = (child: ChildProcess, message: ToProcess): void => {
  if (child.connected) child.send(message);
};

/** Waits for a message of a process. Rejects if it reports a failure instead, or ends. */
async function waitForAnswer<K extends FromProcess['kind']>(child: ChildProcess, kind: K) {
  return new Promise<FromProcess & { kind: K }>((resolve, reject) => {
    const settle = (work: () => void) => {
      child.off('message', onMessage).off('exit', onExit);
      work();
    };
    const onExit = () => settle(() => reject(new Error('Its process ended')));
    const onMessage = (message: FromProcess) => {
      if (message.kind === kind) settle(() => resolve(message as FromProcess & { kind: K }));
      else if (message.kind === 'failed') settle(() => reject(new Error(message.reason)));
    };
    child.on('message', onMessage).once('exit', onExit);
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  tell(child, { kind: 'finish' });
  await Promise.race([ended, wait(END_TIMEOUT, undefined, { ref: false })]);
  child.kill('SIGKILL');
}
