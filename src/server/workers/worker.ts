import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { listSavedQueues, loadOwnQueues } from '../../chat/register/actions.ts';
import { ClusterNode } from '../../kernel/cluster/cluster-node.ts';
import { PeerSignature } from '../../kernel/cluster/peer-signature.ts';
import { readFeed } from '../../kernel/cluster/turn-feed.ts';
import { NodeSqlite } from '../../kernel/db/node-sqlite.ts';
import { ReadConnection } from '../../kernel/db/read-connection.ts';
import { openTo } from '../../kernel/http/server.ts';
import { createLog } from '../../kernel/log.ts';
import { EXIT, getReason } from '../../kernel/terminal/failure.ts';
import type { Config } from '../../settings/config.ts';
import { answerPeers } from '../answer.ts';
import { AppServer } from '../app-server.ts';
import { configure, databasePath } from '../configuration.ts';
import { createApp } from '../create-app.ts';
import { openListeners } from '../listeners/listeners.ts';
import { logWarnings } from '../signals.ts';
import type { Writing } from '../writing.ts';
import { type FromWorker, peerNames, type ToWorker, WRITER } from './messages.ts';

/** Saved queues that one request to the writer contains. */
const AT_ONCE = 50;
/** How often users without queues are removed from the writer's list, ms. */
const PRUNE_INTERVAL = 60_000;

/** Runs a worker process until the process that writes ends or stops it. */
export async function work(): Promise<void> {
  process.once('disconnect', () => process.exit(EXIT.failure));
  // The terminal sends Ctrl+C to all processes; the one that writes stops the others.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {});
  const [boot] = (await once(process, 'message')) as [ToWorker & { kind: 'start' }];
  try {
    const worker = await Worker.start(boot);
    process.on('message', (message: ToWorker) => void worker.receive(message));
    tell({ kind: 'following' });
  } catch (error) {
    tell({ kind: 'failed', reason: getReason(error) });
  }
}

const tell = (message: FromWorker): void => void process.send!(message);

interface Parts {
  app: App;
  node: ClusterNode;
  /** Where the other processes reach this one. */
  peers: Server;
}

/** A process that follows the one that writes on the same machine. */
class Worker {
  readonly #parts: Parts;
  readonly #server: AppServer;

  private constructor(parts: Parts, writing: Writing) {
    this.#parts = parts;
    this.#server = new AppServer({ app: parts.app, writing });
  }

  /** Copies the database, follows its turns, and continues the queues that this process had before. */
  static async start({ options, name, sockets, token }: ToWorker & { kind: 'start' }): Promise<Worker> {
    const config = await configure(options);
    config.choices.sharesPort = true;
    const log = createLog(config.choices.logLevel, config.choices.logFormat).child({ process: name });
    logWarnings(log);
    const database = copyDatabase(config, name);
    let sqlite!: NodeSqlite;
    const connect = (path: string) => (sqlite = new NodeSqlite(path));
    const app = createApp({ config, log, database, connect, isCopy: true });
    app.db.pragma('synchronous = OFF');
    const getAddress = (of: string) => ({ socketPath: join(sockets, `${of}.sock`) });
    const writer = () => getAddress(WRITER);
    const beside = [WRITER, ...peerNames(config)].filter((other) => other !== name).map(getAddress);
    const processes = { writer, peer: getAddress, others: () => [] };
    const node = new ClusterNode({ app, sqlite, name, token, peers: processes, beside });
    const peers = openTo(node.answerCommands(answerPeers(app), { isPrivate: true }));
    peers.listen(getAddress(name).socketPath);
    await once(peers, 'listening');
    const worker: Worker = new Worker(
      { app, node, peers },
      { begin: () => worker.#follow(token), saveQueues: () => worker.#giveAwayQueues() },
    );
    await worker.#server.start();
    return worker;
  }

  async #follow(token: string): Promise<void> {
    const { app, node } = this.#parts;
    const follower = node.follow();
    app.messages.followIndex();
    const end = (reason: unknown) => {
      app.log.error({ reason: getReason(reason) }, 'this process cannot follow; it starts again');
      process.exit(EXIT.failure);
    };
    const onTurn = (bytes: Uint8Array) => {
      try {
        follower.apply(bytes);
      } catch (error) {
        end(error);
      }
    };
    readFeed(node.writerAddress!, new PeerSignature(token), { after: follower.position.turn, onTurn, onEnd: end });
    await node.forgetListeners();
    loadOwnQueues(app);
    await Promise.all([...app.queues.users.keys()].map((user) => node.listen(user)));
    setInterval(() => node.prune().catch((err) => app.log.debug({ err }, 'prune')), PRUNE_INTERVAL).unref();
  }

  async receive(message: ToWorker): Promise<void> {
    if (message.kind === 'listen') return this.#listen(message.port);
    if (message.kind === 'reload') return this.#server.reload();
    if (message.kind === 'stop') return this.#stop();
  }

  async #listen(port: number | undefined): Promise<void> {
    const { app } = this.#parts;
    if (port !== undefined) app.config.choices.port = port;
    try {
      const listeners = await openListeners(app);
      this.#server.listenOn(listeners);
      tell({ kind: 'listening', url: listeners.url, port: app.config.port });
    } catch (error) {
      tell({ kind: 'failed', reason: getReason(error) });
    }
  }

  async #stop(): Promise<void> {
    await this.#server.stop();
    process.exit(0);
  }

  /** Lets the process that writes save the queues of this one. */
  async #giveAwayQueues(): Promise<void> {
    const { app, node, peers } = this.#parts;
    const queues = listSavedQueues(app);
    for (let at = 0; at < queues.length; at += AT_ONCE)
      await node.askWriter('save_queues', queues.slice(at, at + AT_ONCE));
    peers.close();
  }
}

/** Copies the database of the process that writes, as of its last turn. Returns the path of the copy. */
function copyDatabase(config: Config, name: string): string {
  const folder = join(config.dataDir, 'cache', 'workers');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.db`);
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  const source = new ReadConnection(databasePath(config.dataDir));
  source.script(`VACUUM INTO '${path.replaceAll("'", "''")}'`);
  source.close();
  return path;
}
