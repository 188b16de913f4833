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
  /** Their configuration, logs and data. It must exist. */
  folder: string;
  program?: string;
  /** Lines for the block `jetstream` of each server, instead of `sync_interval: always`. */
  jetstream?: string;
  /** Whether Klatch's account may read the settings of the servers. */
  exportsSettings?: boolean;
  servers?: number;
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
    const { folder, program = 'nats-server', servers: count = SERVERS } = options;
    const ports = await freePorts(2 * count);
    const password = randomBytes(12).toString('hex');
    const names = Array.from({ length: count }, (_, at) => `nats-${at + 1}`);
    const servers = names.map((name, at) => {
      const own = join(folder, name);
      mkdirSync(own, { recursive: true });
      const [port, route] = [ports[at]!, ports[count + at]!];
      const text = configuration({ ...options, name, port, route, routes: ports.slice(count), password, folder: own });
      writeFileSync(join(own, 'nats.conf'), text, { mode: 0o600 });
      return new NatsServer({ name, program, folder: own, port });
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
  readonly #program: string;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  constructor({ name, program, folder, port }: { name: string; program: string; folder: string; port: number }) {
    this.name = name;
    this.port = port;
    this.#program = program;
    this.#folder = folder;
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
    const log = openSync(join(this.#folder, 'log'), 'a');
    this.#process = spawn(this.#program, ['-c', join(this.#folder, 'nats.conf')], { stdio: ['ignore', log, log] });
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

interface Configuration extends NatsServersOptions {
  name: string;
  port: number;
  route: number;
  routes: readonly number[];
  password: string;
}

/** docs/cluster.md explains the same configuration for three machines. */
function configuration(options: Configuration): string {
  const { name, port, route, routes, password, folder } = options;
  const { jetstream = 'sync_interval: always', exportsSettings = true } = options;
  const service = '"$SYS.REQ.SERVER.PING.JSZ"';
  const exported = exportsSettings ? `exports: [{ service: ${service}, response: stream, accounts: [KLATCH] }]` : '';
  const imported = exportsSettings ? `imports: [{ service: { account: SYS, subject: ${service} } }]` : '';
  const urls = routes.map((other) => `nats://routes:${password}@127.0.0.1:${other}`);
  return `server_name: ${name}
listen: 127.0.0.1:${port}
jetstream {
  store_dir: ${JSON.stringify(join(folder, 'data'))}
  ${jetstream}
}
cluster {
  name: klatch
  listen: 127.0.0.1:${route}
  authorization { user: routes, password: "${password}" }
  routes: [${urls.join(', ')}]
}
accounts {
  SYS { users: [{ user: admin, password: "${password}" }], ${exported} }
  KLATCH { jetstream: enabled, users: [{ user: klatch, password: "${password}" }], ${imported} }
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
