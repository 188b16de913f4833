import type { App } from '../app.ts';
import { EXIT } from './failure.ts';
import type { Running } from './server.ts';

/** Ctrl+C reaches a server under npm twice, from the terminal and from npm: so soon after the first it is the same signal, ms. */
const ECHO = 500;

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
