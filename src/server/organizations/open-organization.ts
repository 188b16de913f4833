import type { RequestListener } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { jobs } from '../../declarations.ts';
import { backUp } from '../../kernel/backups/schedule.ts';
import { isMuchToDo } from '../../kernel/db/open.ts';
import type { Log } from '../../kernel/log.ts';
import { inTurns, type Turns } from '../../kernel/time-slices.ts';
import { SCHEMA_VERSION } from '../../schema/upgrades.ts';
import type { Config } from '../../settings/config.ts';
import { AppServer } from '../app-server.ts';
import { databasePath } from '../configuration.ts';
import { lockDataFolder, openInSteps } from '../data-folder.ts';
import { complete, prepareApart, useLocalJournal } from '../prepare.ts';
import { writeAlone } from '../writing.ts';
import { buildConfig, type StoredOrganization, storeNextRun } from './folder.ts';

/** A closed organization is opened at least this often, s, for jobs that delete what has expired. */
const DAY = 86_400;
/** Beside other organizations, a larger database is not checked after a clean shutdown, bytes: it takes too long. */
const CHECKED_BESIDE_OTHERS = 2 ** 21;

/** An organization that answers requests, in this process or in one of its own. */
export interface OpenOrganization {
  answer: RequestListener;
  /** What commands authenticate with that reach the organization in this process. */
  token?: string;
  /** When its jobs must run next if it is closed, UNIX seconds. */
  readonly nextRun: number;
  /** Applies its settings again, and opens the files of its audit logs again. */
  reload(stored: StoredOrganization): void;
  backUp(): Promise<void>;
  /** Starts no more jobs, and answers all polls; also those that arrive later. */
  leave(): void;
  /** Call it after the last answer. Closes the database, and stores `nextRun`. */
  finish(): Promise<void>;
}

export interface Opening {
  stored: StoredOrganization;
  /** The settings of the server. */
  server: Config;
  log: Log;
  /** Where commands on this machine reach it. */
  local: string;
  /** What others do meanwhile; undefined: the process has no other organizations, so opening may block it. */
  beside?: {
    /** Databases that other processes prepare. */
    preparing: Turns;
    /** Organizations that this process opens. */
    working: Turns;
    /** This server has had it open, and closed it properly. */
    isReopened: boolean;
  };
}

/**
 * Opens an organization in this process. Nothing blocks the event loop for more than some milliseconds. Another process
 * prepares a database that must be created, recovered or upgraded. Syncs to disk run in the thread pool. Rejects if it
 * cannot be opened.
 */
export async function openHere({ stored, server, log, local, beside }: Opening): Promise<OpenOrganization> {
  const { dataDir } = stored;
  await turn();
  const unlock = await lockDataFolder(dataDir);
  try {
    await turn();
    const config = buildConfig(stored, server);
    const isMuch = isMuchToDo(databasePath(dataDir), SCHEMA_VERSION, 0);
    if (beside && isMuch) await beside.preparing.run(() => prepareApart({ config, log }));
    const work = async () =>
      serveOrganization(await openApp({ config, log }, beside), { server, local, dataDir, unlock });
    return await (beside ? beside.working.run(work) : work());
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openApp({ config, log }: Pick<App, 'config' | 'log'>, beside: Opening['beside']): Promise<App> {
  await turn();
  const opening = beside && { largestChecked: beside.isReopened ? 0 : CHECKED_BESIDE_OTHERS };
  const app = await inTurns(openInSteps(config, log, opening));
  // Mapped, the file would count as memory of this process.
  app.db.pragma('mmap_size = 0');
  await useLocalJournal(app);
  await complete(app);
  // The check has read all pages.
  app.db.pragma('shrink_memory');
  await turn();
  return app;
}

async function serveOrganization(
  app: App,
  { server, local, dataDir, unlock }: Pick<Opening, 'server' | 'local'> & { dataDir: string; unlock: () => void },
): Promise<OpenOrganization> {
  const own = new AppServer({ app, writing: writeAlone(app), local });
  await own.start();
  return {
    answer: own.answer,
    token: own.token,
    get nextRun() {
      return computeNextRun(app);
    },
    reload(stored) {
      const { choices, found } = buildConfig(stored, server);
      Object.assign(app.config.choices, choices);
      app.config.found = found;
      own.reload();
    },
    async backUp() {
      await backUp(app);
    },
    leave: () => own.leave(),
    async finish() {
      const nextRun = computeNextRun(app);
      await own.finish();
      storeNextRun(dataDir, nextRun);
      unlock();
    },
  };
}

function computeNextRun(app: App): number {
  const times = jobs.map(({ next }) => next?.(app) ?? Number.POSITIVE_INFINITY);
  return Math.min(Math.floor(Date.now() / 1000) + DAY, ...times);
}
