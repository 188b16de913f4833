import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import type { App } from '../../src/app.ts';
import { endpoints } from '../../src/declarations.ts';
import { ClusterNode } from '../../src/kernel/cluster/cluster-node.ts';
import type { Follower } from '../../src/kernel/cluster/follower.ts';
import type { PeerAddress } from '../../src/kernel/cluster/peer-requests.ts';
import type { SealedTurn } from '../../src/kernel/cluster/turn.ts';
import { NodeSqlite } from '../../src/kernel/db/node-sqlite.ts';
import { listener, openTo } from '../../src/kernel/http/server.ts';
import { immediateJournal } from '../../src/kernel/journal/journal.ts';
import { pages } from '../../src/pages/contents.ts';
import { makeSite } from '../../src/pages/kit/site.ts';
import { type AppOptions, createApp } from '../../src/server/create-app.ts';
import { emptyDatabase } from './empty-database.ts';
import { temporaryFolder } from './process.ts';

/** A process of a server in this test's process. */
export interface TestNode {
  name: string;
  app: App;
  sqlite: NodeSqlite;
  node: ClusterNode;
  server: Server;
  /** Where it listens. */
  readonly url: string;
}

type Options = Omit<AppOptions, 'database' | 'connect' | 'isCopy'>;
type Prepare = (app: App) => void;

/**
 * A server of several processes, all in the process of the test, on temporary database files. Turns reach the
 * followers when `delivers` is true.
 */
export class TestCluster {
  readonly nodes: TestNode[] = [];
  readonly #options: Options;
  readonly #folder = temporaryFolder();
  readonly #prepare: Prepare;
  readonly #writer: TestNode;
  readonly #followers = new Map<string, Follower>();
  /** Turns that the followers do not have yet. */
  #undelivered: Uint8Array[] = [];
  delivers = true;
  /** Whether turns are acknowledged some time after they were committed, instead of at once. */
  acknowledgesLate = false;
  #appended = 0;

  constructor(options: Options, prepare: Prepare = () => {}) {
    this.#options = options;
    this.#prepare = prepare;
    writeFileSync(this.#path('a'), emptyDatabase());
    this.#writer = this.#open('a', false);
    this.#writer.node.write({
      epoch: 1,
      output: {
        append: (_turn: SealedTurn, acknowledge) => this.#acknowledgeLater(acknowledge),
        release: (turns) => {
          this.#undelivered.push(...turns.map(({ bytes }) => bytes));
          if (this.delivers) this.deliver();
        },
      },
      local: immediateJournal,
    });
    after(() => this.#close());
  }

  /** Acknowledges a turn after up to three turns of the event loop, so that several are in flight. */
  #acknowledgeLater(acknowledge: () => void): void {
    this.#appended += 1;
    let turns = this.acknowledgesLate ? (this.#appended * 7) % 4 : 0;
    const next = (): unknown => (turns-- > 0 ? setImmediate(next) : acknowledge());
    next();
  }

  get writer(): TestNode {
    return this.#writer;
  }

  /** Gives the followers the turns that they do not have yet. */
  deliver(): void {
    for (const bytes of this.#undelivered.splice(0))
      for (const follower of this.#followers.values()) follower.apply(bytes);
  }

  /** Loses the oldest turn that the followers do not have yet. */
  loseTurn(): void {
    this.#undelivered.shift();
  }

  /** Adds a process that follows. */
  async addFollower(name: string): Promise<TestNode> {
    const { db } = this.#writer.app;
    db.commit();
    db.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(this.#path(this.#writer.name), this.#path(name));
    const node = this.#open(name, true);
    await Promise.all(this.nodes.map(({ server }) => isListening(server)));
    this.#followers.set(name, node.node.follow());
    node.app.messages.followIndex();
    return node;
  }

  #path = (name: string): string => join(this.#folder, `${name}.db`);

  #open(name: string, isCopy: boolean): TestNode {
    let sqlite!: NodeSqlite;
    const connect = (path: string) => (sqlite = new NodeSqlite(path));
    const app = createApp({ ...this.#options, database: this.#path(name), connect, isCopy });
    this.#prepare(app);
    app.site = makeSite(app, pages);
    const getAddress = (of: string): PeerAddress | undefined => {
      const found = this.nodes.find((each) => each.name === of);
      return found && { host: '127.0.0.1', port: getPort(found.server) };
    };
    const writer = () => getAddress(this.#writer.name);
    const others = () => this.nodes.filter((each) => each.name !== name).map((each) => getAddress(each.name)!);
    const node = new ClusterNode({
      app,
      sqlite,
      name,
      token: 'secret',
      peers: { writer, peer: getAddress, others },
    });
    const server = openTo(node.answerCommands(listener(app, endpoints))).listen(0, '127.0.0.1');
    const opened = {
      name,
      app,
      sqlite,
      node,
      server,
      get url() {
        return `http://127.0.0.1:${getPort(server)}`;
      },
    };
    this.nodes.push(opened);
    return opened;
  }

  #close(): void {
    for (const { server, node, app } of this.nodes) {
      server.closeAllConnections();
      server.close();
      node.close();
      app.db.close();
    }
  }
}

const getPort = (server: Server): number => (server.address() as AddressInfo).port;

async function isListening(server: Server): Promise<void> {
  if (!server.listening) await once(server, 'listening');
}
