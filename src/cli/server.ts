import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { App } from '../app.ts';
import { figuresOfApp } from '../chat/monitoring/figures.ts';
import { waitForDeliveries } from '../chat/notifications/mail/jobs.ts';
import { keepQueues, resumeQueues } from '../chat/register/actions.ts';
import { endpoints, jobs } from '../declarations.ts';
import { announce } from '../kernel/db/lock.ts';
import { CONTROL_PATH } from '../kernel/http/control.ts';
import { GracefulShutdown } from '../kernel/http/graceful-shutdown.ts';
import { Window } from '../kernel/http/limits.ts';
import { logging } from '../kernel/http/logging.ts';
import { sendError } from '../kernel/http/reply.ts';
import { listener } from '../kernel/http/server.ts';
import { startJobs } from '../kernel/jobs.ts';
import { Metrics } from '../kernel/metrics.ts';
import { pages } from '../pages/contents.ts';
import { siteOf } from '../pages/kit/site.ts';
import { runCommand } from './commands.ts';
import type { Listeners } from './listeners.ts';

/** How long clients may take to finish when the server stops, ms. */
export const LAST_WORDS = 3000;

/** A running server. */
export interface Running {
  /** The address it listens on. */
  url: string;
  /** Reads the certificate again, and retries a failed request for one. */
  reload(): void;
  /** Answers and disconnects its clients, saves their queues for the next start and closes the database. */
  stop(): Promise<void>;
}

/** An open app that answers requests, runs its jobs and accepts commands from the command line. */
export interface Work {
  answer: RequestListener;
  /** What commands on this machine authenticate with. */
  token: string;
  /** Starts no more jobs, and answers all polls; also those that arrive later. */
  leave(): void;
  /** Call it after the last answer: saves the queues of the clients for the next start, and closes the database. */
  finish(): Promise<void>;
}

/** How the process that writes begins, in a server of several processes. */
export interface Beginning {
  /** Begins to write, and continues no queues: they are in the other processes. */
  write: () => void;
  /** Jobs start when it resolves. */
  ready: Promise<void>;
}

/**
 * Begins the work of an open app: continues the queues of the last run. `local`: where commands reach it. `beginning`:
 * the app is one of several processes.
 */
export function beginWork(app: App, local: string, beginning?: Beginning): Work {
  const token = randomBytes(32).toString('hex');
  beginning?.write();
  app.site = siteOf(app, pages);
  const answering = logging(
    app,
    listener(app, endpoints, { token, run: (command, args) => runCommand(app, command, args) }),
  );
  const measured = measure(app);
  // In a server of several processes, the others count what they forward.
  const answer = limiting(app, beginning ? answering : (measured?.counting(answering) ?? answering));
  app.files.protect();
  app.auditOutputs.open();
  if (!beginning) resumeQueues(app);
  announce(app.config.dataDir, local, token);
  let stopJobs = async (): Promise<void> => {};
  const begin = () => (stopJobs = startJobs(app, jobs));
  if (beginning) beginning.ready.then(() => !app.stopping && begin());
  else begin();
  const sweeping = setInterval(() => app.queues.sweep(), 1000);
  let jobsStopped: Promise<void> | undefined;
  let releasing: NodeJS.Timeout | undefined;
  return {
    answer,
    token,
    leave() {
      jobsStopped = stopJobs();
      clearInterval(sweeping);
      app.stopping = true;
      app.queues.release();
      // Some polls arrive only now, and some clients poll again on the same connection before they learn that it is
      // closing.
      releasing = setInterval(() => app.queues.release(), 50);
    },
    async finish() {
      clearInterval(releasing);
      await jobsStopped;
      // A mail that the other server is accepting must not be sent twice.
      await waitForDeliveries(app, LAST_WORDS);
      app.messages.indexNow();
      keepQueues(app);
      await app.db.settle();
      app.db.close();
      await app.auditOutputs.close();
    },
  };
}

/** Serves an open app on these listeners. */
export function start(app: App, listeners: Listeners, beginning?: Beginning): Running {
  const shutdown = new GracefulShutdown();
  const work = beginWork(app, listeners.local, beginning);
  app.server = listeners.main;
  listeners.answerWith(shutdown.heeding(work.answer));
  return {
    url: listeners.url,
    reload() {
      listeners.reload();
      app.auditOutputs.reopen();
      listeners.certificates?.retry();
    },
    async stop() {
      work.leave();
      listeners.certificates?.stop();
      await shutdown.close(listeners.all, LAST_WORDS);
      await work.finish();
    },
  };
}

/** Refuses requests beyond the operator's limit for the organization. Commands and health checks are not counted. */
export function limiting(app: App, answer: RequestListener): RequestListener {
  const everybody = 'all';
  let limit: { most: number; window: Window } | undefined;
  return (request, response) => {
    const most = app.config.choices.requestsPerMinute;
    if (most === undefined || request.url === '/health' || request.url?.startsWith(CONTROL_PATH))
      return answer(request, response);
    if (limit?.most !== most) limit = { most, window: new Window({ points: most, duration: 60 }) };
    try {
      limit.window.take(everybody);
    } catch (error) {
      request.resume();
      return sendError(app, response, error);
    }
    answer(request, response);
  };
}

/** Starts collecting metrics, if the operator wants them. */
export function measure(app: App): Metrics | undefined {
  const { metrics, metricsToken } = app.config.choices;
  if (!metrics && !metricsToken) return undefined;
  const measured = new Metrics();
  app.metrics = measured;
  app.measure = () => figuresOfApp(app, measured);
  app.db.onDurable = (ms) => measured.commits.add(ms / 1000);
  return measured;
}
