import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Where the process's code is bundled by `npm start` (scripts/bundle.mjs). */
declare const KLATCH_TEMPLATE_RENDERER: string | undefined;

const script =
  typeof KLATCH_TEMPLATE_RENDERER === 'string'
    ? KLATCH_TEMPLATE_RENDERER
    : fileURLToPath(new URL('./template-process.ts', import.meta.url));

/** Starts the process that renders templates. The executable starts itself again for it (scripts/build). */
export const startRenderer = (): ChildProcess =>
  fork(script, { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
