import { describeCopy, leaveCluster } from '../../kernel/cluster/copy-repository.ts';
import {
  type Announcement,
  type Engine,
  EngineMisconfigured,
  type EngineServer,
  EngineUnavailable,
} from '../../kernel/cluster/engine/engine.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printJson, say } from '../../kernel/terminal/output.ts';
import { type CommandOptions, configure, databaseOf, dataFolder } from '../../server/configuration.ts';
import { lockDataFolder } from '../../server/data-folder.ts';
import { runCommandInServer } from '../connection/run-command.ts';

/** How long the servers of the engine may take to answer, ms. */
const TIME_LIMIT = 10_000;

/** What `klatch cluster status` prints. */
export interface ClusterStatus {
  /** The node that has the lease; null: nobody writes. */
  writer: string | null;
  nodes: (Announcement & { /** Entries of the log that are not in its copy yet. */ lag: number })[];
  servers: EngineServer[];
  log: { first: number; last: number };
  snapshot: { position: number; bytes: number } | null;
  /** What is wrong; empty: all is well. */
  problems: string[];
}

interface StatusOptions extends CommandOptions {
  /** How many nodes must run; default: as many as there are NATS servers. */
  nodes?: number;
}

export async function status(options: StatusOptions): Promise<void> {
  const { cluster } = (await configure(options)).choices;
  if (cluster === undefined) throw new Failure(EXIT.usage, 'Name the NATS servers with --cluster, as the nodes do');
  const { openNats } = await import('../../kernel/cluster/engine/nats/open.ts');
  let engine: Engine | undefined;
  try {
    engine = await openNats({ url: cluster, node: 'klatch-cluster-status', timeLimit: TIME_LIMIT });
    const found = await statusOf(engine, options.nodes);
    if (options.json) printJson(found);
    else console.log(table(found));
    if (found.problems.length > 0) process.exitCode = EXIT.unreachable;
  } catch (error) {
    const isExplained = error instanceof EngineUnavailable || error instanceof EngineMisconfigured;
    throw isExplained ? new Failure(EXIT.unreachable, error.message) : error;
  } finally {
    await engine?.close();
  }
}

/** Collects the status of a cluster in which `expected` nodes must run. Throws EngineUnavailable. */
async function statusOf(engine: Engine, expected?: number): Promise<ClusterStatus> {
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

function table({ nodes, servers, log, snapshot, problems }: ClusterStatus): string {
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
    ...aligned(rows),
    '',
    ...aligned(serverRows),
    '',
    `Log: entries ${log.first} to ${log.last}; ${kept}`,
    problems.length === 0 ? 'All is well.' : `Problems: ${problems.join('; ')}.`,
  ].join('\n');
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}

/** Lets another node write. It runs on any node. */
export async function stepDown(options: CommandOptions): Promise<void> {
  const { node } = await runCommandInServer(options, 'cluster-step-down', {});
  if (options.json) printJson({ node });
  else say(`${node} does not write any more. klatch cluster status shows which node does.`);
}

/** Makes the database of a stopped node one of a server on its own. */
export async function leave(options: CommandOptions): Promise<void> {
  const dataDir = dataFolder(options.data);
  const path = databaseOf(dataDir);
  const giveBack = await lockDataFolder(dataDir);
  try {
    if (describeCopy(path)?.secret === undefined)
      throw new Failure(EXIT.notFound, `There is no database of a cluster in ${dataDir}`);
    leaveCluster(path);
    if (options.json) printJson({ data: dataDir });
    else say(`The database in ${dataDir} belongs to no cluster any more.`);
  } finally {
    giveBack();
  }
}
