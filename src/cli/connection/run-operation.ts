import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { FolderInUse, findHolder, type Holder, isHere } from '../../kernel/db/lock.ts';
import type { Outcome } from '../../kernel/http/control.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import type { Args, OperationName, Result } from '../../operations/operations.ts';
import { type CommandOptions, dataFolder, hasDatabase } from '../../server/configuration.ts';
import { askServer } from './ask-server.ts';
import { openInServer } from './organizations-server.ts';
import { rejectionFailure } from './rejection.ts';

/** How long to wait for a server that is stopping or starting, ms. */
const TIMEOUT = 10_000;

/**
 * Runs an operation on a data folder: in the server that has it open, so that clients receive its events, or else in
 * this process.
 */
export async function runAnywhere<N extends OperationName>(
  options: CommandOptions,
  operation: N,
  args: Args<N>,
): Promise<Result<N>> {
  const dataDir = dataFolder(options.data);
  const until = performance.now() + TIMEOUT;
  await openInServer(options);
  while (performance.now() < until) {
    const holder = findHolder(dataDir);
    if (!holder?.url && operation !== 'user-create' && !hasDatabase(dataDir))
      throw new Failure(
        EXIT.notFound,
        `There is no database in ${dataDir}. Create one with user create, or choose another folder with --data`,
      );
    const outcome = holder?.url
      ? await runInServer(dataDir, holder, operation, args)
      : await runAlone(options, dataDir, { operation, args });
    if (!outcome) await wait(50);
    else if ('result' in outcome) return outcome.result as Result<N>;
    else throw rejectionFailure(outcome);
  }
  throw unreachable(dataDir);
}

/**
 * Runs an operation in the server that has a data folder open. Never opens the folder in this process, which would keep
 * a server from starting. Throws a Failure with EXIT.unreachable if no server is running, and with EXIT.notFound if
 * there is no database.
 */
export async function runOnlyInServer<N extends OperationName>(
  options: CommandOptions,
  operation: N,
  args: Args<N>,
): Promise<Result<N>> {
  const dataDir = dataFolder(options.data);
  const holder = findHolder(dataDir);
  if (!holder && !hasDatabase(dataDir))
    throw new Failure(EXIT.notFound, `There is no database in ${dataDir}. Choose another folder with --data`);
  const outcome = holder?.url && (await runInServer(dataDir, holder, operation, args));
  if (!outcome) throw unreachable(dataDir);
  if ('result' in outcome) return outcome.result as Result<N>;
  throw rejectionFailure(outcome);
}

function unreachable(dataDir: string): Failure {
  const holder = findHolder(dataDir);
  const advice =
    holder && !isHere(holder) ? ': it is in another container. Run the command there, as with docker exec' : '';
  return new Failure(EXIT.unreachable, `The server that uses ${dataDir} does not respond${advice}`);
}

/** undefined: no server is running (any more). */
async function runInServer(
  dataDir: string,
  holder: Holder,
  operation: string,
  args: object,
): Promise<Outcome | undefined> {
  const outcome = await askServer(holder, operation, args).catch(() => undefined);
  if (outcome) say(`Data folder ${dataDir}, through the server running on it (process ${holder.pid})`);
  return outcome;
}

/** undefined: another process holds the folder now. Throws Failure if the operation is rejected. */
async function runAlone<N extends OperationName>(
  options: CommandOptions,
  dataDir: string,
  { operation, args }: { operation: N; args: Args<N> },
): Promise<{ result: Result<N> } | undefined> {
  // It loads the whole server, which commands in a running one do not need.
  const { closeHere, openHere, runHere } = await import('./local-app.ts');
  let app: App;
  try {
    app = await openHere(options, dataDir);
  } catch (error) {
    if (error instanceof FolderInUse) return undefined;
    throw error;
  }
  try {
    return { result: await runHere(app, operation, args) };
  } finally {
    await closeHere(app);
  }
}
