import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { App } from '../app.ts';
import { seconds } from './clock.ts';
import { job } from './jobs.ts';
import { itself } from './shipped.ts';

/** What backups without a name of their own are called. */
export const BACKUP_NAME = /^klatch-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;
export const backupName = (time: Date): string => `klatch-${time.toISOString().replaceAll(/:|\.\d+/g, '')}.tar`;
export const backupsIn = (dataDir: string): string => join(dataDir, 'backups');

let running: Promise<string> | undefined;
/** When the last one was begun, s; a disk that is full is not tried again at once. */
let tried = 0;
const PAUSE = 600;

/**
 * Makes a backup in the data folder's `backups`, in a process of its own: copying, compressing and checking hold up no message. Answers where it
 * is; while one is being made, it is that one.
 */
export function backUp(app: App): Promise<string> {
  running ??= run(app).finally(() => {
    running = undefined;
  });
  return running;
}

async function run({ config, log, clock }: App): Promise<string> {
  tried = seconds(clock);
  const { dataDir, backupKeep, backupUploads } = config.choices;
  const wishes = ['--data', dataDir, '--keep', String(backupKeep), ...(backupUploads ? [] : ['--no-uploads'])];
  const child = spawn(process.execPath, [...itself, 'backup', '--quiet', ...wishes], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, said, complaint] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(complaint.trim() || `ended with ${code}`);
  log.info({ file: said.trim() }, 'backup made');
  return said.trim();
}

export const scheduledBackup = job({
  name: 'back up',
  every: 30,
  async run(app) {
    const { backupEvery, dataDir } = app.config.choices;
    const now = seconds(app.clock);
    if (backupEvery === undefined || now - tried < Math.min(PAUSE, backupEvery)) return;
    if (isDue(backupsIn(dataDir), backupEvery, now)) await backUp(app);
  },
});

/** Whether the newest backup in a folder is older than so many seconds, or there is none. */
export const isDue = (folder: string, every: number, now: number): boolean => now - newestIn(folder) >= every;

/** When the newest backup in a folder was made, s. */
function newestIn(folder: string): number {
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => BACKUP_NAME.test(name));
  return Math.max(0, ...names.map((name) => Date.parse(name.replace(BACKUP_NAME, '$1T$2:$3:$4Z')) / 1000));
}
