import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type App, createApp } from '../app.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Config } from '../kernel/config.ts';
import { FolderInUse, leaveFolder, takeFolder } from '../kernel/db/lock.ts';
import { NewerDatabase } from '../kernel/db/migrate.ts';
import type { Log } from '../kernel/log.ts';
import { unpackInto } from '../kernel/natives.ts';
import { databaseOf } from './configuration.ts';
import { EXIT, Failure } from './failure.ts';

/** How long to wait for a command that has the folder for a moment, ms. */
const PATIENCE = 5000;

/** Takes the data folder for this process until it ends, or throws FolderInUse: by a server at once, by a command after a while. */
export async function take(dataDir: string): Promise<void> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    try {
      takeFolder(dataDir);
      process.once('exit', () => leaveFolder(dataDir));
      unpackInto(join(dataDir, 'cache'));
      return;
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw new Failure(EXIT.failure, `The data folder ${dataDir} cannot be used: ${reasonOf(error)}`);
      if (error.holder.url || performance.now() > until) throw error;
      await wait(25);
    }
  }
}

/** Opens the database in a folder this process has taken. */
export function open(config: Config, log: Log, clock?: Clock): App {
  try {
    return createApp({ config, log, ...(clock && { clock }), database: databaseOf(config.dataDir) });
  } catch (error) {
    if (error instanceof NewerDatabase) throw new Failure(EXIT.newerDatabase, error.message);
    throw new Failure(EXIT.failure, `The database ${databaseOf(config.dataDir)} cannot be opened: ${reasonOf(error)}`);
  }
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
