import { existsSync, rmSync } from 'node:fs';
import type { App } from '../../app.ts';
import { bootId, QueueLog, queueLogPath, readQueueLog } from '../../kernel/events/queue-log.ts';
import type { EventQueues } from '../../kernel/events/queues.ts';
import { saveQueues } from '../../kernel/events/save.ts';
import { accountState } from '../people/sign-in/rules.ts';

/** From now on, the event queues survive a crash of this process, if the system can tell when the machine started. */
export function logQueues({ queues, db, config, log }: App): void {
  const boot = bootId();
  if (boot === undefined) return;
  const onFailure = (err: unknown) => log.warn({ err }, 'clients will load their state again after a crash');
  queues.log = new QueueLog({ path: queueLogPath(config.dataDir), queues, mark: () => db.commitMark, onFailure }, boot);
}

/** The queues of a server that crashed, if they are those of the database. Nothing is written yet. */
export function readCrashedQueues({
  db,
  config,
  clock,
}: Pick<App, 'db' | 'config' | 'clock'>): EventQueues | undefined {
  const path = queueLogPath(config.dataDir);
  if (db.isInMemory || !existsSync(path)) return undefined;
  return readQueueLog(path, { boot: bootId(), mark: db.commitMark, clock });
}

/** Saves these queues as a planned restart does, and removes the file that described them. */
export function keepCrashedQueues(app: App, queues: EventQueues | undefined): void {
  const { db, config, savedQueues, log } = app;
  if (db.isInMemory) return;
  try {
    // After a crash during the stop, the file describes queues that are saved already.
    if (queues && savedQueues.count() === 0) saveQueues({ db, savedQueues, queues }, (id) => accountState(app, id));
    rmSync(queueLogPath(config.dataDir), { force: true });
  } catch (err) {
    log.warn({ err }, 'event queues are not kept; clients load their state again');
  }
}
