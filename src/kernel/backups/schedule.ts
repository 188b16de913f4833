import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, seconds } from '../clock.ts';
import type { ServerConfig } from '../config.ts';
import { withStorage } from '../files/open-storage.ts';
import { jobsOf } from '../jobs.ts';
import type { Log } from '../log.ts';
import { runOwnCommand } from '../own-process.ts';
import { SharedWork } from '../time-slices.ts';
import { keepRuleText } from './retention.ts';

/** Backups with the uploads, and those of the database alone. */
export type BackupKind = 'full' | 'no-uploads';

const BACKUP_NAME = /^klatch-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z(-no-uploads)?(?:-(\d{1,6}))?\.tar$/;

/** The default name of a backup; `count` tells backups of the same second apart. */
export function backupName(time: Date, kind: BackupKind = 'full', count = 1): string {
  const when = time.toISOString().replaceAll(/:|\.\d+/g, '');
  return `klatch-${when}${kind === 'full' ? '' : '-no-uploads'}${count === 1 ? '' : `-${count}`}.tar`;
}

export interface NamedBackup {
  name: string;
  kind: BackupKind;
  /** When it was created, s. */
  made: number;
}

/** The backups in a folder that are named by their time, oldest first. */
export const backupsNamedIn = (folder: string): NamedBackup[] =>
  backupsAmong(existsSync(folder) ? readdirSync(folder) : []);

/** When the newest backup in the folder for automatic backups was created, s; undefined: there is none. */
export async function newestBackup(place: Place): Promise<number | undefined> {
  return backupsAmong(await readdir(placeOf(place)).catch(() => [])).at(-1)?.made;
}

function backupsAmong(names: readonly string[]): NamedBackup[] {
  const found: (NamedBackup & { count: number })[] = [];
  for (const name of names) {
    const [, day, hour, minute, second, noUploads, count = '1'] = BACKUP_NAME.exec(name) ?? [];
    const made = Date.parse(`${day}T${hour}:${minute}:${second}Z`) / 1000;
    if (!Number.isNaN(made)) found.push({ name, made, kind: noUploads ? 'no-uploads' : 'full', count: Number(count) });
  }
  return found.sort((one, other) => one.made - other.made || one.count - other.count);
}

export const backupsIn = (dataDir: string): string => join(dataDir, 'backups');

/** Seconds between two attempts. After a failure, a full disk is not tried again at once. */
const PAUSE = 600;

/** The backups that this process makes. */
export class Backups {
  readonly running = new SharedWork<'backup', string>();
  /** When the last one was started, s. */
  tried = 0;
  /** Whether the last one succeeded; undefined: there was none. */
  lastSucceeded: boolean | undefined;
}

/** What backups need of the server. */
interface Server {
  backups: Backups;
  config: ServerConfig;
  log: Log;
  clock: Clock;
}

/**
 * Creates a backup in the data folder's `backups`, in a process of its own: copying, compressing and checking delay no
 * message. Returns its path. A second call during a backup returns the same one.
 */
export const backUp = (app: Server): Promise<string> => app.backups.running.run('backup', () => run(app));

async function run(app: Server): Promise<string> {
  const { backups } = app;
  try {
    const file = await make(app);
    backups.lastSucceeded = true;
    return file;
  } catch (error) {
    backups.lastSucceeded = false;
    throw error;
  }
}

async function make({ backups, config, log, clock }: Server): Promise<string> {
  backups.tried = seconds(clock);
  const { dataDir, backupKeep, backupUploads } = config.choices;
  const folder = placeOf(config.choices);
  requireMounted(folder, config.choices);
  const options = [
    ...['--data', dataDir, '--to', folder, '--keep', keepRuleText(backupKeep)],
    ...(backupUploads ? [] : ['--no-uploads']),
  ];
  const env = withStorage(process.env, config.choices);
  const output = await runOwnCommand(['backup', '--quiet', ...options], { env });
  rememberPlace(folder, dataDir);
  log.info({ file: output.trim() }, 'backup made');
  return output.trim();
}

export const scheduledBackup = jobsOf<Server>()({
  name: 'back up',
  every: 30,
  async run(app) {
    const { backupEvery, backupUploads } = app.config.choices;
    const now = seconds(app.clock);
    if (backupEvery === undefined || now - app.backups.tried < Math.min(PAUSE, backupEvery)) return;
    const folder = placeOf(app.config.choices);
    const plan = { every: backupEvery, now, uploads: backupUploads };
    if (isDue(folder, plan)) await backUp(app).catch((error: Error) => warnOfFailure(app, folder, error));
  },
});

/** The log has the age of the newest backup, since a failure that lasts is worse than one. */
function warnOfFailure({ log, clock, config }: Server, folder: string, { message }: Error): void {
  const made = backupsNamedIn(folder).at(-1)?.made;
  const days = made === undefined ? undefined : Math.floor((seconds(clock) - made) / 86_400);
  const age = days === undefined ? 'there is no backup' : `the newest backup is ${days} days old`;
  log.error({ reason: message, folder, data: config.dataDir }, `the backup failed; ${age}`);
}

interface Place {
  dataDir: string;
  /** The operator's folder. */
  backupTo?: string | undefined;
}

/** The folder for automatic backups. */
export const placeOf = ({ dataDir, backupTo }: Place): string => backupTo ?? backupsIn(dataDir);

/** The paths of automatic backups in folders of the operator: that of the settings, and that of the last backup. */
export function backupsElsewhere(place: Place): string[] {
  const folders = new Set([placeOf(place), lastPlaceIn(place.dataDir)?.folder ?? placeOf(place)]);
  folders.delete(backupsIn(place.dataDir));
  return [...folders].flatMap((folder) => backupsNamedIn(folder).map(({ name }) => join(folder, name)));
}

/** The file in the data folder that names the operator's folder of the last backup, and its file system. */
const placeFileOf = (dataDir: string): string => join(dataDir, 'backup-place.json');

/**
 * Throws if the operator's folder does not exist. Throws also if the backups in it are gone together with their file
 * system: the disk is not mounted, and a backup would fill the one below it.
 */
export function requireMounted(folder: string, { dataDir, backupTo }: Place): void {
  if (backupTo === undefined) return;
  const { dev, isFolder } = describe(folder);
  if (!isFolder) throw new Error(`The folder for backups ${folder} does not exist. Mount its disk, or create it`);
  const last = lastPlaceIn(dataDir);
  if (last?.folder === folder && last.dev !== dev && backupsNamedIn(folder).length === 0)
    throw new Error(`The disk of the folder for backups ${folder} is not mounted: the earlier backups are gone`);
}

function describe(folder: string): { dev: number | undefined; isFolder: boolean } {
  const found = statSync(folder, { throwIfNoEntry: false });
  return { dev: found?.dev, isFolder: found?.isDirectory() ?? false };
}

function lastPlaceIn(dataDir: string): { folder: string; dev: number } | undefined {
  try {
    return JSON.parse(readFileSync(placeFileOf(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Stores where the last automatic backup is. */
export function rememberPlace(folder: string, dataDir: string): void {
  try {
    writeFileSync(placeFileOf(dataDir), JSON.stringify({ folder, dev: describe(folder).dev }), { mode: 0o600 });
  } catch {
    // The data folder may be full; the backup is elsewhere.
  }
}

interface Plan {
  /** s */
  every: number;
  /** s */
  now: number;
  uploads: boolean;
}

/** Whether a folder has no backup or only too old ones. If uploads are required, backups without them do not count. */
export function isDue(folder: string, { every, now, uploads }: Plan): boolean {
  const enough = backupsNamedIn(folder).filter(({ kind }) => !uploads || kind === 'full');
  return now - (enough.at(-1)?.made ?? 0) >= every;
}
