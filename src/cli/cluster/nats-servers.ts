import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const SERVERS = 3;
/** The first version with what the engine needs. */
const OLDEST = [2, 12] as const;

/** The version of a `nats-server` program, or undefined if there is none, or if it is too old. */
export function natsVersion(program: string): string | undefined {
  const { stdout, status } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const version = status === 0 ? /v(\d+)\.(\d+)\.\S+/.exec(stdout) : undefined;
  if (!version) return undefined;
  const [major, minor] = [Number(version[1]), Number(version[2])];
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]) ? version[0] : undefined;
}

export interface NatsServersOptions {
  /** For their configuration, logs and data. It must exist. */
  folder: string;
  program?: string;
  servers?: number;
  /** The text of their common configuration file, for these ports of the cluster and this password of all accounts. */
  configuration?: (routes: readonly number[], password: string) => string;
}

/** NATS servers on loopback, as `klatch cluster try` and the tests start them. */
export class NatsServers {
  /** For `--cluster`. */
  readonly url: string;
  readonly servers: readonly NatsServer[];

  private constructor(url: string, servers: readonly NatsServer[]) {
    this.url = url;
    this.servers = servers;
  }

  /** Starts the servers, and returns without waiting until they have found each other. */
  static async start(options: NatsServersOptions): Promise<NatsServers> {
    const { folder, program = 'nats-server', servers: count = SERVERS, configuration = safeConfiguration } = options;
    const ports = await freePorts(2 * count);
    const routes = ports.slice(count);
    const password = randomBytes(12).toString('hex');
    const file = join(folder, 'nats-server.conf');
    writeFileSync(file, configuration(routes, password), { mode: 0o600 });
    const servers = routes.map((route, at) => {
      const name = `nats-${at + 1}`;
      return new NatsServer({ name, program, file, folder: join(folder, name), port: ports[at]!, route });
    });
    for (const server of servers) server.start();
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`);
    return new NatsServers(`nats://klatch:${password}@${hosts.join(',')}`, servers);
  }

  server(name: string): NatsServer {
    const server = this.servers.find((other) => other.name === name);
    if (!server) throw new Error(`There is no NATS server ${name}.`);
    return server;
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
  }
}

/** One server, which can be ended, stopped for a while, and started again with its data. */
export class NatsServer {
  readonly name: string;
  readonly port: number;
  readonly #options: ServerOptions;
  #process: ChildProcess | undefined;

  constructor(options: ServerOptions) {
    this.name = options.name;
    this.port = options.port;
    this.#options = options;
    mkdirSync(options.folder);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get #isRunning(): boolean {
    return this.pid !== undefined && this.#process!.exitCode === null && this.#process!.signalCode === null;
  }

  /** Starts it, if it does not run. */
  start(): void {
    if (this.#isRunning) return;
    const { program, file, folder, route } = this.#options;
    const log = openSync(join(folder, 'log'), 'a');
    const addresses = [
      '--addr',
      '127.0.0.1',
      '--port',
      `${this.port}`,
      '--cluster_listen',
      `nats://127.0.0.1:${route}`,
    ];
    const args = ['--config', file, '--name', this.name, '--store_dir', join(folder, 'data'), ...addresses];
    this.#process = spawn(program, args, { stdio: ['ignore', log, log] });
    closeSync(log);
    // Ended by a test, or by `stop`. If the program cannot be started, nobody can connect, which others report.
    this.#process.on('error', () => {});
  }

  /** Ends the server without letting it finish anything. Its data stays. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    this.resume();
    await this.#end('SIGTERM');
  }

  /** Until `resume`, the server does nothing, and its connections stay open. */
  suspend(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#isRunning) return;
    const exited = once(this.#process!, 'exit');
    this.#process!.kill(signal);
    await exited;
    this.#process = undefined;
  }
}

interface ServerOptions {
  name: string;
  program: string;
  /** Its configuration file. */
  file: string;
  folder: string;
  port: number;
  /** The port for the other servers. */
  route: number;
}

/** The essence of docs/nats-server.conf. */
export function safeConfiguration(routes: readonly number[], password: string): string {
  const urls = routes.map((port) => `"nats://routes:${password}@127.0.0.1:${port}"`);
  return `jetstream { sync_interval: always }
cluster {
  name: klatch
  authorization { user: routes, password: "${password}" }
  routes: [${urls.join(', ')}]
}
accounts {
  SYS {
    users: [{ user: admin, password: "${password}" }]
    exports: [{ service: "$SYS.REQ.SERVER.PING.JSZ", response: stream, accounts: [KLATCH] }]
  }
  KLATCH {
    jetstream: enabled
    users: [{ user: klatch, password: "${password}" }]
    imports: [{ service: { account: SYS, subject: "$SYS.REQ.SERVER.PING.JSZ" } }]
  }
}
system_account: SYS
`;
}

/** Ports that are free now, all at the same time. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
