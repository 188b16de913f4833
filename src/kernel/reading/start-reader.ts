import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Where the process's code is bundled by `npm start` (scripts/bundle.mjs). */
declare const KLATCH_DOCUMENT_READER: string | undefined;

const script =
  typeof KLATCH_DOCUMENT_READER === 'string'
    ? KLATCH_DOCUMENT_READER
    : fileURLToPath(new URL('./reader-process.ts', import.meta.url));

/** Starts the process that reads mails and feeds. The executable starts itself again for it (scripts/build). */
export const startReader = (): ChildProcess =>
  fork(script, { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
