import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { seedDefaultChannels } from '../chat/organization/setup/actions.ts';
import { removeRemains } from '../chat/people/erasure/batches.ts';
import { ownCommand } from '../kernel/assets.ts';
import { isMuchToDo } from '../kernel/db/open.ts';
import type { Connect } from '../kernel/db/sqlite.ts';
import { createLog, type LogFormat } from '../kernel/log.ts';
import { unpackNativeModules } from '../kernel/native-modules.ts';
import { configure, databaseOf } from './configuration.ts';
import { open } from './data-folder.ts';
import { EXIT, Failure } from './failure.ts';
import { PREPARING } from './prepare-argument.ts';

/**
 * Runs recovery or upgrade of a large database in a process of its own, while this one, which holds the folder, answers
 * requests. Returns its exit code; if that is not 0, it has printed the reason.
 */
async function prepare({ config, log }: Pick<App, 'config' | 'log'>): Promise<number> {
  const { dataDir, logLevel, logFormat } = config.choices;
  if (!isMuchToDo(databaseOf(dataDir))) return 0;
  log.info('preparing the database');
  const child = spawn(process.execPath, [...ownCommand, PREPARING, dataDir, logLevel, logFormat], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const end = () => child.kill('SIGKILL');
  const leave = () => process.exit(0);
  process.once('exit', end).once('SIGTERM', leave).once('SIGINT', leave);
  const [code] = await once(child, 'exit');
  process.off('exit', end).off('SIGTERM', leave).off('SIGINT', leave);
  return code ?? EXIT.failure;
}

/** Opens a database that this process has locked, and completes what was left to the start. Throws Failure. */
export async function openPrepared(beginning: Pick<App, 'config' | 'log'>, connect?: Connect): Promise<App> {
  const code = await prepare(beginning);
  if (code !== 0) throw new Failure(code, `The database in ${beginning.config.dataDir} could not be prepared`);
  const app = open(beginning.config, beginning.log, connect && { connect });
  // In a large database, erasures leave this to the start.
  if (app.erasures.pending().some(({ redaction }) => redaction === null)) await removeRemains(app);
  seedDefaultChannels(app);
  return app;
}

/** The main function of that process. */
export async function prepareHere([data, level, format]: string[]): Promise<void> {
  unpackNativeModules(join(data!, 'cache'));
  open(await configure({ data: data! }), createLog(level!, format as LogFormat)).db.close();
}
