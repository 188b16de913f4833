import { randomBytes } from 'node:crypto';
import type { Server as HttpServer, RequestListener } from 'node:http';
import type { App } from '../app.ts';
import { waitForDeliveries } from '../chat/notifications/mail/jobs.ts';
import { jobs } from '../declarations.ts';
import { announce } from '../kernel/db/lock.ts';
import { GracefulShutdown } from '../kernel/http/graceful-shutdown.ts';
import { startJobs } from '../kernel/jobs.ts';
import type { Exporter } from '../kernel/telemetry/exporter.ts';
import { pages } from '../pages/contents.ts';
import { makeSite } from '../pages/kit/site.ts';
import { answerClients } from './answer.ts';
import type { Listeners } from './listeners/listeners.ts';
import { endIfLost } from './signals.ts';
import type { Writing } from './writing.ts';

/** How long clients may take to finish when the server stops, ms. */
export const STOP_TIMEOUT = 3000;
/** How often polls are answered that arrive while the server stops, ms. */
const RELEASE_INTERVAL = 50;
/** How often expired event queues are removed, ms. */
const SWEEP_INTERVAL = 1000;

interface Parts {
  /** The open app. */
  app: App;
  /** Who writes its database. */
  writing: Writing;
  /** Where it listens. Undefined: it listens later, or another server passes it requests. */
  listeners?: Listeners | undefined;
  /** Where commands on this machine reach it, if it has no listeners of its own. */
  local?: string;
}

/**
 * The life of an open app: it answers requests, runs its jobs and accepts commands until it stops. It is the same for
 * a server of one process, for each of several processes, for a node of a cluster and for one of many organizations.
 */
export class AppServer {
  /** What commands on this machine authenticate with. */
  readonly token = randomBytes(32).toString('hex');
  /** Answers the requests of clients. */
  readonly answer: RequestListener;
  readonly #app: App;
  readonly #writing: Writing;
  readonly #shutdown = new GracefulShutdown();
  readonly #closing: HttpServer[] = [];
  #listeners: Listeners | undefined;
  #telemetry: Exporter | undefined;
  #local: string | undefined;
  #stopJobs: (() => Promise<void>) | undefined;
  #jobsStopped: Promise<void> | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  #releasing: NodeJS.Timeout | undefined;

  constructor({ app, writing, listeners, local }: Parts) {
    this.#app = app;
    this.#writing = writing;
    this.#listeners = listeners;
    this.#local = local ?? listeners?.local;
    app.site = makeSite(app, pages);
    endIfLost(app);
    const { run } = writing;
    this.answer = answerClients(app, run && { token: this.token, run }, !writing.isForwardedTo);
  }

  /** Where clients reach it. */
  get url(): string {
    return this.#listeners!.url;
  }

  /** Begins its work, and then answers the requests that wait at its listeners. */
  async start(): Promise<void> {
    const app = this.#app;
    app.files.protect();
    if (this.#writing.run) app.auditOutputs.open();
    await this.#writing.begin(this);
    this.#sweeping = setInterval(() => app.queues.sweep(), SWEEP_INTERVAL);
    if (app.config.choices.otlpEndpoint !== undefined)
      this.#telemetry = (await import('./telemetry.ts')).exportTelemetry(app);
    if (this.#local !== undefined) announce(app.config.dataDir, this.#local, this.token);
    if (this.#listeners) this.listenOn(this.#listeners);
  }

  /** Answers the requests of these listeners. */
  listenOn(listeners: Listeners): void {
    this.#listeners = listeners;
    this.#app.server = listeners.main;
    this.#closing.push(...listeners.all);
    listeners.answerWith(this.#shutdown.trackResponses(this.answer));
  }

  /** Answers these requests until the server stops, too. `open` makes the server that receives them. */
  alsoAnswer(answer: RequestListener, open: (answer: RequestListener) => HttpServer): HttpServer {
    const server = open(this.#shutdown.trackResponses(answer));
    this.#closing.push(server);
    return server;
  }

  /** From now on this process runs the jobs, unless it stops. */
  startJobs(): void {
    if (!this.#app.stopping) this.#stopJobs = startJobs(this.#app, jobs);
  }

  /** Resolves when the jobs that run now have ended. */
  async stopJobs(): Promise<void> {
    const stop = this.#stopJobs;
    this.#stopJobs = undefined;
    await stop?.();
  }

  /** Applies changed settings, reads the certificate again, and retries a failed request for one. */
  reload(): void {
    this.#listeners?.reload();
    if (this.#writing.run) this.#app.auditOutputs.reopen();
    this.#listeners?.certificates?.retry();
  }

  /** Answers and disconnects its clients, saves their event queues for the next start, and closes the database. */
  async stop(): Promise<void> {
    this.#app.stopping = true;
    await this.#writing.handOver?.();
    this.leave();
    this.#listeners?.certificates?.stop();
    await this.#shutdown.close(this.#closing, STOP_TIMEOUT);
    await this.finish();
  }

  /** The first half of stopping: starts no more jobs, and answers all polls; also those that arrive later. */
  leave(): void {
    const app = this.#app;
    this.#jobsStopped = this.stopJobs();
    clearInterval(this.#sweeping);
    app.stopping = true;
    app.queues.release();
    // Some polls arrive only now, and some clients poll again on the same connection before they learn that it is
    // closing.
    this.#releasing = setInterval(() => app.queues.release(), RELEASE_INTERVAL);
  }

  /** The second half, after the last answer: saves the event queues, and closes the database. */
  async finish(): Promise<void> {
    const app = this.#app;
    clearInterval(this.#releasing);
    await this.#jobsStopped;
    // A mail that the other server is accepting must not be sent twice.
    await waitForDeliveries(app, STOP_TIMEOUT);
    await this.#telemetry?.close();
    await this.#writing.saveQueues();
    app.db.close();
    await app.auditOutputs.close();
  }
}
