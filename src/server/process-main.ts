import { COPYING, HOSTING, PREPARING, WORKING } from './own-processes.ts';

/** The main functions of the processes that a server starts, which load nothing else. */
const MAIN: Record<string, (args: string[]) => Promise<void>> = {
  [PREPARING]: async (args) => (await import('./prepare.ts')).prepareHere(args),
  [WORKING]: async () => (await import('./workers/worker.ts')).work(),
  [HOSTING]: async () => (await import('./organizations/process.ts')).serveOrganization(),
  [COPYING]: async (args) => (await import('./cluster/copy.ts')).copyHere(args),
};

/** The main function of this process, if a server started it as one of its own. */
export const findOwnProcess = (argument = ''): ((args: string[]) => Promise<void>) | undefined =>
  Object.hasOwn(MAIN, argument) ? MAIN[argument] : undefined;
