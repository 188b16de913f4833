import type { Server } from 'node:http';
import { join } from 'node:path';
import { prepareRealm } from './chat/organization/realm/prepare.ts';
import type { SetUpCode } from './chat/organization/setup/setup-code.ts';
import { accounts } from './chat/people/sign-in/accounts.ts';
import { readAsset } from './kernel/assets.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { type Config, VERSION } from './kernel/config.ts';
import type { Database } from './kernel/db/database.ts';
import { openDatabase } from './kernel/db/open.ts';
import { DiskState } from './kernel/disk.ts';
import { EventBus } from './kernel/events/bus.ts';
import { EventQueues } from './kernel/events/queues.ts';
import { savedQueueRepository } from './kernel/events/repository.ts';
import { ImageWorker } from './kernel/files/image-worker.ts';
import { FileStore } from './kernel/files/store.ts';
import { ThumbnailStore } from './kernel/files/thumbnail-store.ts';
import type { Accounts } from './kernel/http/auth.ts';
import type { Endpoint } from './kernel/http/endpoint.ts';
import { RateLimits } from './kernel/http/limits.ts';
import type { Site } from './kernel/http/site.ts';
import type { Log } from './kernel/log.ts';
import type { Metrics } from './kernel/metrics.ts';
import { type Declarations, declarationsOf, openRepositories, type RepositoriesOf } from './kernel/resource.ts';
import * as resources from './resources.ts';

/** Everything the server is made of, by name: the kernel's own parts here, and the repositories of all resources. */
export interface App extends RepositoriesOf<typeof resources> {
  config: Config;
  clock: Clock;
  log: Log;
  db: Database;
  events: EventBus;
  queues: EventQueues;
  savedQueues: ReturnType<typeof savedQueueRepository>;
  /** Whether what is written can be saved. */
  disk: DiskState;
  limits: RateLimits;
  files: FileStore;
  thumbnails: ThumbnailStore;
  imageWorker: ImageWorker;
  accounts: Accounts;
  /** The endpoints, events, parts of /register and jobs of all resources. */
  declarations: Declarations;

  /** Who has read something since their phones were last told so. */
  haveRead: Set<number>;

  /** Set in tests: is told every reply before it leaves. */
  checkReply?: (endpoint: Endpoint, reply: object) => void;
  server?: Server;
  /** Clients are being let go. */
  stopping?: boolean;
  /** Kept if the operator wants to read them. */
  metrics?: Metrics;
  /** What makes somebody the first owner; none once there is one. */
  setUpCode?: SetUpCode | undefined;
  /** The pages for people; none where only programs come. */
  site?: Site;
}

export interface AppOptions {
  config: Config;
  log: Log;
  clock?: Clock;
  /** The database file; `:memory:` in tests. */
  database: string;
}

/** The server without its network: opens the database, brings it up to date and makes a new organisation in an empty one. */
export function createApp({ config, log, clock = systemClock, database }: AppOptions): App {
  const schema = readAsset('schema.sql').toString();
  const db = openDatabase(database, { schema, backups: join(config.dataDir, 'backups'), version: VERSION, log });
  const queues = new EventQueues(clock);
  const app: App = {
    config,
    clock,
    log,
    db,
    queues,
    events: new EventBus(db, queues),
    savedQueues: savedQueueRepository(db),
    disk: new DiskState(config.dataDir, log),
    limits: new RateLimits(config.choices.rateLimits),
    files: new FileStore(config.dataDir),
    thumbnails: new ThumbnailStore(config.dataDir),
    imageWorker: new ImageWorker(log),
    ...openRepositories(resources, db),
    declarations: declarationsOf(resources),
    haveRead: new Set(),
    accounts: undefined as never,
  };
  app.accounts = accounts(app);
  db.afterTurn(() => app.disk.onSaved());
  prepareRealm(app);
  // What was sent just before a crash has its words yet to come.
  app.messages.indexNow();
  db.commit();
  return app;
}
