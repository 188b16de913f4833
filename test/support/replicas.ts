import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import type { App } from '../../src/app.ts';
import { endpoints } from '../../src/declarations.ts';
import { ClusterNode } from '../../src/kernel/cluster/cluster-node.ts';
import { stampCopy } from '../../src/kernel/cluster/copy-repository.ts';
import { Directory } from '../../src/kernel/cluster/directory.ts';
import type { Engine } from '../../src/kernel/cluster/engine/engine.ts';
import { Replica } from '../../src/kernel/cluster/replica.ts';
import { replicationRepository } from '../../src/kernel/cluster/repository.ts';
import { VERSION } from '../../src/kernel/config.ts';
import { NodeSqlite } from '../../src/kernel/db/node-sqlite.ts';
import { listener } from '../../src/kernel/http/server.ts';
import { type AppOptions, createApp } from '../../src/server/create-app.ts';
import { MemoryCluster, type MemoryEngine } from './memory-engine.ts';
import { temporaryFolder } from './process.ts';
import { waitUntil } from './until.ts';

/** The engine of a cluster in a test. */
export interface TestEngines<E extends Engine = Engine> {
  open(name: string): Promise<E>;
  /** Ends a node as a loss of power does. */
  kill(engine: E): Promise<void>;
  /** The name of the node that has the lease. */
  holder(): Promise<string | undefined>;
}

/** An engine in memory. The lease of a killed node expires at once. */
export class MemoryEngines implements TestEngines<MemoryEngine> {
  readonly cluster = new MemoryCluster();

  async open(name: string): Promise<MemoryEngine> {
    return this.cluster.node(name);
  }

  async kill(engine: MemoryEngine): Promise<void> {
    engine.kill();
    if (this.cluster.holder?.node === engine.name) this.cluster.expireLease();
  }

  async holder(): Promise<string | undefined> {
    return this.cluster.holder?.node;
  }
}

/** A machine of a cluster, in the process of the test. */
export interface TestReplica<E extends Engine = Engine> {
  name: string;
  app: App;
  node: ClusterNode;
  engine: E;
  replica: Replica;
  server: Server;
  url: string;
  /** Why it had to end, if it had to. */
  lost: Error | undefined;
  /** It was killed, or cut off from the servers. */
  isGone: boolean;
}

type Options = Omit<AppOptions, 'database' | 'connect' | 'isCopy'>;

/** Machines that share a database through the log of an engine. */
export class TestReplicas<E extends Engine = Engine> {
  readonly machines: TestReplica<E>[] = [];
  readonly #engines: TestEngines<E>;
  readonly #options: Options;
  readonly #folder = temporaryFolder();

  constructor(engines: TestEngines<E>, options: Options) {
    this.#engines = engines;
    this.#options = options;
    after(() => this.#close());
  }

  /** Starts the first machine. `prepare` writes what is in the database before the cluster begins. */
  async start(name: string, prepare: (app: App) => void): Promise<TestReplica<E>> {
    const machine = await this.#open(name, prepare);
    await waitUntil(() => machine.replica.isWriting);
    return machine;
  }

  /** Adds a machine with a copy of this one's database. */
  async add(name: string, from: TestReplica<E>): Promise<TestReplica<E>> {
    from.app.db.commit();
    const { sequence } = from.replica;
    from.app.db.script(`VACUUM INTO '${this.#path(name)}'`);
    // The machine that writes does not store it.
    stampCopy(this.#path(name), sequence);
    return this.#open(name);
  }

  /** Ends a machine as a loss of power does. */
  async kill(machine: TestReplica<E>): Promise<void> {
    machine.isGone = true;
    machine.replica.close();
    machine.server.closeAllConnections();
    machine.server.close();
    await this.#engines.kill(machine.engine);
  }

  get living(): TestReplica<E>[] {
    return this.machines.filter(({ isGone }) => !isGone);
  }

  /** Waits until one machine writes that has the lease, and returns it. */
  async writer(): Promise<TestReplica<E>> {
    let writer: TestReplica<E> | undefined;
    await waitUntil(async () => {
      const holder = await this.#engines.holder().catch(() => undefined);
      writer = this.living.find(({ name, replica }) => replica.isWriting && name === holder);
      return writer;
    });
    return writer!;
  }

  #path = (name: string): string => join(this.#folder, `${name}.db`);

  async #open(name: string, prepare?: (app: App) => void): Promise<TestReplica<E>> {
    let sqlite!: NodeSqlite;
    const connect = (path: string) => (sqlite = new NodeSqlite(path));
    const app = createApp({ ...this.#options, database: this.#path(name), connect, isCopy: !prepare });
    prepare?.(app);
    app.db.commit();
    const engine = await this.#engines.open(name);
    const machine = { name, app, engine, lost: undefined, isGone: false } as unknown as TestReplica<E>;
    const directory = new Directory({
      engine,
      name,
      holder: () => machine.replica?.holder,
      onGone: (address) => node.forgetPeer(address),
    });
    const node = new ClusterNode({ app, sqlite, name, token: 'secret', peers: directory });
    const server = createServer(node.answerCommands(listener(app, endpoints))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    Object.assign(machine, { node, server, url });
    engine.nodes.announce(() => ({
      name,
      url,
      role: machine.replica?.isWriting ? 'writer' : 'follower',
      position: machine.replica?.sequence ?? 0,
      version: VERSION,
      startedAt: 0,
    }));
    const refresh = () => {
      engine.nodes.refresh();
      directory.noticeWriter();
    };
    machine.replica = await Replica.start({
      engine,
      node,
      replication: replicationRepository(app.db),
      onWriting: refresh,
      onFollowing: refresh,
      onLost(error) {
        machine.lost = error;
        server.closeAllConnections();
      },
    });
    app.messages.followIndex();
    this.machines.push(machine);
    return machine;
  }

  #close(): void {
    for (const { server, node, replica } of this.machines) {
      replica.close();
      server.closeAllConnections();
      server.close();
      node.close();
    }
  }
}
