import { FolderInUse } from '../kernel/db/lock.ts';
import type { Log } from '../kernel/log.ts';
import { EXIT, Failure } from '../kernel/terminal/failure.ts';
import type { Config } from '../settings/config.ts';
import type { CommandOptions } from './configuration.ts';
import { lockDataFolder } from './data-folder.ts';
import { startUndisturbed } from './signals.ts';

/** A server, whichever way it serves. */
export interface Server {
  /** Answers clients from now on, and reports where. Resolves when it listens for all of them. */
  start(): Promise<void>;
  /** Applies changed settings, and reads the certificate again. */
  reload(): void;
  /** Creates a backup of everything. Rejects if that fails. */
  backUp(): Promise<unknown>;
  /** Answers and disconnects its clients, saves their event queues for the next start, and closes all databases. */
  stop(): Promise<void>;
}

/** What a server is made from. */
export interface Beginning {
  /** The options of the command that starts it. */
  options: CommandOptions;
  config: Config;
  log: Log;
}

/**
 * Locks the data folder, and opens the server that the settings ask for: of one process, of several, a node of a
 * cluster, or one of many organizations. Its listeners are open, and requests wait until it starts. Throws Failure.
 */
export async function openServer(beginning: Beginning): Promise<Server> {
  const { options, config, log } = beginning;
  try {
    await lockDataFolder(config.dataDir);
  } catch (error) {
    throw error instanceof FolderInUse ? new Failure(EXIT.inUse, error.message) : error;
  }
  startUndisturbed(log);
  const { cluster, workers } = config.choices;
  if (options.organizations !== undefined)
    return (await import('./organizations/organizations-server.ts')).openOrganizationsServer(beginning);
  if (cluster !== undefined) return (await import('./cluster/join-cluster.ts')).openNode(beginning);
  if (workers > 0) return (await import('./workers/workers-server.ts')).openServerWithWorkers(beginning);
  return (await import('./single-server.ts')).openSingleServer(beginning);
}
