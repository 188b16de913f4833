import { existsSync } from 'node:fs';
import { isUnowned } from '../chat/organization/setup/rules.ts';
import { SetUpCode } from '../chat/organization/setup/setup-code.ts';
import { backUp } from '../kernel/backups.ts';
import { FolderInUse } from '../kernel/db/lock.ts';
import { networkFileSystem } from '../kernel/files/network.ts';
import { createLog, type Log } from '../kernel/log.ts';
import type { Config } from '../settings/config.ts';
import { isJson, reportListening, reportReady } from './banner.ts';
import { type CommandOptions, configure, hasDatabase, requireEffective } from './configuration.ts';
import { reasonOf, take } from './data-folder.ts';
import { openBrowser } from './desktop.ts';
import { EXIT, Failure } from './failure.ts';
import { tidy } from './free-memory.ts';
import { type Listeners, openListeners } from './listeners.ts';
import { say, withWriter } from './output.ts';
import { openPrepared } from './prepare.ts';
import { start } from './server.ts';
import { backUpOnSignal, endWith, logWarnings, reloadOnHangUp, startUndisturbed } from './stopping.ts';

/** Runs the server until it is stopped. */
export async function serve(options: CommandOptions): Promise<void> {
  const config = await configure(options);
  requireEffective(config.found);
  requireOrganizations(options, config);
  const log = createLog(config.choices.logLevel, config.choices.logFormat);
  logWarnings(log);
  if (!isJson(config)) return run(options, config, log);
  try {
    await withWriter(
      (text) => log.info(text),
      () => run(options, config, log),
    );
  } catch (error) {
    const exit = error instanceof Failure ? error.exit : EXIT.failure;
    log.fatal(error instanceof Failure ? { exit } : { exit, err: error }, reasonOf(error));
    process.exit(exit);
  }
}

/** Throws for settings of many organizations on a server of one, and the other way around. */
function requireOrganizations({ organizations }: CommandOptions, { found }: Config): void {
  const wrong = found.find(({ name, origin }) => name.startsWith('organization') && origin !== 'default');
  if (wrong && organizations === undefined)
    throw new Failure(EXIT.usage, `${wrong.place} has an effect only with --organizations`);
  const shared = found.find(({ name, origin }) => name === 'backupTo' && origin !== 'default');
  if (shared && organizations !== undefined)
    throw new Failure(EXIT.usage, `${shared.place}: set backup-to in klatch.toml of each organization instead`);
}

async function run(options: CommandOptions, config: Config, log: Log): Promise<void> {
  const { dataDir } = config;
  try {
    await take(dataDir);
  } catch (error) {
    throw error instanceof FolderInUse ? new Failure(EXIT.inUse, error.message) : error;
  }
  startUndisturbed(log);
  if (options.organizations !== undefined)
    return (await import('./organizations/serve.ts')).serveOrganizations(options, config, log);
  if (config.choices.cluster !== undefined)
    return (await import('./cluster/serve.ts')).serveInCluster(options, config, log);
  if (config.choices.workers > 0) return (await import('./workers/serve.ts')).serveWithWorkers(options, config, log);
  const isNew = !hasDatabase(dataDir);
  warnOfNetwork(dataDir, log);
  requireBackupPlace(config);
  const listeners = await openListeners({ config, log });
  const app = await openPrepared({ config, log });
  if (isUnowned(app)) app.memory.setup.code = new SetUpCode(app.clock);
  const running = start(app, listeners);
  endWith(app, running);
  reloadOnHangUp(app, running, options);
  backUpOnSignal(log, () => backUp(app));
  reportReady(app, isNew);
  await beginCertificates(listeners);
  reportListening(config, running.url);
  if (isNew && app.memory.setup.code && config.choices.openBrowser)
    openBrowser(`${config.url}/setup#${app.memory.setup.code.text}`);
  setTimeout(() => {
    if (app.stopping) return;
    tidy();
    app.db.releasePages();
  }, 1000).unref();
}

/** A folder that does not exist is a mistake in the settings; a missing disk is reported with each backup. */
function requireBackupPlace({ choices }: Config): void {
  const { backupTo, backupEvery } = choices;
  if (backupTo !== undefined && backupEvery !== undefined && !existsSync(backupTo))
    throw new Failure(EXIT.usage, `--backup-to: the folder ${backupTo} does not exist. Mount its disk, or create it`);
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
