import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import { EngineMisconfigured, EngineUnavailable } from '../engine.ts';

type Packages = typeof import('./packages.ts');

export interface NatsOptions {
  /**
   * The servers, separated by commas: `nats://USER:PASSWORD@HOST:PORT,HOST:PORT`, or `tls://…`. These parameters may
   * follow a question mark: `credentials`, `ca`, `cert` and `key` are paths of files, `name` replaces `klatch` in the
   * names of streams and subjects.
   */
  readonly url: string;
  /** The name of this node. */
  readonly node: string;
  /** How long an operation may take before it throws EngineUnavailable, in ms. */
  readonly timeLimit?: number;
  /** Receives what an operator should know, such as a server that does not answer. */
  readonly warn?: (message: string) => void;
}

/** What all parts of the engine share. */
export interface Context {
  readonly packages: Packages;
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly node: string;
  readonly names: Names;
  /** Distinguishes this engine from all others, also from an earlier one of the same node. */
  readonly instance: string;
  readonly timeLimit: number;
  /** The largest data of a message, in bytes. All servers should have the same limit. */
  readonly maxData: number;
}

/** The names of streams and subjects. */
export interface Names {
  readonly logStream: string;
  readonly log: string;
  /** The servers publish stored entries here. */
  readonly stored: string;
  readonly stateStream: string;
  readonly state: string;
  readonly lease: string;
  readonly snapshots: string;
  /** The servers publish stored states here. */
  readonly changed: string;
  readonly filesStream: string;
  readonly files: string;
  readonly nodes: string;
}

/** One attempt of an operation, in ms. A leader that dies does not answer, so a later attempt goes to the next one. */
export const ATTEMPT = 2_000;
/** Between two attempts. */
export const PAUSE = 100;
/** An election among the servers takes up to nine seconds. */
const TIME_LIMIT = 15_000;
/** What headers need of the largest message, in bytes. */
const HEADERS = 1024;
const CONNECT_TIMEOUT = 5_000;
/** A server that does not answer three pings is left for another one. */
const PING_INTERVAL = 1_000;
const PINGS = 3;
const RECONNECT_PAUSE = 100;
const PARAMETERS = ['credentials', 'ca', 'cert', 'key', 'name'] as const;
const NAME = /^[A-Za-z0-9_-]{1,32}$/;

/** Errors that do not pass by themselves, and what to do about them. */
const WRONG_SETTINGS: readonly (readonly [RegExp, string])[] = [
  [/doesn't exist/, 'A file that the URL names does not exist.'],
  [/authorization|authentication/i, 'The NATS servers reject the user and password, or the credentials file.'],
  [
    /certificate|altnames/i,
    'The certificate of a NATS server is not accepted. Name its authority with "ca" in the URL.',
  ],
  [
    /not available on this server|does not support 'tls'/,
    'The NATS servers do not use TLS. Write nats:// instead of tls://.',
  ],
];

interface Target {
  servers: string[];
  isEncrypted: boolean;
  user?: string;
  pass?: string;
  parameters: Partial<Record<(typeof PARAMETERS)[number], string>>;
}

/** Takes the URL of several servers apart. Throws EngineMisconfigured. */
export function parseUrl(url: string): Target {
  const match = /^(nats|tls):\/\/(?:([^@/?]*)@)?([^@/?]+)\/?(?:\?(.*))?$/.exec(url);
  if (!match) throw new EngineMisconfigured('Write the servers as nats://USER:PASSWORD@HOST:PORT,HOST:PORT,HOST:PORT.');
  const [, scheme, account, hosts, query] = match;
  const [user, pass] = (account ?? '').split(':').map(decodeURIComponent);
  const parameters = Object.fromEntries(new URLSearchParams(query));
  const unknown = Object.keys(parameters).find((name) => !(PARAMETERS as readonly string[]).includes(name));
  if (unknown)
    throw new EngineMisconfigured(`The URL has the parameter ${unknown}, but only ${PARAMETERS.join(', ')} exist.`);
  if (parameters.name !== undefined && !NAME.test(parameters.name))
    throw new EngineMisconfigured('The parameter name may have 32 letters, digits, hyphens and underscores.');
  const servers = hosts!.split(',').map((host) => host.trim());
  return { servers, isEncrypted: scheme === 'tls', ...(user && { user, pass: pass ?? '' }), parameters };
}

export function namesFor(name = 'klatch'): Names {
  return {
    logStream: `${name}-log`,
    log: `${name}.log`,
    stored: `${name}.stored`,
    stateStream: `${name}-state`,
    state: `${name}.state`,
    lease: `${name}.state.lease`,
    snapshots: `${name}.state.snapshots`,
    changed: `${name}.changed`,
    filesStream: `${name}-files`,
    files: `${name}.files`,
    nodes: `${name}.nodes`,
  };
}

/** Connects to any of the servers. Throws EngineUnavailable, or EngineMisconfigured if they reject the account. */
export async function connectToNats({ url, node, timeLimit = TIME_LIMIT }: NatsOptions): Promise<Context> {
  const packages = await import('#nats');
  const target = parseUrl(url);
  const connection = await connect(packages, { target, node, timeLimit });
  const js = packages.jetstream(connection, { timeout: ATTEMPT });
  const jsm = await packages.jetstreamManager(connection, { timeout: ATTEMPT, checkAPI: false });
  const instance = randomBytes(12).toString('base64url');
  const names = namesFor(target.parameters.name);
  const maxData = connection.info!.max_payload - HEADERS;
  return { packages, connection, js, jsm, node, names, instance, timeLimit, maxData };
}

async function connect(
  packages: Packages,
  { target, node, timeLimit }: { target: Target; node: string; timeLimit: number },
): Promise<NatsConnection> {
  const { servers, user, pass } = target;
  const options: NodeConnectionOptions = {
    name: `klatch ${node}`,
    servers,
    ...(user && { user, pass }),
    ...tlsOptions(target),
    timeout: CONNECT_TIMEOUT,
    pingInterval: PING_INTERVAL,
    maxPingOut: PINGS,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    // The URL has all servers. What they call each other may not be reachable from here.
    ignoreClusterUpdates: true,
    reconnectTimeWait: RECONNECT_PAUSE,
    noAsyncTraces: true,
  };
  const { credentials } = target.parameters;
  if (credentials) options.authenticator = packages.credsAuthenticator(readFileSync(credentials));
  for (const end = performance.now() + timeLimit; ; await pause(PAUSE)) {
    try {
      return await packages.connect(options);
    } catch (cause) {
      const { message } = cause as Error;
      const wrong = WRONG_SETTINGS.find(([pattern]) => pattern.test(message));
      if (wrong) throw new EngineMisconfigured(`${wrong[1]} (${message})`, { cause });
      // The servers may start together with this process.
      if (performance.now() > end)
        throw new EngineUnavailable(`None of the NATS servers ${servers.join(', ')} can be reached: ${message}`, {
          cause,
        });
    }
  }
}

function tlsOptions({ isEncrypted, parameters: { ca, cert, key } }: Target): Pick<NodeConnectionOptions, 'tls'> {
  if (!isEncrypted && !ca && !cert) return {};
  return { tls: { ...(ca && { caFile: ca }), ...(cert && { certFile: cert }), ...(key && { keyFile: key }) } };
}

/** An error that says which operation failed. */
export function unavailable(what: string, cause: unknown): EngineUnavailable {
  if (cause instanceof EngineUnavailable) return cause;
  return new EngineUnavailable(`${what}: ${cause instanceof Error ? cause.message : cause}`, { cause });
}

/**
 * Repeats an operation that may be repeated until it succeeds. Throws EngineUnavailable after the time limit, or at
 * once if the connection was closed.
 */
export async function retryAttempt<T>(
  { connection, timeLimit }: Context,
  what: string,
  attempt: () => Promise<T>,
): Promise<T> {
  for (const end = performance.now() + timeLimit; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (connection.isClosed() || performance.now() > end) throw unavailable(what, error);
    }
    await pause(PAUSE);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
