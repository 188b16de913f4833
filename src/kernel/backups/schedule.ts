import { type Clock, seconds } from '../clock.ts';
import type { ServerConfig } from '../config.ts';
import { withStorages } from '../files/open-storage.ts';
import { jobsOf } from '../jobs.ts';
import type { Log } from '../log.ts';
import { runOwnCommand } from '../own-process.ts';
import { backupLocationText } from '../settings/kinds.ts';
import { SharedWork } from '../time-slices.ts';
import type { NamedBackup } from './names.ts';
import { getLocation, openPlace, rememberPlace, requireMounted } from './places.ts';
import { keepRuleText } from './retention.ts';

/** Seconds between two attempts. After a failure, a full disk is not tried again at once. */
const PAUSE = 600;

/** The backups that this process makes. */
export class Backups {
  readonly running = new SharedWork<'backup', string>();
  /** When the last one was started, s. */
  tried = 0;
  /** Whether the last one succeeded; undefined: there was none. */
  lastSucceeded: boolean | undefined;
  /** The backups in a bucket, and when they were listed, s. */
  listed: { at: number; found: readonly NamedBackup[] } | undefined;
}

/** What backups need of the server. */
export interface Server {
  backups: Backups;
  config: ServerConfig;
  log: Log;
  clock: Clock;
}

/**
 * The backups in the place for automatic ones, oldest first. Those in a bucket are listed again every ten minutes,
 * since each list costs money.
 */
export async function listBackups({ backups, config, clock }: Server): Promise<readonly NamedBackup[]> {
  const place = openPlace(config.choices);
  if (place.folder !== undefined) return place.list();
  const now = seconds(clock);
  if (!backups.listed || now - backups.listed.at >= PAUSE) backups.listed = { at: now, found: await place.list() };
  return backups.listed.found;
}

/**
 * When the newest automatic backup was created, s; undefined: none is known. A bucket is not asked, since it may not
 * answer: the list of the last attempt counts.
 */
export async function newestBackup({ backups, config }: Server): Promise<number | undefined> {
  const location = getLocation(config.choices);
  const found = 'folder' in location ? await openPlace(config.choices).list() : (backups.listed?.found ?? []);
  return found.at(-1)?.made;
}

/**
 * Creates a backup in the place for automatic ones, in a process of its own: copying, compressing and checking delay no
 * message. Returns its path or URL. A second call during a backup returns the same one.
 */
export const backUp = (app: Server): Promise<string> => app.backups.running.run('backup', () => run(app));

async function run(app: Server): Promise<string> {
  const { backups, log } = app;
  try {
    const file = await make(app);
    backups.lastSucceeded = true;
    await listAgain(app);
    // Last, because a request for another backup joins this one while it runs.
    log.info({ file }, 'backup made');
    return file;
  } catch (error) {
    backups.lastSucceeded = false;
    await listAgain(app);
    throw error;
  }
}

async function listAgain(app: Server): Promise<void> {
  if (app.backups.listed) app.backups.listed.at = 0;
  await listBackups(app).catch(() => {});
}

async function make({ backups, config, clock }: Server): Promise<string> {
  backups.tried = seconds(clock);
  const { dataDir, backupKeep, backupUploads, backupRecipients = [] } = config.choices;
  const location = getLocation(config.choices);
  if ('folder' in location) requireMounted(location.folder, dataDir);
  const options = [
    ...['--data', dataDir, '--to', backupLocationText(location), '--keep', keepRuleText(backupKeep)],
    ...(backupUploads ? [] : ['--no-uploads']),
    ...backupRecipients.flatMap((recipient) => ['--recipient', recipient]),
  ];
  // Keys are in its environment, since everybody can read the arguments of a command.
  const env = withStorages(process.env, config.choices);
  const output = await runOwnCommand(['backup', '--quiet', ...options], { env });
  if ('folder' in location) rememberPlace(location.folder, dataDir);
  return output.trim();
}

export const scheduledBackup = jobsOf<Server>()({
  name: 'back up',
  every: 30,
  async run(app) {
    const { backupEvery, backupUploads } = app.config.choices;
    const now = seconds(app.clock);
    if (backupEvery === undefined || now - app.backups.tried < Math.min(PAUSE, backupEvery)) return;
    try {
      if (isDue(await listBackups(app), { every: backupEvery, now, uploads: backupUploads })) await backUp(app);
    } catch (error) {
      // A place that cannot be listed is not asked again at once, either.
      Object.assign(app.backups, { tried: now, lastSucceeded: false });
      await warnOfFailure(app, error as Error);
    }
  },
});

/** The log has the age of the newest backup, since a failure that lasts is worse than one. */
async function warnOfFailure(app: Server, { message }: Error): Promise<void> {
  const { clock, config, log } = app;
  const made = await newestBackup(app);
  const days = made === undefined ? undefined : Math.floor((seconds(clock) - made) / 86_400);
  const age = days === undefined ? 'there is no backup' : `the newest backup is ${days} days old`;
  const place = backupLocationText(getLocation(config.choices));
  log.error({ reason: message, place, data: config.dataDir }, `the backup failed; ${age}`);
}

interface Plan {
  /** s */
  every: number;
  /** s */
  now: number;
  uploads: boolean;
}

/** Whether there is no backup or only too old ones. If uploads are required, backups without them do not count. */
export function isDue(backups: readonly NamedBackup[], { every, now, uploads }: Plan): boolean {
  const enough = backups.filter(({ kind }) => !uploads || kind === 'full');
  return now - (enough.at(-1)?.made ?? 0) >= every;
}

interface Age {
  /** When the newest backup was created, s; undefined: there is none. */
  made: number | undefined;
  /** s; undefined: there are no automatic backups. */
  every: number | undefined;
  /** s */
  now: number;
}

/** Whether two automatic backups were missed. */
export const isTooOld = ({ made = 0, every, now }: Age): boolean => every !== undefined && now - made > 2 * every;
