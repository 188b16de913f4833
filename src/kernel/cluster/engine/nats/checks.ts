import { EngineMisconfigured, type EngineServer, EngineUnavailable } from '../engine.ts';
import { type Context, PAUSE, pause, unavailable } from './connection.ts';
import { REPLICAS } from './streams.ts';

/** Answers with the settings of every server. Only the system account has it, and exports it to Klatch's account. */
const SETTINGS = '$SYS.REQ.SERVER.PING.JSZ';
/** Servers on one network answer within a few milliseconds. */
const ANSWER_TIME = 1_000;
/** The first version that stores several messages atomically. */
const OLDEST = [2, 12] as const;

interface Peer {
  name: string;
  offline?: boolean;
}

/** What a server says about itself, as far as Klatch uses it. */
interface Settings {
  server: { name: string; ver: string };
  data: {
    disabled?: boolean;
    config?: { sync_always?: boolean };
    meta_cluster?: { leader?: string; cluster_size?: number; replicas?: Peer[] };
  };
}

/**
 * Throws EngineMisconfigured unless all servers that answer are recent enough and sync each entry before they confirm
 * it. Warns of servers that do not answer: they are checked when they are back.
 */
export async function checkServers(context: Context, warn: (message: string) => void): Promise<void> {
  const { servers, size } = await waitForServers(context);
  if (size < REPLICAS)
    throw new EngineMisconfigured(
      `The NATS cluster has ${size} ${size === 1 ? 'server' : 'servers'}, but Klatch needs ${REPLICAS}. ` +
        'Name all of them in "routes" of the block "cluster" of each, and restart them.',
    );
  for (const server of servers.filter(({ isReachable }) => isReachable)) requireSafe(server);
  const missing = servers.filter(({ isReachable }) => !isReachable).map(({ name }) => name);
  if (missing.length > 0) warn(`NATS servers that do not answer, and were not checked: ${missing.join(', ')}`);
}

function requireSafe({ name, version, isDurable }: EngineServer): void {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const isRecent = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  if (!isRecent)
    throw new EngineMisconfigured(
      `The NATS server ${name} has version ${version}. Update it to ${OLDEST.join('.')} or newer.`,
    );
  if (!isDurable)
    throw new EngineMisconfigured(
      `The NATS server ${name} confirms messages before they are on disk, so a loss of power could lose them. ` +
        'Write "sync_interval: always" into the block "jetstream" of its configuration, and restart it.',
    );
}

/**
 * The servers when enough of them have found each other and a majority answers, which takes a few seconds after their
 * start: of three, two may be a cluster for a moment.
 */
async function waitForServers(context: Context): Promise<{ servers: EngineServer[]; size: number }> {
  for (const end = performance.now() + context.timeLimit; ; await pause(PAUSE)) {
    const { servers, size, leader } = await askServers(context);
    const isOver = performance.now() > end;
    const isReady = leader && servers.filter(({ isReachable }) => isReachable).length > size / 2;
    if (isReady && (size >= REPLICAS || isOver)) return { servers, size };
    if (isOver)
      throw new EngineUnavailable(
        leader
          ? `Only ${servers.map(({ name }) => name).join(', ')} of ${size} NATS servers answer.`
          : 'The NATS servers have no leader. At least two of three must run and reach each other.',
      );
  }
}

/** All servers of the cluster, also those that do not answer. */
export async function listServers(context: Context): Promise<EngineServer[]> {
  const [{ servers }, log] = await Promise.all([
    askServers(context),
    context.jsm.streams.info(context.names.logStream).catch(() => undefined),
  ]);
  const { leader, replicas = [] } = log?.cluster ?? {};
  const isCurrent = (name: string): boolean =>
    name === leader || replicas.some((replica) => replica.name === name && replica.current && !replica.lag);
  return servers.map((server) => {
    return { ...server, isLeader: server.name === leader, isCurrent: isCurrent(server.name) };
  });
}

async function askServers(context: Context): Promise<{ servers: EngineServer[]; size: number; leader?: string }> {
  const answers = await collect(context);
  const clusters = answers.map(({ data }) => data.meta_cluster ?? {});
  const withLeader = clusters.find(({ leader }) => leader);
  const known = new Map<string, EngineServer>();
  for (const peer of clusters.flatMap(({ replicas = [] }) => replicas))
    known.set(peer.name, { name: peer.name, version: '', isDurable: false, isReachable: false, isCurrent: false });
  for (const { server, data } of answers)
    known.set(server.name, {
      name: server.name,
      version: server.ver,
      isDurable: data.config?.sync_always === true,
      isReachable: true,
      isCurrent: false,
    });
  const servers = [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const size = Math.max(0, ...clusters.map(({ cluster_size = 0 }) => cluster_size)) || answers.length;
  return { servers, size, ...(withLeader?.leader && { leader: withLeader.leader }) };
}

/** The settings of all servers with JetStream that answer in time. */
async function collect({ connection }: Context): Promise<Settings[]> {
  const answers: Settings[] = [];
  try {
    for await (const message of await connection.requestMany(SETTINGS, '', { strategy: 'stall', maxWait: ANSWER_TIME }))
      answers.push(message.json<Settings>());
  } catch (error) {
    if (isWithoutResponder(error)) throw notPermitted();
    throw unavailable('The NATS servers do not answer', error);
  }
  const enabled = answers.filter(({ data }) => !data.disabled);
  if (answers.length > 0 && enabled.length === 0)
    throw new EngineMisconfigured(
      'The NATS servers run without JetStream. Add the block "jetstream" to the configuration of each, and restart them.',
    );
  return enabled;
}

function isWithoutResponder(error: unknown): boolean {
  return error instanceof Error && /no responders|permission/i.test(error.message);
}

function notPermitted(): EngineMisconfigured {
  return new EngineMisconfigured(
    `Klatch's account cannot read the settings of the NATS servers, so it cannot see whether they are safe. ` +
      `Export the service ${SETTINGS} from the system account, and import it into Klatch's. ` +
      'docs/cluster.md has a configuration that does so.',
  );
}
