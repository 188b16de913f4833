import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Where `npm start` has the process's code bundled (scripts/bundle.mjs). */
declare const KLATCH_PICTURE_WORKER: string | undefined;

const script =
  typeof KLATCH_PICTURE_WORKER === 'string'
    ? KLATCH_PICTURE_WORKER
    : fileURLToPath(new URL('./image-worker-process.ts', import.meta.url));

/** The process that works on pictures. The one executable begins itself once more for it (scripts/build). */
export const startWorker = (): ChildProcess =>
  fork(script, { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
