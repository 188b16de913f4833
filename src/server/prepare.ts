import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { seedDefaultChannels } from '../chat/organization/setup/actions.ts';
import { removeRemains } from '../chat/people/erasure/batches.ts';
import { ownCommand } from '../kernel/assets.ts';
import { isMuchToDo } from '../kernel/db/open.ts';
import type { Connect } from '../kernel/db/sqlite.ts';
import { syncFiles } from '../kernel/journal/disk.ts';
import { localJournal } from '../kernel/journal/local.ts';
import { createLog, type LogFormat } from '../kernel/log.ts';
import { unpackNativeModules } from '../kernel/native-modules.ts';
import { EXIT, Failure } from '../kernel/terminal/failure.ts';
import { SCHEMA_VERSION } from '../schema/upgrades.ts';
import { configure, databasePath } from './configuration.ts';
import { open } from './data-folder.ts';
import { requireOwnStorage } from './file-storage.ts';
import { PREPARING } from './own-processes.ts';

/**
 * Runs recovery or upgrade of a database in a process of its own, while this one, which holds the folder, answers
 * requests. Throws Failure; the process has printed the reason.
 */
export async function prepareApart({ config, log }: Pick<App, 'config' | 'log'>): Promise<void> {
  const { dataDir, logLevel, logFormat } = config.choices;
  log.info('preparing the database');
  const child = spawn(process.execPath, [...ownCommand, PREPARING, dataDir, logLevel, logFormat], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const [code] = await once(child, 'exit');
  process.off('exit', end);
  if (code !== 0) throw new Failure(code ?? EXIT.failure, `The database in ${dataDir} could not be prepared`);
}

/** Opens a database that this process has locked, and completes what was left to the start. Throws Failure. */
export async function openPrepared(
  beginning: Pick<App, 'config' | 'log'>,
  more: { connect?: Connect; inCluster?: boolean } = {},
): Promise<App> {
  if (isMuchToDo(databasePath(beginning.config.dataDir), SCHEMA_VERSION)) {
    const leave = () => process.exit(0);
    process.once('SIGTERM', leave).once('SIGINT', leave);
    await prepareApart(beginning);
    process.off('SIGTERM', leave).off('SIGINT', leave);
  }
  const app = open(beginning.config, beginning.log, more);
  if (!more.connect) await useLocalJournal(app);
  await complete(app);
  return app;
}

/** From now on, commits are synced outside of the event loop. */
export async function useLocalJournal({ db, config }: App): Promise<void> {
  await syncFiles(databasePath(config.dataDir));
  db.useJournal((confirmation, openLog) => localJournal(confirmation, openLog(), { areSynced: true }));
}

/** Completes what was left to the start. */
export async function complete(app: App): Promise<void> {
  // In a large database, erasures leave this to the start.
  if (app.erasures.pending().some(({ redaction }) => redaction === null)) await removeRemains(app);
  seedDefaultChannels(app);
  await requireOwnStorage(app);
}

/** The main function of that process. */
export async function prepareHere([data, level, format]: string[]): Promise<void> {
  unpackNativeModules(join(data!, 'cache'));
  open(await configure({ data: data! }), createLog(level!, format as LogFormat), { inCluster: true }).db.close();
}
