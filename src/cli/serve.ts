import { flushCompileCache } from 'node:module';
import { Config, FEATURE_LEVEL, VERSION } from '../kernel/config.ts';
import { FolderInUse } from '../kernel/db/lock.ts';
import { createLog, type Log } from '../kernel/log.ts';
import { EXIT, Failure } from './failure.ts';
import { open, take } from './folder.ts';
import { choicesOf, hasDatabase, type ServeOptions } from './options.ts';
import { type Running, start } from './server.ts';

/** Runs the server until it is told to stop. */
export async function serve(given: ServeOptions): Promise<void> {
  const config = new Config(choicesOf(given));
  const { dataDir } = config;
  try {
    await take(dataDir);
  } catch (error) {
    throw error instanceof FolderInUse ? new Failure(EXIT.inUse, error.message) : error;
  }
  const log = createLog(config.choices.logLevel);
  const isNew = !hasDatabase(dataDir);
  const app = open(config, log);
  const running = await start(app);
  endWith(log, running);
  app.db.onLost = (reason) => {
    log.fatal({ err: reason }, 'the database can no longer be written to; stopping, since memory may disagree with it');
    // The callers of the lost turn are told first.
    setImmediate(() => process.exit(EXIT.failure));
  };

  const took = process.uptime().toFixed(1);
  console.error(`klatch ${VERSION} (Zulip API level ${FEATURE_LEVEL}), ready in ${took} s\n  Data  ${dataDir}${isNew ? ' (new)' : ''}`);
  if (!app.users.activeOwners()) console.error('  Nobody owns this organization yet: klatch user create --owner --name NAME EMAIL');
  console.log(`listening on ${running.url}`);
  setTimeout(flushCompileCache, 1000).unref();
}

/** Stops at the first signal in good order, at the second at once; after an unexpected error nothing is as it should be. */
export function endWith(log: Log, running: Running, code = 0): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, async () => {
      if (stopping) process.exit(EXIT.failure);
      stopping = true;
      log.info({ signal }, 'stopping');
      await running.stop();
      process.exit(code);
    });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'an unexpected error');
      process.exit(EXIT.failure);
    });
}
