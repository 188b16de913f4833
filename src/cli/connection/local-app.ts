import type { App } from '../../app.ts';
import { keepQueues, takeQueues } from '../../chat/register/actions.ts';
import { ApiError } from '../../kernel/errors.ts';
import { createLog } from '../../kernel/log.ts';
import { say } from '../../kernel/terminal/output.ts';
import type { Args, OperationName, Result } from '../../operations/operations.ts';
import { runOperation } from '../../operations/run.ts';
import { type CommandOptions, configure } from '../../server/configuration.ts';
import { lockDataFolder, open } from '../../server/data-folder.ts';
import { requireOwnStorage } from '../../server/file-storage.ts';
import { rejectionFailure } from './rejection.ts';

/** Takes a data folder and opens it, for commands. Throws FolderInUse, or Failure. */
export async function openHere(options: CommandOptions, dataDir: string): Promise<App> {
  await lockDataFolder(dataDir);
  say(`Data folder ${dataDir}`);
  const app = open(await configure({ ...options, data: dataDir }), createLog('warn'));
  try {
    await requireOwnStorage(app);
    takeQueues(app);
    return app;
  } catch (error) {
    app.db.close();
    throw error;
  }
}

/** Runs an operation on an open database. Returns when its changes are durable. Throws Failure if it is rejected. */
export async function runHere<N extends OperationName>(app: App, operation: N, args: Args<N>): Promise<Result<N>> {
  try {
    const result = await runOperation(app, operation, args);
    await app.db.committed();
    return result as Result<N>;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw rejectionFailure({ refused: error.message, status: error.status, code: error.code });
  }
}

/** Saves everything, and closes what would keep this process running. */
export async function closeHere(app: App): Promise<void> {
  app.db.commit();
  keepQueues(app);
  app.db.close();
  await app.auditOutputs.close();
}
