import { existsSync, readdirSync } from 'node:fs';

/** Backups with the uploads, and those of the database alone. */
export type BackupKind = 'full' | 'no-uploads';

/** What the names of all backups that are named by their time begin with. */
export const NAME_START = 'klatch-';
/** What follows the name of an encrypted backup. */
export const ENCRYPTED = '.age';

const BACKUP_NAME = /^klatch-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z(-no-uploads)?(?:-(\d{1,6}))?\.tar(\.age)?$/;

/** How a backup is named by its time; `count` tells backups of the same second apart. */
export interface Naming {
  kind: BackupKind;
  isEncrypted: boolean;
  count: number;
}

/** The default name of a backup. */
export function backupName(
  time: Date,
  { kind = 'full', isEncrypted = false, count = 1 }: Partial<Naming> = {},
): string {
  const when = time.toISOString().replaceAll(/:|\.\d+/g, '');
  const end = `${kind === 'full' ? '' : '-no-uploads'}${count === 1 ? '' : `-${count}`}`;
  return `${NAME_START}${when}${end}.tar${isEncrypted ? ENCRYPTED : ''}`;
}

export interface NamedBackup extends Naming {
  name: string;
  /** When it was created, s. */
  made: number;
}

/** What the name of a backup says; undefined: it is not named by its time. */
export function readName(name: string): NamedBackup | undefined {
  const [, day, hour, minute, second, noUploads, count = '1', encrypted] = BACKUP_NAME.exec(name) ?? [];
  const made = Date.parse(`${day}T${hour}:${minute}:${second}Z`) / 1000;
  if (Number.isNaN(made)) return undefined;
  const kind = noUploads ? 'no-uploads' : 'full';
  return { name, made, kind, isEncrypted: encrypted !== undefined, count: Number(count) };
}

/** Puts the oldest backup first. */
export const compareBackups = (one: NamedBackup, other: NamedBackup): number =>
  one.made - other.made || one.count - other.count;

/** The backups in a folder that are named by their time, oldest first. */
export const backupsNamedIn = (folder: string): NamedBackup[] =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => readName(name) ?? []).sort(compareBackups);
