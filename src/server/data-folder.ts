import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../app.ts';
import { finishRestore, removeStaging } from '../backup/swap.ts';
import { clusterRepository } from '../kernel/cluster/repository.ts';
import { FolderInUse, leaveFolder, takeFolder } from '../kernel/db/lock.ts';
import { ForeignDatabase, NewerDatabase, UnexpectedSchema } from '../kernel/db/migrate.ts';
import { DamagedDatabase, isDamage } from '../kernel/db/open.ts';
import { isDiskFull } from '../kernel/disk.ts';
import { ENDING } from '../kernel/files/temporary.ts';
import type { Log } from '../kernel/log.ts';
import { unpackNativeModules } from '../kernel/native-modules.ts';
import { commandLine } from '../kernel/own-command.ts';
import { foreignOwner, giveToOwner } from '../kernel/owner.ts';
import { EXIT, Failure, getReason } from '../kernel/terminal/failure.ts';
import { say } from '../kernel/terminal/output.ts';
import { atOnce, type Steps } from '../kernel/time-slices.ts';
import type { Config } from '../settings/config.ts';
import { type CommandOptions, databasePath, hasDatabase } from './configuration.ts';
import { type AppOptions, createAppInSteps } from './create-app.ts';
import { forgetNextRun } from './organizations/folder.ts';
import { wayBack } from './way-back.ts';

/** How long to wait for a command that holds the folder briefly, ms. */
const TIMEOUT = 5000;

/**
 * Locks the data folder for this process until it ends, or until the returned function is called. Throws FolderInUse:
 * at once if a server holds it, and after a while if a command does.
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  const until = performance.now() + TIMEOUT;
  for (;;) {
    try {
      takeFolder(dataDir);
      const leave = () => {
        giveToOwner(dataDir);
        leaveFolder(dataDir);
      };
      process.once('exit', leave);
      if (foreignOwner(dataDir)) exitOnSignals();
      unpackNativeModules(join(dataDir, 'cache'));
      removeStaging(dataDir);
      forgetNextRun(dataDir);
      if (finishRestore(dataDir)) say('Completed an interrupted restore.');
      return () => {
        process.off('exit', leave);
        leave();
      };
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw unusable(dataDir, error);
      if (error.holder.url || performance.now() > until) throw error;
      await wait(25);
    }
  }
}

/** So that what root created until then is given to the owner of the folder. A server ends by itself. */
function exitOnSignals(): void {
  for (const [signal, number] of Object.entries(ENDING))
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + number);
    });
}

/**
 * Locks a data folder for a command that nobody else may use it for. Throws Failure if a server uses it: a server of
 * many organizations can go on.
 */
export async function lockStoppedFolder(dataDir: string, options: CommandOptions): Promise<void> {
  try {
    await lockDataFolder(dataDir);
  } catch (error) {
    throw error instanceof FolderInUse ? folderInUseError(error, options) : error;
  }
}

function folderInUseError(error: FolderInUse, { organizations, organization }: CommandOptions): Failure {
  const isOneOfMany = organizations !== undefined && organization !== undefined;
  const remedy = isOneOfMany
    ? `First: ${commandLine(`organization suspend ${organization}`, { organizations })}`
    : 'Stop it first';
  return new Failure(EXIT.inUse, `${error.message}. ${remedy}`);
}

/** SQLite's own limit, with room for the names of the files beside it. */
const LONGEST_PATH = 500;

/** Opens the database in a folder that this process has locked. Throws Failure. */
export const open = (config: Config, log: Log, opening?: Opening): App => atOnce(openInSteps(config, log, opening));

/** The same in steps; see `createAppInSteps`. */
export function* openInSteps(config: Config, log: Log, { inCluster = false, ...more }: Opening = {}): Steps<App> {
  if (!inCluster && config.choices.cluster !== undefined && !hasDatabase(config.dataDir))
    throw new Failure(
      EXIT.unreachable,
      `The node of ${config.dataDir} does not run yet, and only a node gets the database of its cluster. Start it, and repeat the command`,
    );
  const app = yield* openAny(config, log, more);
  if (inCluster || clusterRepository(app.db).secret() === undefined) return app;
  app.db.close();
  throw new Failure(
    EXIT.failure,
    `The database in ${config.dataDir} belongs to a cluster. Start the node with --cluster, or make this a server on its own: ${commandLine('cluster leave', config)}`,
  );
}

interface Opening extends Pick<AppOptions, 'clock' | 'connect' | 'isCopy' | 'largestChecked'> {
  /** This process is a node of the cluster of the database. */
  inCluster?: boolean;
}

function* openAny(config: Config, log: Log, more: Omit<Opening, 'inCluster'>): Steps<App> {
  try {
    const app = yield* createAppInSteps({ config, log, ...more, database: databasePath(config.dataDir) });
    giveToOwner(config.dataDir, databasePath(config.dataDir));
    return app;
  } catch (error) {
    const path = databasePath(config.dataDir);
    if (error instanceof NewerDatabase)
      throw new Failure(EXIT.newerDatabase, `${error.message}${wayBack(config.dataDir)}`);
    if (error instanceof UnexpectedSchema)
      throw new Failure(
        EXIT.damaged,
        `The database ${path} cannot be used: ${error.message}. Restore a backup: ${commandLine('restore FILE', config)}`,
      );
    if (error instanceof DamagedDatabase || isDamage(error))
      throw new Failure(
        EXIT.damaged,
        `The database ${path} is damaged (${getReason(error)}); restore a backup: ${commandLine('restore FILE', config)}`,
      );
    if (isDiskFull(error))
      throw new Failure(EXIT.failure, `The database ${path} cannot be opened: the disk is full. Free some space`);
    const remedy =
      error instanceof ForeignDatabase || path.length > LONGEST_PATH ? '; choose another folder with --data' : '';
    const reason = path.length > LONGEST_PATH ? 'its path is too long for SQLite' : getReason(error);
    throw new Failure(EXIT.failure, `The database ${path} cannot be opened: ${reason}${remedy}`);
  }
}

/** Explains why a folder cannot be used, and what to do. */
function unusable(dataDir: string, error: unknown): Failure {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const who = process.getuid ? `user ${process.getuid()}` : 'this user';
  const remedies: Record<string, string> = {
    EACCES: `allow ${who} to write to it, or choose another folder with --data`,
    EPERM: `allow ${who} to write to it, or choose another folder with --data`,
    EROFS: 'it is read-only; choose another folder with --data',
    ENOSPC: 'the disk is full; free some space',
    EDQUOT: `the disk quota of ${who} is exhausted; free some space`,
    ENOTDIR: 'it is not a folder; choose another one with --data',
    EEXIST: 'it is not a folder; choose another one with --data',
  };
  return new Failure(
    EXIT.failure,
    `The data folder ${dataDir} cannot be used: ${remedies[code] ?? 'an error occurred'} (${getReason(error)})`,
    error,
  );
}
