import { randomBytes } from 'node:crypto';
import type { App } from '../app.ts';
import { waitForDeliveries } from '../chat/notifications/mail/jobs.ts';
import { keepQueues, resumeQueues } from '../chat/register/actions.ts';
import { endpoints, jobs } from '../declarations.ts';
import { announce } from '../kernel/db/lock.ts';
import { GracefulShutdown } from '../kernel/http/graceful-shutdown.ts';
import { logging } from '../kernel/http/logging.ts';
import { listener } from '../kernel/http/server.ts';
import { startJobs } from '../kernel/jobs.ts';
import { localJournal } from '../kernel/journal/local.ts';
import { Metrics } from '../kernel/metrics.ts';
import { pages } from '../pages/contents.ts';
import { siteOf } from '../pages/kit/site.ts';
import { runCommand } from './commands.ts';
import type { Listeners } from './listeners.ts';

/** How long clients may take to finish when the server stops, ms. */
const LAST_WORDS = 3000;

/** A running server. */
export interface Running {
  /** The address it listens on. */
  url: string;
  /** Reads the certificate again, and retries a failed request for one. */
  reload(): void;
  /** Answers and disconnects its clients, saves their queues for the next start and closes the database. */
  stop(): Promise<void>;
}

/**
 * Serves an open app on these listeners: continues the queues of the last run, and accepts commands from the command
 * line.
 */
export function start(app: App, listeners: Listeners): Running {
  const token = randomBytes(32).toString('hex');
  app.db.useJournal((confirmation, openLog) => localJournal(confirmation, openLog()));
  app.site = siteOf(app, pages);
  const answering = logging(
    app,
    listener(app, endpoints, { token, run: (command, args) => runCommand(app, command, args) }),
  );
  const shutdown = new GracefulShutdown();
  const counted = measure(app)?.counting(answering) ?? answering;
  app.server = listeners.main;
  app.files.protect();
  resumeQueues(app);
  listeners.answerWith(shutdown.heeding(counted));
  announce(app.config.dataDir, listeners.local, token);
  const stopJobs = startJobs(app, jobs);
  const sweeping = setInterval(() => app.queues.sweep(), 1000);
  return {
    url: listeners.url,
    reload() {
      listeners.reload();
      listeners.certificates?.retry();
    },
    async stop() {
      const jobsStopped = stopJobs();
      clearInterval(sweeping);
      listeners.certificates?.stop();
      app.stopping = true;
      app.queues.release();
      // Some polls arrive only now, and some clients poll again on the same connection before they learn that it is
      // closing.
      const releasing = setInterval(() => app.queues.release(), 50);
      await shutdown.close(listeners.all, LAST_WORDS);
      clearInterval(releasing);
      await jobsStopped;
      // A mail that the other server is accepting must not be sent twice.
      await waitForDeliveries(app, LAST_WORDS);
      app.messages.indexNow();
      keepQueues(app);
      app.db.close();
    },
  };
}

/** Starts collecting metrics, if the operator wants them. */
function measure(app: App): Metrics | undefined {
  const { metrics, metricsToken } = app.config.choices;
  if (!metrics && !metricsToken) return undefined;
  const measured = new Metrics();
  app.metrics = measured;
  app.db.onCommitted = (ms) => measured.commits.add(ms / 1000);
  return measured;
}
