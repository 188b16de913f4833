import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ownCommand } from './assets.ts';
import { seconds } from './clock.ts';
import { withStorage } from './files/open-storage.ts';
import { jobsOf } from './jobs.ts';
import type { Kernel } from './kernel.ts';
import { SharedWork } from './work.ts';

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
export function backupsNamedIn(folder: string): NamedBackup[] {
  const found: (NamedBackup & { count: number })[] = [];
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
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
}

/**
 * Creates a backup in the data folder's `backups`, in a process of its own: copying, compressing and checking delay no
 * message. Returns its path. A second call during a backup returns the same one.
 */
export const backUp = (app: Kernel): Promise<string> => app.backups.running.run('backup', () => run(app));

async function run({ backups, config, log, clock }: Kernel): Promise<string> {
  backups.tried = seconds(clock);
  const { dataDir, backupKeep, backupUploads } = config.choices;
  const options = ['--data', dataDir, '--keep', String(backupKeep), ...(backupUploads ? [] : ['--no-uploads'])];
  const child = spawn(process.execPath, [...ownCommand, 'backup', '--quiet', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withStorage(process.env, config.choices),
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(errors.trim() || `ended with ${code}`);
  log.info({ file: output.trim() }, 'backup made');
  return output.trim();
}

export const scheduledBackup = jobsOf<Kernel>()({
  name: 'back up',
  every: 30,
  async run(app) {
    const { backupEvery, backupUploads, dataDir } = app.config.choices;
    const now = seconds(app.clock);
    if (backupEvery === undefined || now - app.backups.tried < Math.min(PAUSE, backupEvery)) return;
    if (isDue(backupsIn(dataDir), { every: backupEvery, now, uploads: backupUploads })) await backUp(app);
  },
});

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
