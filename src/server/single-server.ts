import { existsSync } from 'node:fs';
import { openPlace } from '../kernel/backups/places.ts';
import { backUp } from '../kernel/backups/schedule.ts';
import { networkFileSystem } from '../kernel/files/network.ts';
import type { Log } from '../kernel/log.ts';
import { EXIT, Failure } from '../kernel/terminal/failure.ts';
import { say } from '../kernel/terminal/output.ts';
import type { Config } from '../settings/config.ts';
import { AppServer } from './app-server.ts';
import { hasDatabase } from './configuration.ts';
import { openBrowser } from './desktop.ts';
import { tidy } from './free-memory.ts';
import { type Listeners, openListeners } from './listeners/listeners.ts';
import { openPrepared } from './prepare.ts';
import type { Beginning, Server } from './server.ts';
import { offerSetUp, reportListening, reportReady } from './startup-report.ts';
import { writeAlone } from './writing.ts';

/** Memory that only the start needed is freed after this time, ms. */
const TIDY_AFTER = 1000;

/** Opens the server of one organization in one process. Throws Failure. */
export async function openSingleServer({ config, log }: Beginning): Promise<Server> {
  const isNew = !hasDatabase(config.dataDir);
  warnOfNetwork(config.dataDir, log);
  requireBackupPlace(config);
  const listeners = await openListeners({ config, log });
  const app = await openPrepared({ config, log });
  offerSetUp(app);
  const server = new AppServer({ app, writing: writeAlone(app), listeners });
  return {
    async start() {
      await server.start();
      reportReady(app, isNew);
      await beginCertificates(listeners);
      reportListening(config, server.url);
      const { code } = app.memory.setup;
      if (isNew && code && config.choices.openBrowser) openBrowser(`${config.url}/setup#${code.text}`);
      setTimeout(() => {
        if (app.stopping) return;
        tidy();
        app.db.releasePages();
      }, TIDY_AFTER).unref();
    },
    reload: () => server.reload(),
    backUp: () => backUp(app),
    stop: () => server.stop(),
  };
}

/**
 * A folder that does not exist is a mistake in the settings, and so is a bucket without keys. A missing disk is
 * reported with each backup.
 */
function requireBackupPlace({ choices }: Config): void {
  const { backupTo, backupEvery } = choices;
  if (backupTo === undefined || backupEvery === undefined) return;
  const { folder } = openPlace(choices);
  if (folder !== undefined && !existsSync(folder))
    throw new Failure(EXIT.usage, `--backup-to: the folder ${folder} does not exist. Mount its disk, or create it`);
}

function warnOfNetwork(dataDir: string, log: Log): void {
  const network = networkFileSystem(dataDir);
  if (!network) return;
  const text = `the data folder is on ${network}, where SQLite can damage the database; use a local disk`;
  log.warn({ dataDir }, text);
}

/** Requests the first certificate if there is none, and waits for it. Then it is renewed while the server runs. */
async function beginCertificates({ certificates }: Listeners): Promise<void> {
  if (!certificates) return;
  if (certificates.isPending) say(certificates.announcement);
  certificates.start();
  await certificates.ready;
}
