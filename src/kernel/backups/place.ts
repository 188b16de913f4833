import type { ServerChoices } from '../config.ts';
import type { OpenFile } from '../files/storage.ts';
import type { NamedBackup, Naming } from './names.ts';

/** A backup in a list; `size` in bytes. */
export type ListedBackup = NamedBackup & { size: number };

/** What all places for backups that are named by their time can do. Errors say what the place answered. */
interface Place {
  /** The path or URL of a backup, as `klatch restore` takes it; without a name, that of the place. */
  locate(name?: string): string;
  /** The backups, oldest first. Without the folder of a LocalPlace, there are none. */
  list(): Promise<ListedBackup[]>;
  /** Opens any file of the place; undefined: there is none. */
  open(name: string): Promise<OpenFile | undefined>;
  remove(name: string): Promise<void>;
}

/** A folder of this machine. */
export interface LocalPlace extends Place {
  readonly folder: string;
}

/** A bucket, or a folder of another machine. An upload that is interrupted leaves no backup. */
export interface RemotePlace extends Place {
  readonly folder: undefined;
  /** Uploads a file of this machine under a name that is free. Returns that name. The file may be gone afterwards. */
  put(path: string, naming: Omit<Naming, 'count'>): Promise<string>;
}

export type BackupPlace = LocalPlace | RemotePlace;

/** The settings that say where backups are, and their keys. */
export type BackupChoices = Pick<
  ServerChoices,
  | 'dataDir'
  | 'backupTo'
  | 'backupAccessKey'
  | 'backupSecretKey'
  | 'backupSshKey'
  | 'backupSshPassword'
  | 'backupHostKeys'
  | 'filesAccessKey'
  | 'filesSecretKey'
>;

/** How long a remote place may be silent, ms. */
export const SILENCE = 30_000;
/** What an interrupted upload left there is removed after this time, ms. */
export const UNFINISHED_FOR = 86_400_000;

/** The pieces of a file, whose reading throws what `explain` makes of an error. */
export async function* explainEach(
  pieces: AsyncIterable<Buffer>,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Buffer> {
  try {
    yield* pieces;
  } catch (error) {
    throw explain(error);
  }
}
