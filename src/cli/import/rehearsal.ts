import type { App } from '../../app.ts';
import type { Clock } from '../../kernel/clock.ts';
import { FolderInUse, findHolder } from '../../kernel/db/lock.ts';
import { ReadConnection } from '../../kernel/db/read-connection.ts';
import { createLog } from '../../kernel/log.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import type { CommandSession } from '../../operations/session.ts';
import { type CommandOptions, configure, databasePath, hasDatabase } from '../../server/configuration.ts';
import { createApp } from '../../server/create-app.ts';
import { lockDataFolder } from '../../server/data-folder.ts';
import { Config } from '../../settings/config.ts';
import { runHere } from '../connection/local-app.ts';

/**
 * Opens a session in which a dry run does what the import would do, on a copy of the database in `folder`. Without a
 * database, it begins with an empty one. The data folder itself stays as it is. Throws Failure.
 */
export async function openRehearsal(options: CommandOptions, folder: string): Promise<CommandSession> {
  const { choices } = await configure(options);
  if (hasDatabase(choices.dataDir)) await copyDatabase(choices.dataDir, databasePath(folder));
  return rehearse({ choices, folder });
}

/** The session on the copy in `folder`, with the operator's choices that decide what can be stored. */
export function rehearse({ choices, folder, clock }: Rehearsal): CommandSession {
  // Nothing leaves this process: no file to a bucket, and no entry of the audit log.
  const alone = { files: undefined, auditFile: undefined, auditSyslog: undefined, cluster: undefined };
  const config = new Config({ ...choices, ...alone, dataDir: folder });
  const app: App = createApp({ config, log: createLog('error'), clock, database: databasePath(folder) });
  app.db.pragma('synchronous = OFF');
  app.db.pragma('mmap_size = 0');
  return {
    dataDir: folder,
    isServer: false,
    run: (operation, args) => runHere(app, operation, args),
    async close() {
      app.db.close();
    },
  };
}

interface Rehearsal {
  choices: Config['choices'];
  folder: string;
  clock?: Clock;
}

/** Copies a database, also beside a server that has it open. */
async function copyDatabase(dataDir: string, path: string): Promise<void> {
  const leave = await takeIfFree(dataDir);
  say(`Data folder ${dataDir}; the dry run writes to a copy of its database`);
  try {
    const source = new ReadConnection(databasePath(dataDir));
    source.script(`VACUUM INTO '${path.replaceAll("'", "''")}'`);
    source.close();
  } catch (error) {
    const reason = getReason(error);
    throw new Failure(EXIT.failure, `The database in ${dataDir} could not be copied beside it: ${reason}`, error);
  } finally {
    leave?.();
  }
}

/** Locks the folder, unless others use it: reading beside them changes nothing. */
async function takeIfFree(dataDir: string): Promise<(() => void) | undefined> {
  if (findHolder(dataDir)?.url) return undefined;
  try {
    return await lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderInUse) return undefined;
    throw error;
  }
}
