import { type Static, Type } from 'typebox';
import { type Engine, EngineMisconfigured, EngineUnavailable } from '../../kernel/cluster/engine/engine.ts';
import { Maybe, Nullable } from '../../kernel/http/schema.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { type CommandOptions, configure } from '../../server/configuration.ts';
import { work } from '../declaration/command.ts';

/** How long the servers of the engine may take to answer, ms. */
const TIME_LIMIT = 10_000;

const Node = Type.Object({
  name: Type.String(),
  role: Type.String(),
  position: Type.Integer(),
  version: Type.String(),
  startedAt: Type.Integer(),
  url: Type.String(),
  /** Entries of the log that are not in its copy yet. */
  lag: Type.Integer(),
});

const NatsServer = Type.Object({
  name: Type.String(),
  version: Type.String(),
  isReachable: Type.Boolean(),
  isLeader: Maybe(Type.Boolean()),
  isCurrent: Type.Boolean(),
  isDurable: Type.Boolean(),
});

/** What `klatch cluster status` prints. */
const ClusterStatus = Type.Object({
  /** The node that has the lease; null: nobody writes. */
  writer: Nullable(Type.String()),
  nodes: Type.Array(Node),
  servers: Type.Array(NatsServer),
  log: Type.Object({ first: Type.Integer(), last: Type.Integer() }),
  snapshot: Nullable(Type.Object({ position: Type.Integer(), bytes: Type.Integer() })),
  /** What is wrong; empty: all is well. */
  problems: Type.Array(Type.String()),
});
export type ClusterStatus = Static<typeof ClusterStatus>;

interface StatusOptions extends CommandOptions {
  /** How many nodes must run; default: as many as there are NATS servers. */
  nodes?: number | undefined;
}

export const status = work({
  result: ClusterStatus,
  async run(options: StatusOptions) {
    const { cluster } = (await configure(options)).choices;
    if (cluster === undefined) throw new Failure(EXIT.usage, 'Name the NATS servers with --cluster, as the nodes do');
    const { openNats } = await import('../../kernel/cluster/engine/nats/open.ts');
    let engine: Engine | undefined;
    try {
      engine = await openNats({ url: cluster, node: 'klatch-cluster-status', timeLimit: TIME_LIMIT });
      return await readStatus(engine, options.nodes);
    } catch (error) {
      const isExplained = error instanceof EngineUnavailable || error instanceof EngineMisconfigured;
      throw isExplained ? new Failure(EXIT.unreachable, error.message) : error;
    } finally {
      await engine?.close();
    }
  },
  print: (found) => console.log(formatStatus(found)),
  exitCode: ({ problems }) => (problems.length > 0 ? EXIT.unreachable : 0),
});

/** Collects the status of a cluster in which `expected` nodes must run. Throws EngineUnavailable. */
async function readStatus(engine: Engine, expected?: number): Promise<ClusterStatus> {
  const [nodes, servers, log, holder, snapshot] = await Promise.all([
    engine.nodes.list(),
    engine.servers(),
    engine.log.bounds(),
    engine.lease.holder(),
    engine.snapshots.newest(),
  ]);
  const writer = nodes.find(({ name, role }) => name === holder?.node && role === 'writer')?.name ?? null;
  // Nodes that ended are in no list: only the operator knows how many there should be.
  const wanted = expected ?? servers.length;
  const running = nodes.filter(({ role }) => role !== 'leaving').length;
  const problems = [
    ...(writer === null ? ['no node writes'] : []),
    ...(running < wanted ? [`${running} of ${wanted} nodes run`] : []),
    ...(running < 2 ? ['no other node could take over'] : []),
    ...servers.filter(({ isReachable }) => !isReachable).map(({ name }) => `the NATS server ${name} does not answer`),
    ...servers
      .filter(({ isReachable, isCurrent }) => isReachable && !isCurrent)
      .map(({ name }) => `the NATS server ${name} does not have all of the log yet`),
    ...servers
      .filter(({ isReachable, isDurable }) => isReachable && !isDurable)
      .map(({ name }) => `the NATS server ${name} confirms before the data is on disk`),
  ];
  return {
    writer,
    nodes: nodes.map((node) => ({ ...node, lag: Math.max(0, log.last - node.position) })),
    servers,
    log,
    snapshot: snapshot ? { position: snapshot.position, bytes: snapshot.bytes } : null,
    problems,
  };
}

function formatStatus({ nodes, servers, log, snapshot, problems }: ClusterStatus): string {
  const since = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  const rows = [
    ['NODE', 'ROLE', 'POSITION', 'LAG', 'VERSION', 'SINCE (UTC)', 'ADDRESS'],
    ...nodes.map(({ name, role, position, lag, version, startedAt, url }) => [
      name,
      role,
      String(position),
      String(lag),
      version,
      since(startedAt),
      url,
    ]),
  ];
  const serverRows = [
    ['NATS SERVER', 'STATE', 'VERSION'],
    ...servers.map(({ name, version, isReachable, isLeader, isCurrent }) => [
      name,
      !isReachable ? 'does not answer' : isLeader ? 'leader' : isCurrent ? 'current' : 'behind',
      version,
    ]),
  ];
  const kept = snapshot ? `snapshot at ${snapshot.position} (${Math.ceil(snapshot.bytes / 1e6)} MB)` : 'no snapshot';
  return [
    ...alignRows(rows),
    '',
    ...alignRows(serverRows),
    '',
    `Log: entries ${log.first} to ${log.last}; ${kept}`,
    problems.length === 0 ? 'All is well.' : `Problems: ${problems.join('; ')}.`,
  ].join('\n');
}

function alignRows(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}
