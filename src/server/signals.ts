import type { App } from '../app.ts';
import type { Log } from '../kernel/log.ts';
import { reportState } from '../kernel/systemd.ts';
import { EXIT, getReason } from '../kernel/terminal/failure.ts';
import { type CommandOptions, reconfigure } from './configuration.ts';
import type { Server } from './server.ts';

/**
 * Ctrl+C reaches a server under npm twice, from the terminal and from npm: within this time after the first it is the
 * same signal, ms.
 */
const ECHO = 500;

/**
 * While the server starts, signals to reload or back up are ignored. SIGUSR1 would make Node listen for debuggers,
 * which have full access, so it is ignored, too.
 */
export function startUndisturbed(log: Log): void {
  for (const signal of ['SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {});
  process.on('SIGUSR1', () => log.warn('SIGUSR1 is ignored; SIGUSR2 makes a backup'));
}

/** Node's warnings go to the log instead of standard error. Operators cannot change what uses deprecated functions. */
export function logWarnings(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message, code, detail }: Error & { code?: string; detail?: string }) => {
    const level = name === 'DeprecationWarning' ? 'debug' : 'warn';
    log[level]({ warning: name, warning_code: code, detail }, message);
  });
}

/**
 * Shuts down gracefully at the first signal, and exits at the second. After an unexpected error, the state is
 * unreliable, so the process exits.
 */
export function endOnSignals(log: Log, server: Pick<Server, 'stop'>): void {
  let stoppingSince: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, async () => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > ECHO) process.exit(EXIT.failure);
        return;
      }
      stoppingSince = performance.now();
      log.info({ signal }, 'stopping');
      void reportState('STOPPING=1', log);
      await server.stop();
      process.exit(0);
    });
  endOnErrors(log);
}

/** Exits after an unexpected error. */
export function endOnErrors(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'unexpected error');
      process.exit(EXIT.failure);
    });
}

/** Exits when the database cannot be written. */
export function endIfLost({ log, db }: App): void {
  db.onLost = (reason) => {
    log.fatal({ err: reason }, 'the database cannot be written; stopping, because memory may differ from the disk');
    // The callers of the lost turn get their errors first.
    setImmediate(() => process.exit(EXIT.failure));
  };
}

/** SIGUSR2 creates a backup; SIGUSR1 is Node's own, for its debugger. */
export function backUpOnSignal(log: Log, backUp: () => Promise<unknown>): void {
  process.on('SIGUSR2', () => {
    backUp().catch((error: unknown) => log.error({ reason: getReason(error) }, 'the backup failed'));
  });
}

/** SIGHUP reloads the settings and the certificate. Errors are logged, and then nothing changes. */
export function reloadOnHangUp(
  { log, config }: Pick<App, 'log' | 'config'>,
  server: Pick<Server, 'reload'>,
  options: CommandOptions,
): void {
  process.on('SIGHUP', async () => {
    await reportState('RELOADING=1', log);
    try {
      const changed = await reconfigure(config, options);
      log.level = config.choices.logLevel;
      server.reload();
      log.info({ changed }, 'reloaded the configuration and the certificate');
    } catch (error) {
      log.error({ reason: getReason(error) }, 'the configuration or the certificate is invalid; keeping the old ones');
    }
    await reportState('READY=1', log);
  });
}
