import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seedDefaultChannels } from '../chat/organization/setup/actions.ts';
import { isUnowned } from '../chat/organization/setup/rules.ts';
import { SetUpCode } from '../chat/organization/setup/setup-code.ts';
import { removeRemains } from '../chat/people/erasure/batches.ts';
import type { Config } from '../kernel/config.ts';
import { FolderInUse } from '../kernel/db/lock.ts';
import { networkFileSystem } from '../kernel/files/network.ts';
import { createLog, type Log } from '../kernel/log.ts';
import { banner, readiness } from './banner.ts';
import { type CommandOptions, configure, hasDatabase, requireEffective } from './configuration.ts';
import { open, reasonOf, take } from './data-folder.ts';
import { openBrowser } from './desktop.ts';
import { EXIT, Failure } from './failure.ts';
import { type Listeners, openListeners } from './listeners.ts';
import { say, withWriter } from './output.ts';
import { prepare } from './prepare.ts';
import { start } from './server.ts';
import { backUpOnSignal, endWith, logWarnings, reloadOnHangUp, startUndisturbed } from './stopping.ts';

/** Runs the server until it is stopped. */
export async function serve(options: CommandOptions): Promise<void> {
  const config = await configure(options);
  requireEffective(config.found);
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

/** Whether every line of output must be JSON. */
const isJson = ({ choices }: Config): boolean => choices.logFormat === 'json';

async function run(options: CommandOptions, config: Config, log: Log): Promise<void> {
  const { dataDir } = config;
  try {
    await take(dataDir);
  } catch (error) {
    throw error instanceof FolderInUse ? new Failure(EXIT.inUse, error.message) : error;
  }
  startUndisturbed(log);
  const isNew = !hasDatabase(dataDir);
  warnOfNetwork(dataDir, log);
  const listeners = await openListeners({ config, log });
  await prepare({ config, log });
  const app = open(config, log);
  // In a large database, erasures leave this to the start.
  if (app.erasures.pending().some(({ redaction }) => redaction === null)) await removeRemains(app);
  seedDefaultChannels(app);
  if (isUnowned(app)) app.memory.setup.code = new SetUpCode(app.clock);
  const running = start(app, listeners);
  endWith(app, running);
  reloadOnHangUp(app, running, options);
  backUpOnSignal(app);
  const seconds = process.uptime().toFixed(1);
  if (isJson(config)) log.info(readiness(app, seconds), 'ready');
  else say(banner(app, isNew, seconds));
  await beginCertificates(listeners);
  console.log(isJson(config) ? JSON.stringify({ listening_on: running.url }) : `listening on ${running.url}`);
  if (isNew && app.memory.setup.code && config.choices.openBrowser)
    openBrowser(`${config.url}/setup#${app.memory.setup.code.text}`);
  setTimeout(tidy, 1000).unref();
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

/** After the start: stores compiled code for the next start, and frees memory that only starting needed. */
function tidy(): void {
  flushCompileCache();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
