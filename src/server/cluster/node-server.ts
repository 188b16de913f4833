import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { waitForDeliveries } from '../../chat/notifications/mail/jobs.ts';
import { forgetSavedQueues, keepQueues, loadOwnQueues } from '../../chat/register/actions.ts';
import { ownCommand } from '../../kernel/assets.ts';
import { backUp } from '../../kernel/backups/schedule.ts';
import { ClusterNode } from '../../kernel/cluster/cluster-node.ts';
import { Directory } from '../../kernel/cluster/directory.ts';
import type { Engine } from '../../kernel/cluster/engine/engine.ts';
import { Replica } from '../../kernel/cluster/replica.ts';
import { clusterRepository, replicationRepository } from '../../kernel/cluster/repository.ts';
import { Snapshots } from '../../kernel/cluster/snapshots.ts';
import { VERSION } from '../../kernel/config.ts';
import { NodeSqlite } from '../../kernel/db/node-sqlite.ts';
import { openTo } from '../../kernel/http/server.ts';
import type { Log } from '../../kernel/log.ts';
import type { TcpAddress } from '../../kernel/settings/kinds.ts';
import { EXIT, getReason } from '../../kernel/terminal/failure.ts';
import { runOperation } from '../../operations/run.ts';
import { SCHEMA_VERSION } from '../../schema/upgrades.ts';
import type { Config } from '../../settings/config.ts';
import { answerPeers } from '../answer.ts';
import { AppServer, STOP_TIMEOUT } from '../app-server.ts';
import { databasePath } from '../configuration.ts';
import { open } from '../data-folder.ts';
import { checkStorage, noteStorage } from '../file-storage.ts';
import { listen } from '../listeners/listen.ts';
import type { Listeners } from '../listeners/listeners.ts';
import type { Server } from '../server.ts';
import { offerSetUp, reportListening, reportReady, reportSetUp } from '../startup-report.ts';
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

interface NodeBeginning {
  config: Config;
  log: Log;
  engine: Engine;
  settings: NodeSettings;
  listeners: Listeners;
}

interface Parts extends NodeBeginning {
  app: App;
  node: ClusterNode;
  directory: Directory;
}

/** A running node: it follows, or writes when it is its turn. */
export class NodeServer implements Server {
  readonly #parts: Parts;
  readonly #server: AppServer;
  readonly #startedAt = Date.now();
  readonly #timers: NodeJS.Timeout[] = [];
  /** When machines with users in the list of listeners were seen last, ms. */
  readonly #seen = new Map<string, number>();
  #replica!: Replica;
  #snapshots!: Snapshots;
  #isAnswering = false;

  private constructor(parts: Parts) {
    this.#parts = parts;
    const { app, listeners } = parts;
    const writing = {
      run: (command: string, args: unknown) => this.#run(command, args),
      begin() {},
      handOver: () => this.#handOver(),
      saveQueues: () => this.#saveQueues(),
    };
    this.#server = new AppServer({ app, writing, listeners });
  }

  /** Opens a node that has joined its cluster, and follows the others. Throws Failure. */
  static async open(beginning: NodeBeginning): Promise<NodeServer> {
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
      const result = await runOperation(app, command, args);
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
    server = new NodeServer({ ...beginning, app, node, directory });
    const peers = server.#server.alsoAnswer(node.answerCommands(answerPeers(app), { isPrivate: true }), openTo);
    await listen(peers, settings.address, '--node-listen');
    await server.#follow();
    app.disk.onFull = () => server.#onDiskFull();
    return server;
  }

  get holder() {
    return this.#replica?.holder;
  }

  /** Follows the log, with the event queues of the last run. */
  async #follow(): Promise<void> {
    const { app, node, engine, settings, directory, config } = this.#parts;
    const path = databasePath(config.dataDir);
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
      setInterval(prune, PRUNE_INTERVAL),
      setInterval(() => this.#forgetNodes(), PRUNE_INTERVAL),
    );
  }

  async start(): Promise<void> {
    const { app, config } = this.#parts;
    await this.#server.start();
    this.#isAnswering = true;
    reportReady(app, false);
    reportListening(config, this.#server.url);
  }

  /** Runs a command of this machine at the node that writes. */
  async #run(command: string, args: unknown): Promise<object> {
    const { app, node } = this.#parts;
    if (!node.isFollower) return runOperation(app, command, args);
    return node.runAtWriter({ command, args });
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
    offerSetUp(app);
    if (this.#isAnswering) reportSetUp(app);
    noteStorage(app);
    this.#server.startJobs();
  }

  #onFollowing(): void {
    const { app, engine, log, settings } = this.#parts;
    log.info({ node: settings.name }, 'another node may write now');
    app.memory.setup.code = undefined;
    void this.#server.stopJobs();
    engine.nodes.refresh();
  }

  /** Ends the jobs and deliveries first: another node would repeat what is not stored. Throws EngineUnavailable. */
  async #stepDown(): Promise<void> {
    const { app } = this.#parts;
    if (!this.#replica.isWriting) return;
    await this.#server.stopJobs();
    await waitForDeliveries(app, STOP_TIMEOUT);
    try {
      await this.#replica.stepDown();
    } catch (error) {
      this.#server.startJobs();
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
    this.#server.reload();
  }

  backUp(): Promise<unknown> {
    return backUp(this.#parts.app);
  }

  /** Events that come while it stops are in the log, for the next start. */
  stop(): Promise<void> {
    return this.#server.stop();
  }

  async #handOver(): Promise<void> {
    const { app, engine, directory } = this.#parts;
    this.#snapshots.close();
    await this.#replica.abstain();
    await this.#stepDown().catch((error: Error) => app.log.warn({ reason: error.message }, 'no hand-over'));
    engine.nodes.refresh();
    // Other nodes send changes here until they know the next writer.
    if (directory.reader()) await directory.untilWriter(HAND_OVER);
  }

  async #saveQueues(): Promise<void> {
    const { app, engine, node } = this.#parts;
    for (const timer of this.#timers) clearInterval(timer);
    this.#replica.close();
    app.messages.indexNow();
    keepQueues(app);
    await this.#leaveSnapshot();
    node.close();
    await engine.close();
  }

  /** The last node that stops stores everything, so that a newer version can upgrade it. */
  async #leaveSnapshot(): Promise<void> {
    const { app, directory, settings } = this.#parts;
    if (directory.nodes.some(({ name }) => name !== settings.name)) return;
    const made = this.#snapshots.makeLast().catch((error) => app.log.warn({ reason: getReason(error) }, 'no snapshot'));
    await Promise.race([made, wait(LAST_SNAPSHOT, undefined, { ref: false })]);
  }
}
