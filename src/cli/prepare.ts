import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { ownCommand } from '../kernel/assets.ts';
import { isMuchToDo } from '../kernel/db/open.ts';
import { createLog, type LogFormat } from '../kernel/log.ts';
import { unpackNativeModules } from '../kernel/native-modules.ts';
import { configure, databaseOf } from './configuration.ts';
import { open } from './data-folder.ts';
import { EXIT } from './failure.ts';
import { PREPARING } from './prepare-argument.ts';

/**
 * Runs recovery or upgrade of a large database in a process of its own, while this one, which holds the folder, reports
 * that it starts. It exits if that process fails, which has printed the reason.
 */
export async function prepare({ config, log }: Pick<App, 'config' | 'log'>): Promise<void> {
  const { dataDir, logLevel, logFormat } = config.choices;
  if (!isMuchToDo(databaseOf(dataDir))) return;
  log.info('preparing the database');
  const child = spawn(process.execPath, [...ownCommand, PREPARING, dataDir, logLevel, logFormat], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const end = () => child.kill('SIGKILL');
  const leave = () => process.exit(0);
  process.once('exit', end).once('SIGTERM', leave).once('SIGINT', leave);
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(code ?? EXIT.failure);
  process.off('exit', end).off('SIGTERM', leave).off('SIGINT', leave);
}

/** The main function of that process. */
export async function prepareHere([data, level, format]: string[]): Promise<void> {
  unpackNativeModules(join(data!, 'cache'));
  open(await configure({ data: data! }), createLog(level!, format as LogFormat)).db.close();
}
