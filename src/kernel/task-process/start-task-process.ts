import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder into which `npm start` bundles the code of task processes (scripts/bundle.mjs). */
declare const KLATCH_TASK_PROCESSES: string | undefined;

/**
 * Starts a task process. `name` is its name in scripts/task-processes.json, and `source` the URL of its script, which
 * is used where sources run. The executable starts itself again instead (scripts/build/bundle.ts).
 */
export function startTaskProcess(name: string, source: URL): ChildProcess {
  const script =
    typeof KLATCH_TASK_PROCESSES === 'string' ? join(KLATCH_TASK_PROCESSES, `${name}.js`) : fileURLToPath(source);
  return fork(script, { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}
