import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Where the process's code is bundled by `npm start` (scripts/bundle.mjs). */
declare const KLATCH_PICTURE_WORKER: string | undefined;

const script =
  typeof KLATCH_PICTURE_WORKER === 'string'
    ? KLATCH_PICTURE_WORKER
    : fileURLToPath(new URL('./image-worker-process.ts', import.meta.url));

/** Starts the image process. The executable starts itself again for it (scripts/build). */
export const startWorker = (): ChildProcess =>
  fork(script, { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
