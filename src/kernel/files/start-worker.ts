import { Worker } from 'node:worker_threads';

/** Where `npm start` has the thread's code bundled (scripts/bundle.mjs). */
declare const KLATCH_PICTURE_WORKER: string | undefined;

const code = typeof KLATCH_PICTURE_WORKER === 'string' ? KLATCH_PICTURE_WORKER : new URL('./picture-worker.ts', import.meta.url);

/** The thread that works on pictures. In the one executable its code comes out of that (scripts/build). */
export const startWorker = (): Worker => new Worker(code, { execArgv: [], stdin: false });
