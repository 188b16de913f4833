import { Worker } from 'node:worker_threads';

/** The thread that works on pictures. In the one executable its code comes out of that (scripts/build). */
export const startWorker = (): Worker => new Worker(new URL('./picture-worker.ts', import.meta.url), { execArgv: [], stdin: false });
