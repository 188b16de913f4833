import { setTimeout as wait } from 'node:timers/promises';
import { damageOr } from './db/open.ts';
import type { DiskState } from './disk.ts';
import type { Log } from './log.ts';

/**
 * A timed job: `run` is called every `every` seconds while the server runs. It calls the same actions as users'
 * requests. It decides by the clock and by stored data, so an extra call does no harm. `stopping` is aborted when the
 * server stops: a long job then ends, and starts again after the next start.
 */
export interface Job<App = unknown> {
  name: string;
  every: number;
  run(app: App, stopping?: AbortSignal): void | Promise<void>;
  /**
   * When work is due, in UNIX seconds; 0: now; null or undefined: nothing is waiting. A closed organization is opened
   * at that time. Without it, the job need not run while nobody uses the organization.
   */
  next?(app: App): number | null | undefined;
}

/** Makes the function that declares jobs of an application. */
export const jobsOf =
  <App>() =>
  (declaration: Job<App>): Job =>
    declaration;

/**
 * Rare jobs also run this long after a start, s: otherwise a server that is restarted every day would never run them.
 */
const SETTLING = 60;
/** How long a job may take to end when the server stops, ms. */
const JOB_STOP_TIMEOUT = 3000;

/**
 * Starts the jobs. Returns the function that stops them. A job that throws is logged and runs again at its next time.
 */
export function startJobs(app: { disk: DiskState; log: Log }, jobs: readonly Job[]): () => Promise<void> {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const perform = async ({ name, run }: Job) => {
    try {
      await run(app, stopping.signal);
    } catch (err) {
      if (!app.disk.report(err)) app.log.error({ err, job: name }, damageOr(err, 'job failed'));
    }
  };
  const begin = (each: Job) => {
    const run = perform(each).finally(() => running.delete(run));
    running.add(run);
  };
  const timers = jobs.flatMap((each) => [
    setInterval(begin, each.every * 1000, each).unref(),
    ...(each.every > SETTLING ? [setTimeout(begin, SETTLING * 1000, each).unref()] : []),
  ]);
  return async () => {
    timers.forEach(clearInterval);
    stopping.abort();
    if (running.size > 0) await Promise.race([Promise.all(running), wait(JOB_STOP_TIMEOUT, undefined, { ref: false })]);
  };
}
