import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { localFile, type OpenFile } from '../files/storage.ts';
import type { BackupLocation } from '../settings/kinds.ts';
import { BucketPlace } from './bucket-place.ts';
import { backupsNamedIn, compareBackups, readName } from './names.ts';
import type { BackupChoices, BackupPlace, ListedBackup, LocalPlace } from './place.ts';
import { SftpPlace } from './sftp-place.ts';

export const backupsIn = (dataDir: string): string => join(dataDir, 'backups');

/** Where automatic backups are. */
export const getLocation = ({ dataDir, backupTo }: Pick<BackupChoices, 'dataDir' | 'backupTo'>): BackupLocation =>
  backupTo ?? { folder: backupsIn(dataDir) };

/** The place for automatic backups that the settings name, or another one. Throws Failure if its keys are missing. */
export function openPlace(choices: BackupChoices, location = getLocation(choices)): BackupPlace {
  if ('folder' in location) return new FolderPlace(location.folder);
  return 'host' in location ? new SftpPlace(location, choices) : new BucketPlace(location, choices);
}

class FolderPlace implements LocalPlace {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  locate = (name = ''): string => join(this.folder, name);

  async list(): Promise<ListedBackup[]> {
    const names = await readdir(this.folder).catch(() => []);
    const found = names.flatMap((name) => readName(name) ?? []);
    const sizes = await Promise.all(
      found.map(({ name }) =>
        stat(this.locate(name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    return found.map((backup, at) => ({ ...backup, size: sizes[at]! })).sort(compareBackups);
  }

  open = (name: string): Promise<OpenFile | undefined> => localFile(this.locate(name)).open();

  remove = (name: string): Promise<void> => rm(this.locate(name), { force: true });
}

/**
 * The places outside of the data folder that may have automatic backups: that of the settings, and the folder of the
 * last one.
 */
export function placesElsewhere(choices: BackupChoices): BackupPlace[] {
  const last = lastPlaceIn(choices.dataDir)?.folder;
  const places = [openPlace(choices), ...(last === undefined ? [] : [new FolderPlace(last)])];
  const byPath = new Map(places.map((place) => [place.locate(), place]));
  return [...byPath.values()].filter(({ folder }) => folder !== backupsIn(choices.dataDir));
}

/** The file in the data folder that names the operator's folder of the last backup, and its file system. */
const getPlaceFile = (dataDir: string): string => join(dataDir, 'backup-place.json');

/**
 * Throws if the operator's folder does not exist. Throws also if the backups in it are gone together with their file
 * system: the disk is not mounted, and a backup would fill the one below it.
 */
export function requireMounted(folder: string, dataDir: string): void {
  if (folder === backupsIn(dataDir)) return;
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
    return JSON.parse(readFileSync(getPlaceFile(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Stores where the last automatic backup is. */
export function rememberPlace(folder: string, dataDir: string): void {
  try {
    writeFileSync(getPlaceFile(dataDir), JSON.stringify({ folder, dev: describe(folder).dev }), { mode: 0o600 });
  } catch {
    // The data folder may be full; the backup is elsewhere.
  }
}
