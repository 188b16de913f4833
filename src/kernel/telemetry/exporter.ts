import { setTimeout as wait } from 'node:timers/promises';
import { VERSION } from '../config.ts';
import { FailureInWords, unreachable } from '../http/failure-reason.ts';
import { post } from '../http/outgoing.ts';
import type { Log } from '../log.ts';
import type { Family } from '../metrics.ts';
import { type Attributes, metricsMessage, spansMessage } from './otlp.ts';
import type { Tracing } from './tracing.ts';

/** How long a collector may take to answer, ms. */
const TIMEOUT = 10_000;
/** How long a stopping server waits for it, ms. */
const LAST_TIMEOUT = 2000;

interface Options {
  endpoint: string;
  headers: Readonly<Record<string, string>> | undefined;
  /** s. */
  interval: number;
  /** What collectors tell the processes of a server apart by. */
  resource: Attributes;
  log: Log;
  tracing?: Tracing;
  measure: () => Promise<readonly Family[]>;
}

/**
 * Sends metrics and spans to a collector, in batches. While it does not answer, spans wait as long as there is room.
 * The log has the first failure of a series, and its end.
 */
export class Exporter {
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #hasFailed = false;

  constructor(options: Options) {
    this.#options = options;
    const { tracing, interval } = options;
    this.#timer = setInterval(() => void this.#export(), interval * 1000).unref();
    if (tracing) tracing.onBatch = () => void this.#run(() => this.#sendSpans(TIMEOUT));
  }

  /** Sends what remains. A collector that does not answer is not waited for. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const last = wait(LAST_TIMEOUT, 'late' as const);
    if ((await Promise.race([this.#running, last])) !== 'late') await this.#export(LAST_TIMEOUT);
  }

  #export(timeout = TIMEOUT): Promise<void> {
    return this.#run(async () => {
      const outcomes = await Promise.allSettled([this.#sendMetrics(timeout), this.#sendSpans(timeout)]);
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    });
  }

  /** One export at a time: a slow collector gets no further requests. */
  #run(work: () => Promise<void>): Promise<void> {
    this.#running ??= this.#report(work).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #sendMetrics(timeout: number): Promise<void> {
    const { measure, resource } = this.#options;
    await this.#send('/v1/metrics', metricsMessage(await measure(), { resource, version: VERSION }), timeout);
  }

  async #sendSpans(timeout: number): Promise<void> {
    const { tracing, resource } = this.#options;
    for (;;) {
      const spans = tracing?.listWaiting() ?? [];
      if (spans.length === 0) return;
      try {
        await this.#send('/v1/traces', spansMessage(spans, { resource, version: VERSION }), timeout);
        tracing!.remove(spans.length, 'sent');
      } catch (error) {
        if (error instanceof Rejected) tracing!.remove(spans.length, 'dropped');
        throw error;
      }
    }
  }

  /** Throws if the collector does not take it: Rejected if it never will. */
  async #send(path: string, message: object, timeout: number): Promise<void> {
    const { endpoint, headers } = this.#options;
    const sending = { allowPrivate: true, timeout, headers };
    const { status } = await post(endpoint + path, 'application/json', JSON.stringify(message), sending);
    if (status < 300) return;
    const Failure = status === 429 || status >= 500 ? FailureInWords : Rejected;
    throw new Failure(`answered ${path} with status ${status}`);
  }

  async #report(work: () => Promise<void>): Promise<void> {
    const { endpoint, log } = this.#options;
    try {
      await work();
      if (this.#hasFailed) log.info({ collector: endpoint }, 'the collector takes metrics and traces again');
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) log.warn({ reason: unreachable(endpoint, error) }, 'metrics and traces cannot be sent');
      this.#hasFailed = true;
    }
  }
}

/** The collector does not take this content. */
class Rejected extends FailureInWords {}
