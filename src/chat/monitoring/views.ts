import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { seconds } from '../../kernel/clock.ts';
import { FEATURE_LEVEL, VERSION } from '../../kernel/config.ts';
import { Exposition, type HistogramFigures, label, type Metrics, type RequestKind } from '../../kernel/metrics.ts';
import type { Tracing } from '../../kernel/telemetry/tracing.ts';
import type { Config } from '../../settings/config.ts';
import { readRegistration } from '../notifications/push/registration-rules.ts';
import type { FailingService, ServerStatus } from './types.ts';

/** What each process of a server counts for itself; plain data, which processes send to each other. */
interface ProcessFigures {
  requests: [labels: string, count: number][];
  durations: [kind: RequestKind, histogram: HistogramFigures][];
  /** Of the event loop's delay, in ns: median, 99th percentile and maximum. */
  lag: [number, number, number];
  memory: Record<'rss' | 'heapUsed' | 'heapTotal' | 'external', number>;
  /** Open files and connections; 0 if the system does not say. */
  descriptors: number;
  /** In seconds. */
  cpu: number;
  /** Traced requests by what became of their spans; empty without tracing. */
  spans: [labels: string, count: number][];
}

/** What each process of an organization also counts. */
export interface AppFigures extends ProcessFigures {
  commits: HistogramFigures;
  queues: number;
  polls: number;
  events: number;
  /** Whether the last backup of this process succeeded; null: it made none. */
  backup: boolean | null;
}

/** A copy: others are asked for theirs meanwhile. */
const copyFigures = ({ bounds, counts, sum, count }: HistogramFigures): HistogramFigures => ({
  bounds,
  counts: [...counts],
  sum,
  count,
});

function figuresOfProcess({ requests, durations, lag }: Metrics, tracing?: Tracing): ProcessFigures {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return {
    requests: [...requests],
    durations: [...durations].map(([kind, histogram]) => [kind, copyFigures(histogram)]),
    lag: [lag.percentile(50), lag.percentile(99), lag.max],
    memory: { rss, heapUsed, heapTotal, external },
    descriptors: countDescriptors(),
    cpu: (user + system) / 1e6,
    spans: tracing ? Object.entries(tracing.counts).map(([outcome, count]) => [label('outcome', outcome), count]) : [],
  };
}

export function figuresOfApp(app: App, metrics: Metrics): AppFigures {
  const queues = [...app.queues.all];
  return {
    ...figuresOfProcess(metrics, app.tracing),
    commits: copyFigures(metrics.commits),
    queues: queues.length,
    polls: queues.filter(({ poll }) => poll !== undefined).length,
    events: queues.reduce((all, { events }) => all + events.length, 0),
    backup: app.backups.lastSucceeded ?? null,
  };
}

const addFigures = (one: HistogramFigures, other: HistogramFigures): HistogramFigures => ({
  bounds: one.bounds,
  counts: one.counts.map((count, at) => count + other.counts[at]!),
  sum: one.sum + other.sum,
  count: one.count + other.count,
});

/** The values of both lists, with those of the same key added. */
function addedUp<K, V>(one: [K, V][], other: [K, V][], add: (a: V, b: V) => V): [K, V][] {
  const all = new Map(one);
  for (const [key, value] of other) {
    const before = all.get(key);
    all.set(key, before === undefined ? value : add(before, value));
  }
  return [...all];
}

/** The figures of several processes as those of one: sums, and the longest delays. */
function joinFigures(one: AppFigures, other: AppFigures): AppFigures {
  const sum = (a: number, b: number) => a + b;
  const { rss, heapUsed, heapTotal, external } = other.memory;
  return {
    requests: addedUp(one.requests, other.requests, sum),
    durations: addedUp(one.durations, other.durations, addFigures),
    commits: addFigures(one.commits, other.commits),
    lag: one.lag.map((delay, at) => Math.max(delay, other.lag[at]!)) as ProcessFigures['lag'],
    queues: one.queues + other.queues,
    polls: one.polls + other.polls,
    events: one.events + other.events,
    memory: {
      rss: one.memory.rss + rss,
      heapUsed: one.memory.heapUsed + heapUsed,
      heapTotal: one.memory.heapTotal + heapTotal,
      external: one.memory.external + external,
    },
    descriptors: one.descriptors + other.descriptors,
    cpu: one.cpu + other.cpu,
    spans: addedUp(one.spans, other.spans, sum),
    backup: one.backup ?? other.backup,
  };
}

/** A server of many organizations, as opposed to one of them. */
export interface ServerFigures {
  config: Config;
  metrics: Metrics;
  organizations: number;
  open: number;
}

/** The metrics of a process with many organizations. */
export function serverFigures({ config, metrics, organizations, open }: ServerFigures): Exposition {
  return ofProcess(new Exposition(), figuresOfProcess(metrics), config)
    .gauge('klatch_organizations', 'Organizations of this server.', organizations)
    .gauge('klatch_organizations_open', 'Organizations that are open now.', open);
}

/**
 * All metrics of an organization: only counts, and nothing about individual users. `newestBackup`: when it was
 * created, s; undefined: there is none.
 */
export function figures(app: App, processes: readonly AppFigures[], newestBackup: number | undefined): Exposition {
  const all = processes.reduce(joinFigures);
  const { commits, queues, polls, events } = all;
  const mails = app.mail.counts();
  const people = app.users.active().filter(({ is_bot }) => !is_bot).length;
  const age = newestBackup === undefined ? undefined : seconds(app.clock) - newestBackup;
  return ofBackups(ofNode(app, ofProcess(new Exposition(), all, app.config)), age, all.backup)
    .gauge('klatch_healthy', '1 if /health returns 200, else 0.', makeHealth(app) === 'ok' ? 1 : 0)
    .gauge('klatch_event_queues', 'Open event queues; each client has one.', queues)
    .gauge('klatch_polls_waiting', 'Requests held until something happens.', polls)
    .gauge('klatch_events_waiting', 'Events not yet fetched.', events)
    .gauge('klatch_people_active', 'Accounts of people that are not deactivated.', people)
    .gauge(
      'klatch_newest_message_id',
      'The newest message ID; it rises by one with each message.',
      app.messages.lastId(),
    )
    .gauge('klatch_mails_waiting', 'Queued mail.', mails?.waiting ?? 0)
    .gauge('klatch_mails_failed', 'Failed mail.', mails?.failed ?? 0)
    .histograms('klatch_commit_seconds', 'Duration of database commits.', [['', commits]])
    .gauges('klatch_database_bytes', 'Size of the database file and of its write-ahead log.', [
      ['file="klatch.db"', getSize(app, 'klatch.db')],
      ['file="klatch.db-wal"', getSize(app, 'klatch.db-wal')],
    ])
    .gauge('klatch_disk_free_bytes', 'Free space on the disk of the data folder.', app.disk.freeBytes())
    .gauge('klatch_processes', 'Processes that serve this organization.', processes.length);
}

/** Whether /metrics exists. Metrics may also be collected only for --otlp-endpoint. */
export const servesMetrics = ({ choices: { metrics, metricsToken } }: Config): boolean =>
  metrics || metricsToken !== undefined;

/** What every server has. */
function ofProcess(exposition: Exposition, figures: ProcessFigures, config: Config): Exposition {
  const { requests, durations, lag, memory, descriptors, cpu, spans } = figures;
  const { rss, heapUsed, heapTotal, external } = memory;
  const ns = 1e9;
  return exposition
    .gauge('klatch_info', 'The version of this server.', 1, `version="${VERSION}",feature_level="${FEATURE_LEVEL}"`)
    .counters('klatch_http_requests_total', 'Answered requests.', requests)
    .histograms(
      'klatch_http_request_seconds',
      'Duration of requests by kind; a poll waits until something happens.',
      durations.map(([kind, histogram]) => [label('kind', kind), histogram]),
    )
    .gauges('klatch_event_loop_lag_seconds', 'Event-loop delay.', [
      ['of="median"', lag[0] / ns],
      ['of="percentile_99"', lag[1] / ns],
      ['of="maximum"', lag[2] / ns],
    ])
    .gauges(
      'klatch_certificate_remaining_seconds',
      'Time until a certificate of this server expires.',
      config.certificates().map(({ name, until }) => [label('name', name), (until - Date.now()) / 1000]),
    )
    .gauges('klatch_memory_bytes', 'Memory of the process and of the JavaScript heap.', [
      ['of="process"', rss],
      ['of="heap"', heapTotal],
      ['of="heap_used"', heapUsed],
      ['of="external"', external],
    ])
    .gauge('process_open_fds', 'Open files and connections.', descriptors)
    .counters('klatch_spans_total', 'Spans of traced requests that were sent, or dropped.', spans)
    .counters('process_cpu_seconds_total', 'CPU time.', [['', cpu]])
    .gauge('process_resident_memory_bytes', 'Resident memory.', rss)
    .gauge(
      'process_start_time_seconds',
      'When it started, in seconds since 1970.',
      Date.now() / 1000 - process.uptime(),
    );
}

function ofBackups(exposition: Exposition, age: number | undefined, succeeded: boolean | null): Exposition {
  return exposition
    .gauges(
      'klatch_backup_age_seconds',
      'Age of the newest backup in the folder for backups.',
      age === undefined ? [] : [['', age]],
    )
    .gauges(
      'klatch_backup_succeeded',
      '1 if the last backup of the running server succeeded, else 0.',
      succeeded === null ? [] : [['', succeeded ? 1 : 0]],
    );
}

/** What only a server of several processes has. */
function ofNode({ node }: App, exposition: Exposition): Exposition {
  if (!node) return exposition;
  return exposition
    .gauge('klatch_node_writes', '1 if this node writes, 0 if it follows.', node.isFollower ? 0 : 1)
    .gauge(
      'klatch_node_turn',
      'The last turn in the copy of this node; the difference is how far others lag.',
      node.turn,
    )
    .gauge(
      'klatch_node_unconfirmed_seconds',
      'How long the oldest change waits until a majority of the machines has it.',
      node.unconfirmedFor / 1000,
    );
}

function getSize({ config }: App, name: string): number {
  try {
    return statSync(join(config.dataDir, name)).size;
  } catch {
    return 0;
  }
}

/** The list of the process's descriptors exists on Linux and macOS. */
function countDescriptors(): number {
  try {
    return readdirSync('/dev/fd').length;
  } catch {
    return 0;
  }
}

/** `newestBackup`: when it was created, s; undefined: there is none. */
export const serverStatus = (app: App, newestBackup: number | undefined): ServerStatus => ({
  version: VERSION,
  last_backup: newestBackup ?? null,
  last_backup_succeeded: app.backups.lastSucceeded ?? null,
  backup_interval: app.config.choices.backupEvery ?? null,
  disk: (!app.config.isHosted && app.disk.space()) || null,
  database_bytes: getSize(app, 'klatch.db') + getSize(app, 'klatch.db-wal'),
  uploads_bytes: app.attachments.spaceUsed()!,
  failing: failingServices(app),
});

function failingServices(app: App): FailingService[] {
  const { mailDelivery, mailListening, mailbox } = app.memory;
  const fails: Record<FailingService, boolean> = {
    outgoing_mail: mailDelivery.last?.reason !== undefined,
    received_mail: [mailListening.failure, mailbox.failure].some((reason) => reason !== undefined) || mailbox.stuck > 0,
    // Its service stops delivering if it gets no facts about the organization.
    mobile_notifications: readRegistration(app)?.failure != null,
  };
  return (Object.keys(fails) as FailingService[]).filter((name) => fails[name]);
}

export type Health = 'ok' | 'stopping' | 'cut off' | 'disk full' | 'database does not answer';

/** Whether the server works. Everyone can read it, so it contains nothing else. */
export function makeHealth(app: App): Health {
  if (app.stopping) return 'stopping';
  if (app.node?.isCutOff) return 'cut off';
  if (app.disk.isFull) return 'disk full';
  try {
    app.db.pragma('user_version');
    return 'ok';
  } catch {
    return 'database does not answer';
  }
}

/** Which process answers, and what it does, in a server of several; see docs/cluster.md. */
export function findNode({ node }: App): { node: string; role: 'writer' | 'follower' } | undefined {
  return node && { node: node.name, role: node.isFollower ? 'follower' : 'writer' };
}
