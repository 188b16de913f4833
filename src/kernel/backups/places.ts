import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerChoices } from '../config.ts';
import type { S3Error } from '../files/s3/client.ts';
import { S3Storage } from '../files/s3/storage.ts';
import { isStorageFailure, localFile, type OpenFile } from '../files/storage.ts';
import { type BackupLocation, type BucketLocation, backupLocationText } from '../settings/kinds.ts';
import { EXIT, Failure } from '../terminal/failure.ts';
import {
  backupName,
  backupsNamedIn,
  compareBackups,
  NAME_START,
  type NamedBackup,
  type Naming,
  readName,
} from './names.ts';

/** A backup in a list; `size` in bytes. */
export type ListedBackup = NamedBackup & { size: number };

/** Where backups are that are named by their time: a folder or a bucket. Errors say what the place answered. */
export interface BackupPlace {
  /** The folder; undefined for a bucket. */
  readonly folder: string | undefined;
  /** The path or URL of a backup, as `klatch restore` takes it; without a name, that of the place. */
  locate(name?: string): string;
  /** The backups, oldest first. Without the folder, there are none. */
  list(): Promise<ListedBackup[]>;
  /** Opens any file of the place; undefined: there is none. */
  open(name: string): Promise<OpenFile | undefined>;
  remove(name: string): Promise<void>;
}

type BackupChoices = Pick<
  ServerChoices,
  'dataDir' | 'backupTo' | 'backupAccessKey' | 'backupSecretKey' | 'filesAccessKey' | 'filesSecretKey'
>;

export const backupsIn = (dataDir: string): string => join(dataDir, 'backups');

/** Where automatic backups are. */
export const getLocation = ({ dataDir, backupTo }: Pick<BackupChoices, 'dataDir' | 'backupTo'>): BackupLocation =>
  backupTo ?? { folder: backupsIn(dataDir) };

/** The place for automatic backups that the settings name, or another one. Throws for a bucket without keys. */
export function openPlace(choices: BackupChoices, location = getLocation(choices)): BackupPlace {
  return 'folder' in location ? new FolderPlace(location.folder) : new BucketPlace(location, choices);
}

class FolderPlace implements BackupPlace {
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

/** How long an S3-compatible server may be silent, ms. */
const SILENCE = 30_000;
/** Parts that an interrupted upload sent are removed after this time, ms. */
const UNFINISHED = 86_400_000;

/** Backups in a bucket of an S3-compatible storage. An upload that is interrupted leaves no object. */
export class BucketPlace implements BackupPlace {
  readonly folder = undefined;
  readonly #location: BucketLocation;
  readonly #storage: S3Storage;

  constructor(location: BucketLocation, choices: BackupChoices) {
    const { bucket, prefix, endpoint, region = 'us-east-1' } = location;
    const accessKey = choices.backupAccessKey ?? choices.filesAccessKey;
    const secretKey = choices.backupSecretKey ?? choices.filesSecretKey;
    if (accessKey === undefined || secretKey === undefined)
      throw new Failure(
        EXIT.usage,
        `${backupLocationText(location)} needs the settings backup-access-key and backup-secret-key`,
      );
    this.#location = location;
    this.#storage = new S3Storage({
      location: backupLocationText(location),
      prefix: prefix && `${prefix}/`,
      connection: () => ({
        endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
        ...{ region, bucket, accessKey, secretKey, timeout: SILENCE },
      }),
      incoming: tmpdir,
      log: undefined,
    });
  }

  locate = (name?: string): string => backupLocationText(this.#location, name);

  async list(): Promise<ListedBackup[]> {
    const found: ListedBackup[] = [];
    await this.#explain(async () => {
      for await (const { name, facts } of this.#storage.listFrom(NAME_START)) {
        const backup = readName(name);
        if (backup) found.push({ ...backup, size: (await facts())!.size });
      }
    });
    return found.sort(compareBackups);
  }

  async open(name: string): Promise<OpenFile | undefined> {
    const file = await this.#explain(() => this.#storage.open(name));
    return file && { ...file, read: (start, length) => this.#explainEach(file.read(start, length)) };
  }

  remove = (name: string): Promise<void> => this.#explain(() => this.#storage.remove(name));

  /** Uploads a file of this machine, which is gone afterwards, under a name that is free. Returns that name. */
  put(path: string, naming: Omit<Naming, 'count'>): Promise<string> {
    return this.#explain(async () => {
      await this.#storage.removeUnfinished(Date.now() - UNFINISHED, (name) => readName(name) !== undefined);
      const time = new Date();
      let count = 1;
      while ((await this.#storage.size(backupName(time, { ...naming, count }))) !== undefined) count++;
      const name = backupName(time, { ...naming, count });
      await this.#storage.put(name, path);
      return name;
    });
  }

  /** The storage answers people with a general text; operators get the reason. */
  async #explain<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#explanation(error);
    }
  }

  async *#explainEach(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* pieces;
    } catch (error) {
      throw this.#explanation(error);
    }
  }

  #explanation(error: unknown): unknown {
    if (!isStorageFailure(error)) return error;
    const { code, message } = (error as Error).cause as S3Error;
    return new Failure(EXIT.failure, `${this.locate()} does not work: ${message} (${code})`, error);
  }
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
