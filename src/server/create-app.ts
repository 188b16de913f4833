import { join } from 'node:path';
import type { App } from '../app.ts';
import { advanceUserUnreadFloor } from '../chat/messages/flags/rules.ts';
import { type KeyUse, recordAction, recordFirstKeyUse, recordKeyUse } from '../chat/organization/audit-log/actions.ts';
import type { AuditedAction } from '../chat/organization/audit-log/types.ts';
import { prepareRealm } from '../chat/organization/realm/prepare-actions.ts';
import { accounts, recordSessionUse, type SessionUse } from '../chat/people/sign-in/rules.ts';
import { deviceName } from '../chat/people/sign-in/session-views.ts';
import { keepCrashedQueues, readCrashedQueues } from '../chat/register/crash-actions.ts';
import { declarations } from '../declarations.ts';
import { readAsset } from '../kernel/assets.ts';
import { AuditOutputs } from '../kernel/audit/outputs.ts';
import { Backups } from '../kernel/backups/schedule.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { VERSION } from '../kernel/config.ts';
import type { Database } from '../kernel/db/database.ts';
import { openDatabaseInSteps } from '../kernel/db/open.ts';
import type { Connect } from '../kernel/db/sqlite.ts';
import { Descriptors } from '../kernel/descriptors.ts';
import { DiskState } from '../kernel/disk.ts';
import { EventBus } from '../kernel/events/bus.ts';
import { EventQueues } from '../kernel/events/queues.ts';
import { type SavedQueue, savedQueueRepository } from '../kernel/events/repository.ts';
import { ImageWorker } from '../kernel/files/image-worker.ts';
import { openStorage } from '../kernel/files/open-storage.ts';
import { FileStore } from '../kernel/files/store.ts';
import { ThumbnailStore } from '../kernel/files/thumbnail-store.ts';
import { CostlyRequests } from '../kernel/http/costly-requests.ts';
import type { Caller } from '../kernel/http/endpoint.ts';
import { RateLimits } from '../kernel/http/limits.ts';
import { Pace } from '../kernel/http/pace.ts';
import type { Log } from '../kernel/log.ts';
import { openEach } from '../kernel/resource.ts';
import { atOnce, type Steps } from '../kernel/time-slices.ts';
import { UPGRADES } from '../schema/upgrades.ts';
import type { Config } from '../settings/config.ts';
import { memory, repositories } from '../storage.ts';

export interface AppOptions {
  config: Config;
  log: Log;
  clock?: Clock;
  /** The database file; `:memory:` in tests. */
  database: string;
  /** Opens other connections to it than those of a server on its own; see kernel/cluster. */
  connect?: Connect;
  /** The database is a copy of another process's, which is prepared. */
  isCopy?: boolean;
  /** After a clean shutdown, a larger database is not checked, bytes. */
  largestChecked?: number;
}

/** The server without its network: opens and upgrades the database, and initializes an organization in an empty one. */
export const createApp = (options: AppOptions): App => atOnce(createAppInSteps(options));

/** The same in steps of some milliseconds each, if the database is complete and small. */
export function* createAppInSteps(options: AppOptions): Steps<App> {
  const { config, log, clock = systemClock, database, connect, isCopy, largestChecked } = options;
  let crashed: EventQueues | undefined;
  const db = yield* openDatabaseInSteps(database, {
    schema: readAsset('schema.sql').toString(),
    upgrades: UPGRADES,
    backups: join(config.dataDir, 'backups'),
    ...{ version: VERSION, log, largestChecked },
    ...(connect && { connect }),
    beforeWrites: (opened) => (crashed = readCrashedQueues({ db: opened, config, clock })),
  });
  yield;
  const app = appOn(db, options);
  if (isCopy) return app;
  yield;
  prepareRealm(app);
  // Messages sent just before a crash may not be indexed yet.
  app.messages.indexNow();
  db.commit();
  keepCrashedQueues(app, crashed);
  return app;
}

function appOn(db: Database, { config, log, clock = systemClock }: AppOptions): App {
  const queues = new EventQueues(clock);
  const storage = openStorage(config.choices, log);
  const app: App = {
    config,
    clock,
    log,
    db,
    queues,
    events: new EventBus(db, queues),
    savedQueues: savedQueueRepository(db),
    disk: new DiskState(config.dataDir, log),
    limits: new RateLimits(config.choices.rateLimits, config.choices),
    pace: new Pace(),
    costlyRequests: new CostlyRequests(),
    storage,
    files: new FileStore(storage, config.dataDir, log),
    thumbnails: new ThumbnailStore(storage, config.dataDir, log),
    imageWorker: new ImageWorker(log),
    ...openEach(repositories, db),
    declarations,
    memory: openEach(memory, db),
    backups: new Backups(),
    descriptors: new Descriptors(),
    auditOutputs: new AuditOutputs(config.choices, log),
    accounts: undefined as never,
    peerCalls: {},
  };
  app.accounts = accounts(app);
  app.recordAudit = (action, actor, caller) =>
    recordAction(app, action as AuditedAction, { actor, address: caller.ip, client: getProgram(caller) });
  app.peerCalls = {
    session_use: (use: SessionUse) => recordSessionUse(app, use),
    key_use: (use: KeyUse) => recordFirstKeyUse(app, use),
    unread_floor: (of: { user_id: number }) => advanceUserUnreadFloor(app, of),
    save_queues: (queues: SavedQueue[]) => db.write(() => queues.forEach((each) => app.savedQueues.add({ ...each }))),
  };
  app.onKeyUse = (user, { ip: address, client }) => recordKeyUse(app, user, { address, client });
  /** What fails is tried again after the next COMMIT. */
  const indexStep = (): boolean => {
    try {
      return db.isReady && app.messages.doIndexStep();
    } catch (error) {
      if (!app.disk.report(error)) app.log.error({ err: error }, 'new messages are not indexed');
      return false;
    }
  };
  db.afterTurn(() => app.disk.onSaved());
  db.endOfTurn = app.pace.afterRequests;
  db.onCommit = () => {
    queues.log?.commit();
    app.pace.beforeRequests(indexStep);
  };
  return app;
}

/** The name of the program that sends a request, as the audit log and the list of sessions have it. */
const getProgram = ({ isBrowser, raw, client }: Pick<Caller, 'isBrowser' | 'raw' | 'client'>): string =>
  isBrowser ? deviceName(raw.headers['user-agent'] ?? '') : client;
