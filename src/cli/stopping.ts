import type { App } from '../app.ts';
import { backUp } from '../kernel/backups.ts';
import type { Log } from '../kernel/log.ts';
import { type Given, reconfigure } from './configuration.ts';
import { reasonOf } from './data-folder.ts';
import { EXIT } from './failure.ts';
import type { Running } from './server.ts';

/** Ctrl+C reaches a server under npm twice, from the terminal and from npm: so soon after the first it is the same signal, ms. */
const ECHO = 500;

/**
 * A server that is still starting goes on with that, whatever it is told to read again or to copy. SIGUSR1 would have Node listen for debuggers,
 * who may do anything: one who mistakes it for the signal that makes a backup opens no such door.
 */
export function startUndisturbed(log: Log): void {
  for (const signal of ['SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {});
  process.on('SIGUSR1', () => log.warn('SIGUSR1 means nothing here; SIGUSR2 makes a backup'));
}

/** Node's warnings go to the log, instead of raw to standard error. */
export function logWarnings(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message, code, detail }: Error & { code?: string; detail?: string }) =>
    log.warn({ warning: name, warning_code: code, detail }, message),
  );
}

/** Stops at the first signal in good order and at the second at once; after an unexpected error nothing is as it should be. */
export function endWith(app: App, running: Running): void {
  const { log, db } = app;
  let stoppingSince: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, async () => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > ECHO) process.exit(EXIT.failure);
        return;
      }
      stoppingSince = performance.now();
      log.info({ signal }, 'stopping');
      await running.stop();
      process.exit(0);
    });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'an unexpected error');
      process.exit(EXIT.failure);
    });
  db.onLost = (reason) => {
    log.fatal({ err: reason }, 'the database cannot be written to; stopping, since memory may disagree with it');
    // The callers of the lost turn are told first.
    setImmediate(() => process.exit(EXIT.failure));
  };
}

/** On SIGUSR2 a backup is made; SIGUSR1 is Node's own, for its debugger. */
export function backUpOnSignal(app: App): void {
  process.on('SIGUSR2', () => {
    backUp(app).catch((error: unknown) => app.log.error({ reason: reasonOf(error) }, 'no backup was made'));
  });
}

/** On SIGHUP the settings and the certificate are read again; what is wrong with them is logged, and all stays as it was. */
export function reloadOnHangUp(app: App, running: Running, given: Given): void {
  const { log, config } = app;
  process.on('SIGHUP', async () => {
    try {
      const changed = await reconfigure(config, given);
      log.level = config.choices.logLevel;
      running.reload();
      log.info({ changed }, 'configuration and certificate are read again');
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'the configuration or the certificate cannot be used; nothing is changed');
    }
  });
}
