import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NatsServer, NatsServers, type NatsServersOptions } from '../../src/cli/cluster/nats-servers.ts';
import type { Engine, EngineServer } from '../../src/kernel/cluster/engine/engine.ts';
import type { NatsOptions } from '../../src/kernel/cluster/engine/nats/connection.ts';
import { openNats } from '../../src/kernel/cluster/engine/nats/open.ts';
import { LoopbackProxy } from './loopback-proxy.ts';
import { waitUntil } from './until.ts';

/** Far longer than an election takes on a busy machine, ms. */
const READY_TIMEOUT = 90_000;

/** NATS servers for tests, and engines on them. `npm run test:cluster` says which program to use. */
export class NatsCluster {
  readonly nats: NatsServers;
  readonly #folder: string;
  readonly #names = new WeakMap<Engine, string>();
  readonly #opened = new Set<Engine>();
  readonly #proxies = new Set<LoopbackProxy>();

  private constructor(nats: NatsServers, folder: string) {
    this.nats = nats;
    this.#folder = folder;
  }

  static async start(options: Partial<NatsServersOptions> = {}): Promise<NatsCluster> {
    const program = process.env.KLATCH_NATS_SERVER;
    assert(program, 'Run this test with npm run test:cluster.');
    const folder = mkdtempSync(join(tmpdir(), 'klatch-nats-'));
    return new NatsCluster(await NatsServers.start({ folder, program, ...options }), folder);
  }

  /** A node of a new, empty Klatch cluster, or of the cluster of `other`. */
  async open(node: string, other?: Engine, options: Partial<NatsOptions> = {}): Promise<Engine> {
    const name = (other && this.#names.get(other)) ?? `t${randomUUID().slice(0, 8)}`;
    const { url = this.nats.url, ...more } = options;
    const separator = url.includes('?') ? '&' : '?';
    const engine = await openNats({ url: `${url}${separator}name=${name}`, node, ...more });
    this.#names.set(engine, name);
    this.#opened.add(engine);
    return engine;
  }

  /** Waits until the servers have a leader, however long that takes on a busy machine. */
  async ready(): Promise<void> {
    await this.close(await this.open('first', undefined, { timeLimit: READY_TIMEOUT }));
  }

  /** The same, with a network that can be cut between this node and all servers. */
  async openBehindProxies(node: string, other?: Engine): Promise<{ engine: Engine; cut(): void; heal(): void }> {
    const { url, cut, heal } = await this.proxied();
    return { engine: await this.open(node, other, { url }), cut, heal };
  }

  /** A URL of all servers, through a network that can be cut. */
  async proxied(): Promise<{ url: string; cut(): void; heal(): void }> {
    const proxies = await Promise.all(this.nats.servers.map(({ port }) => LoopbackProxy.to(port)));
    for (const proxy of proxies) this.#proxies.add(proxy);
    const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const each = (what: 'cut' | 'heal') => () => proxies.forEach((proxy) => proxy[what]());
    return { url: this.nats.url.replace(/@.*/, `@${hosts}`), cut: each('cut'), heal: each('heal') };
  }

  /** The stream of the log of a node's cluster. */
  getLog(engine: Engine): string {
    return `${this.#names.get(engine)}-log`;
  }

  /** The server that leads the log of a node's cluster. */
  async getLeader(engine: Engine): Promise<NatsServer> {
    let name: string | undefined;
    await waitUntil(async () => (name = (await engine.servers()).find(({ isLeader }) => isLeader)?.name));
    return this.nats.server(name!);
  }

  /** Waits until every server has all of the log. */
  async allCurrent(engine: Engine): Promise<void> {
    let found: EngineServer[] | string = [];
    const areCurrent = async () => {
      found = await engine.servers().catch(String);
      return typeof found !== 'string' && found.filter((each) => each.isReachable && each.isCurrent).length === 3;
    };
    await waitUntil(areCurrent, () => `all servers are current: ${JSON.stringify(found)}`);
  }

  async close(engine: Engine): Promise<void> {
    this.#opened.delete(engine);
    await engine.close();
  }

  async end(): Promise<void> {
    for (const engine of this.#opened) await engine.close();
    for (const proxy of this.#proxies) await proxy.close();
    await this.nats.stop();
    rmSync(this.#folder, { recursive: true });
  }
}
