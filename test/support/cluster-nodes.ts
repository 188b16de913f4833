import { after } from 'node:test';
import type { ClusterStatus } from '../../src/cli/cluster/status.ts';
import { NatsCluster } from './nats-cluster.ts';
import { freePort } from './port.ts';
import { type RunningServer, runKlatch, startServer, temporaryFolder } from './process.ts';
import { waitUntil } from './until.ts';

/** A node as its operator runs it: with a data folder of its own, and the same addresses at every start. */
export interface NodeProcess {
  name: string;
  data: string;
  server: RunningServer;
  url: string;
  peerPort: number;
}

/** Real nodes, each in its own process, on real NATS servers. */
export class ClusterNodes {
  readonly nats: NatsCluster;
  readonly nodes: NodeProcess[] = [];
  /** The folder of files that the nodes share. */
  readonly files = temporaryFolder();
  /** The URL of the NATS servers, for `--cluster`. */
  readonly url: string;

  private constructor(nats: NatsCluster) {
    this.nats = nats;
    this.url = nats.nats.url;
  }

  /** Starts the NATS servers, and this many nodes. */
  static async start(count = 3): Promise<ClusterNodes> {
    const nats = await NatsCluster.start();
    const cluster = new ClusterNodes(nats);
    after(() => cluster.#end());
    await nats.ready();
    for (let at = 1; at <= count; at++) await cluster.add(`node${at}`);
    return cluster;
  }

  /** Adds a node. `url`: how it reaches the NATS servers, if not directly. */
  async add(name: string, url = this.url, data = temporaryFolder()): Promise<NodeProcess> {
    const [port, peerPort] = [await freePort(), await freePort()];
    const node = { name, data, url: `http://127.0.0.1:${port}`, peerPort } as NodeProcess;
    this.nodes.push(node);
    await this.restart(node, url);
    return node;
  }

  /** Starts a node that ended, with its folder and its addresses. */
  async restart(node: NodeProcess, url = this.url, main?: string): Promise<void> {
    const listen = ['--listen', new URL(node.url).host, '--node-listen', `127.0.0.1:${node.peerPort}`];
    const args = ['serve', '--data', node.data, '--node', node.name, '--files', this.files, ...listen];
    const more = { env: { KLATCH_CLUSTER: url, KLATCH_METRICS: 'on' }, ...(main && { main }) };
    node.server = await startServer([...args, '--rate-limits', 'off'], more);
  }

  async status(): Promise<ClusterStatus> {
    const { stdout, stderr } = await runKlatch(['cluster', 'status', '--json'], { env: { KLATCH_CLUSTER: this.url } });
    if (!stdout) throw new Error(stderr);
    return JSON.parse(stdout);
  }

  /** Waits until a node writes that is not this one, and returns it. */
  async writer(not?: NodeProcess): Promise<NodeProcess> {
    let found: NodeProcess | undefined;
    await waitUntil(async () => {
      const { writer } = await this.status();
      found = this.nodes.find(({ name }) => name === writer && name !== not?.name);
      return found;
    });
    return found!;
  }

  async #end(): Promise<void> {
    for (const { server } of this.nodes) await server.stop('SIGKILL');
    await this.nats.end();
  }
}
