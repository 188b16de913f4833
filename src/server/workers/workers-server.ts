import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { forgetSavedQueues, publishRestart } from '../../chat/register/actions.ts';
import { ownCommand } from '../../kernel/assets.ts';
import { backUp } from '../../kernel/backups/schedule.ts';
import { ClusterNode } from '../../kernel/cluster/cluster-node.ts';
import { listenerRepository, replicationRepository } from '../../kernel/cluster/repository.ts';
import { TurnFeed } from '../../kernel/cluster/turn-feed.ts';
import { NodeSqlite } from '../../kernel/db/node-sqlite.ts';
import { openTo } from '../../kernel/http/server.ts';
import { StartupGate } from '../../kernel/http/startup-gate.ts';
import { localJournal } from '../../kernel/journal/local.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import type { Config } from '../../settings/config.ts';
import { AppServer } from '../app-server.ts';
import { type CommandOptions, hasDatabase } from '../configuration.ts';
import { listen } from '../listeners/listen.ts';
import type { Listeners } from '../listeners/listeners.ts';
import { WORKING } from '../own-processes.ts';
import { openPrepared } from '../prepare.ts';
import type { Beginning, Server } from '../server.ts';
import { offerSetUp, reportListening, reportReady } from '../startup-report.ts';
import { type Writing, writeAlone } from '../writing.ts';
import { type FromWorker, peerNames, type ToWorker, WRITER } from './messages.ts';

/** A worker process that ended is started again after this time, ms. */
const RESTART_AFTER = 1000;
/** How long worker processes may take to stop, ms: longer than their clients may. */
const WORKER_STOP_TIMEOUT = 8000;

/**
 * Runs the server as several processes: this one writes, and the others follow it, hold the connections of the clients
 * and answer what only reads.
 */
export async function openServerWithWorkers({ options, config, log }: Beginning): Promise<Server> {
  await requirePossible(config);
  const isNew = !hasDatabase(config.dataDir);
  const sockets = mkdtempSync(join(tmpdir(), 'klatch-'));
  process.once('exit', () => rmSync(sockets, { recursive: true, force: true }));
  const token = randomBytes(32).toString('hex');
  const { app, listeners, beginWriting } = await openWriter({ config, log }, sockets, token);
  offerSetUp(app);
  const workers = new Workers({ app, options, sockets, token });
  // The event queues are in the other processes, and are loaded by them.
  const writing: Writing = { ...writeAlone(app), isForwardedTo: true, begin: beginWriting };
  const server = new AppServer({ app, writing, listeners });
  return {
    async start() {
      await server.start();
      const { url, port } = await workers.start();
      config.port = port;
      server.startJobs();
      publishRestart(app);
      forgetSavedQueues(app);
      reportReady(app, isNew);
      reportListening(config, url);
    },
    reload() {
      server.reload();
      workers.tell({ kind: 'reload' });
    },
    backUp: () => backUp(app),
    async stop() {
      // They need this process to save their queues.
      await workers.stop();
      await server.stop();
    },
  };
}

/** Throws Failure for settings that several processes cannot have, and if the port is in use. */
async function requirePossible({ choices, domain }: Config): Promise<void> {
  const { workers, host, port, socketPath } = choices;
  if (process.platform !== 'linux')
    throw new Failure(EXIT.usage, '--workers needs Linux, where processes share a port');
  if (workers > MOST_WORKERS) throw new Failure(EXIT.usage, `--workers is at most ${MOST_WORKERS}`);
  if (socketPath !== undefined) throw new Failure(EXIT.usage, '--workers needs a TCP address. Change --listen');
  if (domain !== undefined)
    throw new Failure(
      EXIT.usage,
      '--workers gets no certificates. Use --tls-cert and --tls-key, or a proxy with --behind-proxy',
    );
  if (port === 0) return;
  // The processes of another server would share the port without an error.
  const probe = createServer();
  await listen(probe as never, { host, port }, '--listen');
  await new Promise((resolve) => probe.close(resolve));
}

const MOST_WORKERS = 64;

interface Writer {
  app: App;
  listeners: Listeners;
  beginWriting: () => void;
}

/** Opens the app of the process that writes. It listens on a socket for the other processes and for commands. */
async function openWriter(beginning: Pick<App, 'config' | 'log'>, sockets: string, token: string): Promise<Writer> {
  let sqlite: NodeSqlite | undefined;
  const connect = (path: string) => {
    const connection = new NodeSqlite(path);
    sqlite ??= connection;
    return connection;
  };
  const app = await openPrepared(beginning, { connect });
  const { turn, epoch } = replicationRepository(app.db).position();
  const feed = new TurnFeed(turn);
  const getAddress = (name: string) => ({ socketPath: join(sockets, `${name}.sock`) });
  const writer = () => getAddress(WRITER);
  const others = peerNames(app.config).map(getAddress);
  const peers = { writer, peer: getAddress, others: () => others };
  const node = new ClusterNode({ app, sqlite: sqlite!, name: WRITER, token, peers, feed });
  const gate = new StartupGate();
  const main = openTo(gate.listener);
  const { socketPath } = getAddress(WRITER);
  main.listen(socketPath);
  await once(main, 'listening');
  return {
    app,
    listeners: {
      main,
      all: [main],
      url: `unix:${socketPath}`,
      local: `unix:${socketPath}`,
      answerWith: (answer) => gate.answerWith(node.answerCommands(answer)),
      reload() {},
    },
    beginWriting() {
      node.write({
        epoch: epoch + 1,
        output: { append: (_, acknowledge) => acknowledge(), release: (turns) => feed.send(turns) },
        local: (confirmation, openLog) => localJournal(confirmation, openLog()),
      });
      const listeners = listenerRepository(app.db);
      for (const name of listeners.nodes()) app.db.write(() => listeners.removeNode(name));
      app.db.commit();
    },
  };
}

interface WorkerOptions {
  app: App;
  options: CommandOptions;
  sockets: string;
  token: string;
}

/** The worker processes of a server. */
class Workers {
  readonly #options: WorkerOptions;
  readonly #running = new Map<string, ChildProcess>();
  #port: number | undefined;
  #isStopping = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Starts them. All of them follow before the first one listens. Returns where they listen. */
  async start(): Promise<{ url: string; port: number }> {
    const started = await Promise.all(peerNames(this.#options.app.config).map((name) => this.#begin(name)));
    const first = await this.#listen(started[0]!);
    this.#port = first.port;
    await Promise.all(started.slice(1).map((child) => this.#listen(child)));
    return first;
  }

  tell(message: ToWorker): void {
    for (const child of this.#running.values()) if (child.connected) child.send(message);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const ended = [...this.#running.values()].map((child) => once(child, 'exit'));
    this.tell({ kind: 'stop' });
    await Promise.race([Promise.all(ended), wait(WORKER_STOP_TIMEOUT)]);
    for (const child of this.#running.values()) child.kill('SIGKILL');
  }

  async #begin(name: string): Promise<ChildProcess> {
    const { options, sockets, token } = this.#options;
    rmSync(join(sockets, `${name}.sock`), { force: true });
    const child = spawn(process.execPath, [...ownCommand, WORKING], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#running.set(name, child);
    child.once('exit', () => this.#onExit(name, child));
    child.send({ kind: 'start', options, name, sockets, token } satisfies ToWorker);
    await this.#answer(child, 'following');
    return child;
  }

  async #listen(child: ChildProcess): Promise<{ url: string; port: number }> {
    child.send({ kind: 'listen', port: this.#port } satisfies ToWorker);
    return this.#answer(child, 'listening');
  }

  /** Waits for the next message of a process. Throws Failure if it reports one, or ends. */
  async #answer<K extends FromWorker['kind']>(child: ChildProcess, kind: K): Promise<FromWorker & { kind: K }> {
    const ending = new AbortController();
    const { signal } = ending;
    const ended = once(child, 'exit', { signal }).then(() => ({ kind: 'failed', reason: 'it ended' }) as const);
    const said = once(child, 'message', { signal }).then(([message]) => message as FromWorker);
    const message = await Promise.race([ended, said]).finally(() => ending.abort());
    ended.catch(() => {});
    said.catch(() => {});
    if (message.kind === kind) return message as FromWorker & { kind: K };
    const reason = message.kind === 'failed' ? message.reason : `it sent '${message.kind}'`;
    throw new Failure(EXIT.failure, `A worker process could not start: ${reason}`);
  }

  /** Starts an ended process again, unless the server stops or has not begun. */
  #onExit(name: string, child: ChildProcess): void {
    if (this.#running.get(name) !== child) return;
    this.#running.delete(name);
    if (this.#isStopping || this.#port === undefined) return;
    const { log } = this.#options.app;
    log.error({ process: name, code: child.exitCode, signal: child.signalCode }, 'a worker process ended; starting it');
    setTimeout(() => {
      if (this.#isStopping) return;
      this.#begin(name)
        .then((next) => this.#listen(next))
        .catch((error: Error) => {
          log.error({ process: name, reason: error.message }, 'a worker process could not start');
          this.#running.get(name)?.kill('SIGKILL');
        });
    }, RESTART_AFTER).unref();
  }
}
