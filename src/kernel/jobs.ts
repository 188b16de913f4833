import type { App } from '../app.ts';

/** Something timed: `run` is called every `every` seconds while the server serves; it calls the same actions people do. */
export interface Job {
  name: string;
  every: number;
  run(app: App): void | Promise<void>;
}

export const job = (declaration: Job): Job => declaration;

/** Starts the jobs; the answer stops them. A job that throws is logged and runs again at its next time. */
export function startJobs(app: App, jobs: readonly Job[]): () => void {
  const timers = jobs.map(({ name, every, run }) => {
    const timer = setInterval(async () => {
      try {
        await run(app);
      } catch (err) {
        app.log.error({ err, job: name }, 'job failed');
      }
    }, every * 1000);
    timer.unref();
    return timer;
  });
  return () => timers.forEach(clearInterval);
}
