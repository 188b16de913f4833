import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { FEATURE_LEVEL, VERSION } from '../../kernel/config.ts';
import { Exposition, type Histogram, type Metrics } from '../../kernel/metrics.ts';
import { healthOf } from './health.ts';

/** What each process of a server counts for itself; plain data, which processes send to each other. */
export interface ProcessFigures {
  requests: [labels: string, count: number][];
  commits: Omit<Histogram, 'add'>;
  /** Of the event loop's delay, in ns: median, 99th percentile and maximum. */
  lag: [number, number, number];
  queues: number;
  polls: number;
  events: number;
  memory: Record<'rss' | 'heapUsed' | 'heapTotal' | 'external', number>;
  /** Open files and connections; 0 if the system does not say. */
  descriptors: number;
  /** In seconds. */
  cpu: number;
}

export function figuresOfProcess(app: App, { requests, commits, lag }: Metrics): ProcessFigures {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const queues = [...app.queues.all];
  const { bounds, counts, sum, count } = commits;
  return {
    requests: [...requests],
    commits: { bounds, counts, sum, count },
    lag: [lag.percentile(50), lag.percentile(99), lag.max],
    queues: queues.length,
    polls: queues.filter(({ poll }) => poll !== undefined).length,
    events: queues.reduce((all, { events }) => all + events.length, 0),
    memory: { rss, heapUsed, heapTotal, external },
    descriptors: countDescriptors(),
    cpu: (user + system) / 1e6,
  };
}

/** The figures of several processes as those of one: sums, and the longest delays. */
function joined(one: ProcessFigures, other: ProcessFigures): ProcessFigures {
  const requests = new Map(one.requests);
  for (const [labels, count] of other.requests) requests.set(labels, (requests.get(labels) ?? 0) + count);
  const { rss, heapUsed, heapTotal, external } = other.memory;
  return {
    requests: [...requests],
    commits: {
      bounds: one.commits.bounds,
      counts: one.commits.counts.map((count, at) => count + other.commits.counts[at]!),
      sum: one.commits.sum + other.commits.sum,
      count: one.commits.count + other.commits.count,
    },
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
  };
}

/** All metrics in Prometheus' format: only counts, and nothing about individual users. */
export function figures(app: App, processes: readonly ProcessFigures[]): string {
  const { requests, commits, lag, queues, polls, events, memory, descriptors, cpu } = processes.reduce(joined);
  const { rss, heapUsed, heapTotal, external } = memory;
  const mails = app.mail.counts();
  const people = app.users.active().filter(({ is_bot }) => !is_bot).length;
  const ns = 1e9;
  return ofNode(app, new Exposition())
    .gauge('klatch_info', 'The version of this server.', 1, `version="${VERSION}",feature_level="${FEATURE_LEVEL}"`)
    .gauge('klatch_healthy', '1 if /health returns 200, else 0.', healthOf(app) === 'ok' ? 1 : 0)
    .counters('klatch_http_requests_total', 'Answered requests.', requests)
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
    .histogram('klatch_commit_seconds', 'Duration of database commits.', commits)
    .gauges('klatch_event_loop_lag_seconds', 'Event-loop delay.', [
      ['of="median"', lag[0] / ns],
      ['of="percentile_99"', lag[1] / ns],
      ['of="maximum"', lag[2] / ns],
    ])
    .gauges('klatch_database_bytes', 'Size of the database file and of its write-ahead log.', [
      ['file="klatch.db"', sizeOf(app, 'klatch.db')],
      ['file="klatch.db-wal"', sizeOf(app, 'klatch.db-wal')],
    ])
    .gauge('klatch_disk_free_bytes', 'Free space on the disk of the data folder.', app.disk.freeBytes())
    .gauges('klatch_memory_bytes', 'Memory of the process and of the JavaScript heap.', [
      ['of="process"', rss],
      ['of="heap"', heapTotal],
      ['of="heap_used"', heapUsed],
      ['of="external"', external],
    ])
    .gauge('klatch_processes', 'Processes that serve this organization.', processes.length)
    .gauge('process_open_fds', 'Open files and connections.', descriptors)
    .counters('process_cpu_seconds_total', 'CPU time.', [['', cpu]])
    .gauge('process_resident_memory_bytes', 'Resident memory.', rss)
    .gauge(
      'process_start_time_seconds',
      'When it started, in seconds since 1970.',
      Date.now() / 1000 - process.uptime(),
    ).text;
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

function sizeOf({ config }: App, name: string): number {
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
