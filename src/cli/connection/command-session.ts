import { FolderInUse, findHolder } from '../../kernel/db/lock.ts';
import type { Outcome } from '../../kernel/http/control.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import type { Result } from '../../operations/operations.ts';
import type { CommandSession } from '../../operations/session.ts';
import { type CommandOptions, dataFolder } from '../../server/configuration.ts';
import { askServer } from './ask-server.ts';
import { openInServer } from './organizations-server.ts';
import { rejectionFailure } from './rejection.ts';

/** Opens a session. A data folder without a database gets one. */
export async function openCommandSession(options: CommandOptions): Promise<CommandSession> {
  const dataDir = dataFolder(options.data);
  await openInServer(options);
  const holder = findHolder(dataDir);
  if (holder?.url) return serverSession(dataDir, holder.url, holder.token!);
  try {
    return await localSession(options, dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const { url, token } = error.holder;
    if (!url) throw new Failure(EXIT.inUse, `Another command uses ${dataDir}; try again when it has ended`);
    return serverSession(dataDir, url, token!);
  }
}

function serverSession(dataDir: string, url: string, token: string): CommandSession {
  say(`Data folder ${dataDir}, through the server running on it`);
  return {
    dataDir,
    isServer: true,
    async run(operation, args) {
      let outcome: Outcome;
      try {
        const answer = await askServer({ url, token }, operation, args);
        if (!answer) throw new Error('it is stopping');
        outcome = answer;
      } catch (error) {
        const reason = (error as Error).message;
        throw new Failure(EXIT.unreachable, `The server that has ${dataDir} open does not answer any more (${reason})`);
      }
      if ('refused' in outcome) throw rejectionFailure(outcome);
      return outcome.result as Result<typeof operation>;
    },
    async close() {},
  };
}

async function localSession(options: CommandOptions, dataDir: string): Promise<CommandSession> {
  // It loads the whole server, which sessions with a running one do not need.
  const { closeHere, openHere, runHere } = await import('./local-app.ts');
  const app = await openHere(options, dataDir);
  // A long session reads all of the file once. Mapped, it would count as memory of this process.
  app.db.pragma('mmap_size = 0');
  return {
    dataDir,
    isServer: false,
    run: (operation, args) => runHere(app, operation, args),
    close: () => closeHere(app),
  };
}
