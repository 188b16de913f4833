import type { Server } from 'node:http';
import type { AuditOutputs } from './audit/outputs.ts';
import type { Backups } from './backups/schedule.ts';
import type { Clock } from './clock.ts';
import type { Node } from './cluster/node.ts';
import type { ServerConfig } from './config.ts';
import type { Database } from './db/database.ts';
import type { Descriptors } from './descriptors.ts';
import type { DiskState } from './disk.ts';
import type { EventBus } from './events/bus.ts';
import type { EventQueues } from './events/queues.ts';
import type { savedQueueRepository } from './events/repository.ts';
import type { ImageWorker } from './files/image-worker.ts';
import type { FileStorage } from './files/storage.ts';
import type { FileStore } from './files/store.ts';
import type { ThumbnailStore } from './files/thumbnail-store.ts';
import type { Account, Accounts } from './http/accounts.ts';
import type { CostlyRequests } from './http/costly-requests.ts';
import type { Caller, Endpoint } from './http/endpoint.ts';
import type { RateLimits } from './http/limits.ts';
import type { Pace } from './http/pace.ts';
import type { Site } from './http/site.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Declarations } from './resource.ts';
import type { Tracing } from './telemetry/tracing.ts';

/** The parts of the server that know nothing about chat. `User`: an account as the application knows it. */
export interface Kernel<User extends Account = Account> {
  config: ServerConfig;
  clock: Clock;
  log: Log;
  db: Database;
  disk: DiskState;
  events: EventBus;
  queues: EventQueues;
  savedQueues: ReturnType<typeof savedQueueRepository>;
  limits: RateLimits;
  pace: Pace;
  costlyRequests: CostlyRequests;
  /** Where files and thumbnails are. */
  storage: FileStorage;
  files: FileStore;
  thumbnails: ThumbnailStore;
  imageWorker: ImageWorker;
  backups: Backups;
  descriptors: Descriptors;
  accounts: Accounts<User>;
  /** The endpoints, events, parts of /register and jobs of all resources. */
  declarations: Declarations;
  /** Tests set it to check every reply before it leaves. */
  checkReply?: (endpoint: Endpoint, reply: object) => void;
  /** Where entries of the audit log go besides the database. */
  auditOutputs: AuditOutputs;
  /** Adds what an endpoint declares to the audit log. */
  recordAudit?: (action: object, user: Account | undefined, caller: Caller) => void;
  /** An account was authenticated by its API key. */
  onKeyUse?: (user: Account, caller: Pick<Caller, 'ip' | 'client'>) => void;
  server?: Server;
  /** What processes that follow let the writer do, besides answering requests. */
  peerCalls: Readonly<Record<string, (body: never) => unknown>>;
  /** This process among the others of its server; undefined: it is the only one. */
  node?: Node;
  /** The server is shutting down. */
  stopping?: boolean;
  /** Set if the operator wants metrics. */
  metrics?: Metrics;
  /** Set if the operator wants traces. */
  tracing?: Tracing;
  /** What this process measures, for another one of the server. */
  measure?: () => object;
  /** HTML pages; undefined if the server has only the API. */
  site?: Site;
}
