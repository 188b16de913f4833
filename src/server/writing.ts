import type { App } from '../app.ts';
import { keepQueues, resumeQueues } from '../chat/register/actions.ts';
import type { Control } from '../kernel/http/control.ts';
import { runOperation } from '../operations/run.ts';

/** Who writes the database of an app, and where its event queues stay between two runs. */
export interface Writing {
  /** Runs the commands of this machine. Undefined: another process does. */
  run?: Control['run'];
  /** Whether other processes count the requests that they forward to this one. */
  isForwardedTo?: boolean;
  /** Continues the event queues of the last run, and starts the jobs if this process runs them. */
  begin(server: { startJobs(): void }): void | Promise<void>;
  /** Lets another process write, before the clients of this one are disconnected. */
  handOver?(): Promise<void>;
  /** Saves the event queues for the next start. Nothing is answered any more, and the database is still open. */
  saveQueues(): void | Promise<void>;
}

/** One process writes, and saves its event queues in the database. */
export const writeAlone = (app: App): Writing & Required<Pick<Writing, 'run'>> => ({
  run: (command, args) => runOperation(app, command, args),
  begin(server) {
    resumeQueues(app);
    server.startJobs();
  },
  async saveQueues() {
    app.messages.indexNow();
    keepQueues(app);
    await app.db.settle();
    app.queues.log?.remove();
  },
});
