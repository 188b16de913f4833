import type { App } from '../app.ts';
import { keepQueues, takeQueues } from '../chat/register/actions.ts';
import { createLog } from '../kernel/log.ts';
import { type CommandOptions, configure } from './configuration.ts';
import { open } from './data-folder.ts';
import { requireOwnStorage } from './file-storage.ts';
import { say } from './output.ts';

/** Opens a data folder that this process has taken, for commands. Throws Failure. */
export async function openHere(options: CommandOptions, dataDir: string): Promise<App> {
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

/** Saves everything, and closes what would keep this process running. */
export async function closeHere(app: App): Promise<void> {
  app.db.commit();
  keepQueues(app);
  app.db.close();
  await app.auditOutputs.close();
}
