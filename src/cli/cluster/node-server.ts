import { randomBytes } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { waitForDeliveries } from '../../chat/notifications/mail/jobs.ts';
import { isUnowned } from '../../chat/organization/setup/rules.ts';
import { SetUpCode } from '../../chat/organization/setup/setup-code.ts';
import { forgetSavedQueues, keepQueues, loadOwnQueues } from '../../chat/register/actions.ts';
import { endpoints, jobs } from '../../declarations.ts';
import { ownCommand } from '../../kernel/assets.ts';
import { ClusterNode } from '../../kernel/cluster/cluster-node.ts';
import { Directory } from '../../kernel/cluster/directory.ts';
import type { Engine } from '../../kernel/cluster/engine/engine.ts';
import { Replica } from '../../kernel/cluster/replica.ts';
import { clusterRepository, replicationRepository } from '../../kernel/cluster/repository.ts';
import { Snapshots } from '../../kernel/cluster/snapshots.ts';
import { VERSION } from '../../kernel/config.ts';
import { announce } from '../../kernel/db/lock.ts';
import { NodeSqlite } from '../../kernel/db/node-sqlite.ts';
import { GracefulShutdown } from '../../kernel/http/graceful-shutdown.ts';
import { logging } from '../../kernel/http/logging.ts';
import { listener, openTo } from '../../kernel/http/server.ts';
import { startJobs } from '../../kernel/jobs.ts';
import type { Log } from '../../kernel/log.ts';
import type { TcpAddress } from '../../kernel/settings/kinds.ts';
import { pages } from '../../pages/contents.ts';
import { siteOf } from '../../pages/kit/site.ts';
import { SCHEMA_VERSION } from '../../schema/upgrades.ts';
import type { Config } from '../../settings/config.ts';
import { reportSetUp } from '../banner.ts';
import { runCommand } from '../commands.ts';
import { databaseOf } from '../configuration.ts';
import { open, reasonOf } from '../data-folder.ts';
import { EXIT } from '../failure.ts';
import { checkStorage, noteStorage } from '../file-storage.ts';
import { listen } from '../listen.ts';
import type { Listeners } from '../listeners.ts';
import { LAST_WORDS, limiting, measure, type Running } from '../server.ts';
import { copyDatabase } from './copy.ts';

/** How long a node that stops waits for the next writer, ms. */
const HAND_OVER = 2_000;
/** How often users without queues are removed from the list of all machines, ms. */
const PRUNE_INTERVAL = 60_000;
/** The users of a machine that was away for this long are removed from it, ms. */
const FORGET_AFTER = 600_000;
/** A machine whose copy cannot be continued starts again after this time, ms. */
const RESTART_AFTER = 500;
/** How long the last machine that stops may take to store a snapshot, ms. */
const LAST_SNAPSHOT = 60_000;
/** How long a command may take at the machine that writes, ms. */
const LONGEST_COMMAND = 600_000;
/** How long a node waits for one that writes before it answers clients, ms. */
const FIRST_WRITER = 15_000;

/** A node that received nothing of the others for this time is not healthy, ms. Elections of servers take up to 9 s. */
const CUT_OFF_AFTER = 10_000;

/** What a node of a cluster is called, and where it is. */
export interface NodeSettings {
  url: string;
  name: string;
  address: TcpAddress;
}

interface Beginning {
  config: Config;
  log: Log;
  engine: Engine;
  settings: NodeSettings;
  listeners: Listeners;
}

interface Parts extends Beginning {
  app: App;
  node: ClusterNode;
  directory: Directory;
  peers: Server;
  /** Of the connections of clients and of other nodes. */
  shutdown: GracefulShutdown;
}

/** A running node: it follows, or writes when it is its turn. */
export class NodeServer implements Running {
  readonly #parts: Parts;
  readonly #startedAt = Date.now();
  readonly #timers: NodeJS.Timeout[] = [];
  /** When machines with users in the list of listeners were seen last, ms. */
  readonly #seen = new Map<string, number>();
  #replica!: Replica;
  #snapshots!: Snapshots;
  #stopJobs: (() => Promise<void>) | undefined;
  #isAnswering = false;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  get app(): App {
    return this.#parts.app;
  }

  get url(): string {
    return this.#parts.listeners.url;
  }

  static async start(beginning: Beginning): Promise<NodeServer> {
    const { config, log, engine, settings } = beginning;
    let sqlite!: NodeSqlite;
    const app = open(config, log, {
      connect: (path) => (sqlite = new NodeSqlite(path)),
      isCopy: true,
      inCluster: true,
    });
    await checkStorage(app);
    // The log is on the disks of several machines.
    app.db.pragma('synchronous = NORMAL');
    let server!: NodeServer;
    const { name } = settings;
    const command = async ({ command, args }: { command: string; args: unknown }) => {
      const result = await runCommand(app, command, args);
      await node.durable();
      await node.spread();
      return result;
    };
    app.peerCalls = { ...app.peerCalls, command };
    const directory = new Directory({
      engine,
      name,
      holder: () => server?.holder,
      onGone: (address) => node.forgetPeer(address),
    });
    const node = new ClusterNode({
      app,
      sqlite,
      name,
      token: clusterRepository(app.db).secret()!,
      peers: directory,
      isCutOff: () => performance.now() - engine.lastContact > CUT_OFF_AFTER,
    });
    node.stepDown = () => server.#stepDown();
    app.site = siteOf(app, pages);
    const shutdown = new GracefulShutdown();
    const answering = node.answering(logging(app, listener(app, endpoints)), { isPrivate: true });
    const peers = openTo(shutdown.heeding(answering));
    await listen(peers, settings.address, '--node-listen');
    server = new NodeServer({ ...beginning, app, node, directory, peers, shutdown });
    await server.#follow();
    server.#answer();
    app.disk.onFull = () => server.#onDiskFull();
    return server;
  }

  get holder() {
    return this.#replica?.holder;
  }

  /** Follows the log, with the event queues of the last run. */
  async #follow(): Promise<void> {
    const { app, node, engine, settings, directory, config } = this.#parts;
    const path = databaseOf(config.dataDir);
    node.pauseWriting();
    app.messages.followIndex();
    loadOwnQueues(app);
    forgetSavedQueues(app);
    this.#replica = await Replica.start({
      engine,
      node,
      replication: replicationRepository(app.db),
      onWriting: () => this.#onWriting(),
      onFollowing: () => this.#onFollowing(),
      onLost: (error) => this.#onLost(error),
    });
    await this.#replica.catchUp();
    this.#snapshots = new Snapshots({
      app,
      engine,
      replica: this.#replica,
      directory,
      name: settings.name,
      copy: (to) => copyDatabase(path, to),
      path: join(config.dataDir, 'cache', 'snapshot.db'),
      schema: SCHEMA_VERSION,
    });
    engine.nodes.announce(() => this.#announcement());
    await directory.untilWriter(FIRST_WRITER);
    const prune = () => node.prune().catch((err) => app.log.debug({ err }, 'prune'));
    this.#timers.push(
      setInterval(() => app.queues.sweep(), 1000),
      setInterval(prune, PRUNE_INTERVAL),
      setInterval(() => this.#forgetNodes(), PRUNE_INTERVAL),
    );
  }

  /** Begins to answer clients, and the commands of this machine. */
  #answer(): void {
    const { app, node, config, listeners } = this.#parts;
    const token = randomBytes(32).toString('hex');
    const run = async (command: string, args: unknown): Promise<object> => {
      if (!node.isFollower) return runCommand(app, command, args);
      return node.runAtWriter({ command, args }, LONGEST_COMMAND);
    };
    const answering: RequestListener = logging(app, listener(app, endpoints, { token, run }));
    app.auditOutputs.open();
    app.server = listeners.main;
    announce(config.dataDir, listeners.local, token);
    listeners.answerWith(this.#parts.shutdown.heeding(limiting(app, measure(app)?.counting(answering) ?? answering)));
    this.#isAnswering = true;
  }

  #announcement() {
    const { settings, app } = this.#parts;
    const { host, port } = settings.address;
    const role = app.stopping ? 'leaving' : this.#replica.isWriting ? 'writer' : 'follower';
    return {
      name: settings.name,
      url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
      role,
      position: this.#replica.sequence,
      version: VERSION,
      startedAt: this.#startedAt,
    } as const;
  }

  #onWriting(): void {
    const { app, engine, directory, log, settings } = this.#parts;
    log.info({ node: settings.name }, 'this node writes now');
    engine.nodes.refresh();
    directory.noticeWriter();
    if (isUnowned(app)) {
      app.memory.setup.code = new SetUpCode(app.clock);
      if (this.#isAnswering) reportSetUp(app);
    }
    noteStorage(app);
    this.#stopJobs = startJobs(app, jobs);
  }

  #onFollowing(): void {
    const { app, engine, log, settings } = this.#parts;
    log.info({ node: settings.name }, 'another node may write now');
    app.memory.setup.code = undefined;
    this.#stopJobs = undefined;
    engine.nodes.refresh();
  }

  /** Ends the jobs and deliveries first: another node would repeat what is not stored. Throws EngineUnavailable. */
  async #stepDown(): Promise<void> {
    const { app } = this.#parts;
    if (!this.#replica.isWriting) return;
    await this.#stopJobs?.();
    await waitForDeliveries(app, LAST_WORDS);
    try {
      await this.#replica.stepDown();
    } catch (error) {
      if (!app.stopping) this.#stopJobs = startJobs(app, jobs);
      throw error;
    }
  }

  /** Another node has space, so it writes from now on. This one ends with the next turn that it cannot store. */
  #onDiskFull(): void {
    const { app, directory } = this.#parts;
    if (!this.#replica.isWriting || !directory.reader()) return;
    this.#stepDown().catch((error: Error) => app.log.warn({ reason: error.message }, 'no hand-over'));
  }

  /** Computes no more events for machines that are gone. */
  #forgetNodes(): void {
    const { node, directory } = this.#parts;
    if (node.isFollower) return;
    const now = performance.now();
    for (const { name } of directory.nodes) this.#seen.set(name, now);
    for (const name of node.listeningNodes()) {
      const seen = this.#seen.get(name) ?? now;
      this.#seen.set(name, seen);
      if (now - seen > FORGET_AFTER) node.forgetNode(name);
    }
  }

  /** This copy cannot be continued: the process starts again, with its arguments. */
  async #onLost(error: Error): Promise<void> {
    const { log, listeners } = this.#parts;
    log.error({ reason: error.message }, 'this node cannot go on with its copy of the database; it starts again');
    for (const server of listeners.all) server.closeAllConnections();
    await wait(RESTART_AFTER);
    if (process.platform === 'win32' || !process.execve) process.exit(EXIT.failure);
    process.execve(process.execPath, [process.execPath, ...ownCommand, ...process.argv.slice(2)], process.env);
  }

  reload(): void {
    this.#parts.listeners.reload();
    this.#parts.app.auditOutputs.reopen();
  }

  /**
   * Lets another node write, answers the clients of this one, and saves their queues here for the next start. Events
   * that come meanwhile are in the log.
   */
  async stop(): Promise<void> {
    const { app, engine, listeners, peers, shutdown, node, directory } = this.#parts;
    app.stopping = true;
    this.#snapshots.close();
    await this.#replica.abstain();
    await this.#stepDown().catch((error: Error) => app.log.warn({ reason: error.message }, 'no hand-over'));
    engine.nodes.refresh();
    // Other nodes send changes here until they know the next writer.
    if (directory.reader()) await directory.untilWriter(HAND_OVER);
    app.queues.release();
    const releasing = setInterval(() => app.queues.release(), 50);
    await shutdown.close([...listeners.all, peers], LAST_WORDS);
    clearInterval(releasing);
    for (const timer of this.#timers) clearInterval(timer);
    this.#replica.close();
    app.messages.indexNow();
    keepQueues(app);
    await this.#leaveSnapshot();
    node.close();
    await engine.close();
    app.db.close();
    await app.auditOutputs.close();
  }

  /** The last node that stops stores everything, so that a newer version can upgrade it. */
  async #leaveSnapshot(): Promise<void> {
    const { app, directory, settings } = this.#parts;
    if (directory.nodes.some(({ name }) => name !== settings.name)) return;
    const made = this.#snapshots.makeLast().catch((error) => app.log.warn({ reason: reasonOf(error) }, 'no snapshot'));
    await Promise.race([made, wait(LAST_SNAPSHOT, undefined, { ref: false })]);
  }
}
