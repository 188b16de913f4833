import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FEATURE_LEVEL, VERSION } from '../kernel/config.ts';
import { FolderInUse } from '../kernel/db/lock.ts';
import { networkFileSystem } from '../kernel/files/network.ts';
import { createLog } from '../kernel/log.ts';
import { configure, type Given, hasDatabase } from './configuration.ts';
import { EXIT, Failure } from './failure.ts';
import { open, take } from './folder.ts';
import { start } from './server.ts';
import { endWith } from './stopping.ts';

/** Runs the server until it is told to stop. */
export async function serve(given: Given): Promise<void> {
  const config = await configure(given);
  const { dataDir } = config;
  try {
    await take(dataDir);
  } catch (error) {
    throw error instanceof FolderInUse ? new Failure(EXIT.inUse, error.message) : error;
  }
  const log = createLog(config.choices.logLevel);
  const isNew = !hasDatabase(dataDir);
  const network = networkFileSystem(dataDir);
  if (network) log.warn({ dataDir }, `the data folder is on ${network}, where a database can come to harm; a disk of this machine is safe`);
  const app = open(config, log);
  const running = await start(app);
  endWith(app, running);
  const took = process.uptime().toFixed(1);
  console.error(`klatch ${VERSION} (Zulip API level ${FEATURE_LEVEL}), ready in ${took} s\n  Data  ${dataDir}${isNew ? ' (new)' : ''}`);
  if (!app.users.activeOwners()) console.error('  Nobody owns this organization yet: klatch user create --owner --name NAME EMAIL');
  console.log(`listening on ${running.url}`);
  setTimeout(tidy, 1000).unref();
}

/** Once started: keeps what was compiled for the next start, and gives back the memory that only starting needed. */
function tidy(): void {
  flushCompileCache();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
