import { FolderInUse } from '../kernel/db/lock.ts';
import { EXIT, Failure } from '../kernel/terminal/failure.ts';
import { lockDataFolder } from './data-folder.ts';
import type { Beginning, Server } from './server.ts';
import { startUndisturbed } from './signals.ts';

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
