import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type App, type AppOptions, createApp } from '../../src/app.ts';
import { endpoints } from '../../src/declarations.ts';
import { ClusterNode } from '../../src/kernel/cluster/cluster-node.ts';
import { Replica } from '../../src/kernel/cluster/replica.ts';
import { replicationRepository } from '../../src/kernel/cluster/repository.ts';
import { NodeSqlite } from '../../src/kernel/db/node-sqlite.ts';
import { listener } from '../../src/kernel/http/server.ts';
import { MemoryCluster, type MemoryEngine } from './memory-engine.ts';
import { waitUntil } from './until.ts';

/** A machine of a cluster, in the process of the test. */
export interface TestReplica {
  name: string;
  app: App;
  node: ClusterNode;
  engine: MemoryEngine;
  replica: Replica;
  server: Server;
  url: string;
  /** Why it had to end, if it had to. */
  lost: Error | undefined;
  isKilled: boolean;
}

type Options = Omit<AppOptions, 'database' | 'connect' | 'isCopy'>;

/** Machines that share a database through a log in memory. */
export class TestReplicas {
  readonly cluster = new MemoryCluster();
  readonly machines: TestReplica[] = [];
  readonly #options: Options;
  readonly #folder = mkdtempSync(join(tmpdir(), 'klatch-replicas-'));

  constructor(options: Options) {
    this.#options = options;
    after(() => this.#close());
  }

  /** Starts the first machine. `prepare` writes what is in the database before the cluster begins. */
  async start(name: string, prepare: (app: App) => void): Promise<TestReplica> {
    const machine = await this.#open(name, prepare);
    await waitUntil(() => machine.replica.isWriting);
    return machine;
  }

  /** Adds a machine with a copy of this one's database. */
  async add(name: string, from: TestReplica): Promise<TestReplica> {
    from.app.db.commit();
    from.app.db.script(`VACUUM INTO '${this.#path(name)}'`);
    return this.#open(name);
  }

  /** Ends a machine as a loss of power does. The lease expires at once. */
  kill(machine: TestReplica): void {
    machine.isKilled = true;
    machine.engine.kill();
    machine.replica.close();
    machine.server.closeAllConnections();
    machine.server.close();
    if (this.cluster.holder?.node === machine.name) this.cluster.expireLease();
  }

  get living(): TestReplica[] {
    return this.machines.filter(({ isKilled }) => !isKilled);
  }

  /** Waits until one machine writes, and returns it. */
  async writer(): Promise<TestReplica> {
    const find = () => this.living.find(({ name, replica }) => replica.isWriting && this.cluster.holder?.node === name);
    await waitUntil(find);
    return find()!;
  }

  #path = (name: string): string => join(this.#folder, `${name}.db`);

  async #open(name: string, prepare?: (app: App) => void): Promise<TestReplica> {
    let sqlite!: NodeSqlite;
    const connect = (path: string) => (sqlite = new NodeSqlite(path));
    const app = createApp({ ...this.#options, database: this.#path(name), connect, isCopy: !prepare });
    prepare?.(app);
    app.db.commit();
    const addressOf = (of: string | undefined) => {
      const found = this.living.find((machine) => machine.name === of);
      return found && { host: '127.0.0.1', port: (found.server.address() as AddressInfo).port };
    };
    const machine = { name, app, lost: undefined, isKilled: false } as unknown as TestReplica;
    const writer = () => addressOf(machine.replica?.holder?.node);
    const node = new ClusterNode({ app, sqlite, name, token: 'secret', writer, peer: addressOf });
    const server = createServer(node.answering(listener(app, endpoints))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const engine = this.cluster.node(name);
    Object.assign(machine, { node, server, url, engine });
    machine.replica = await Replica.start({
      engine,
      node,
      replication: replicationRepository(app.db),
      onWriting() {},
      onLost: (error) => (machine.lost = error),
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
