import { tmpdir } from 'node:os';
import type { S3Error } from '../files/s3/client.ts';
import { S3Storage } from '../files/s3/storage.ts';
import { isStorageFailure, type OpenFile } from '../files/storage.ts';
import { type BucketLocation, backupLocationText } from '../settings/kinds.ts';
import { EXIT, Failure } from '../terminal/failure.ts';
import { backupName, compareBackups, NAME_START, type Naming, readName } from './names.ts';
import {
  type BackupChoices,
  explainEach,
  type ListedBackup,
  type RemotePlace,
  SILENCE,
  UNFINISHED_FOR,
} from './place.ts';

/** Backups in a bucket of an S3-compatible storage. */
export class BucketPlace implements RemotePlace {
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
    return file && { ...file, read: (start, length) => explainEach(file.read(start, length), this.#explanation) };
  }

  remove = (name: string): Promise<void> => this.#explain(() => this.#storage.remove(name));

  put(path: string, naming: Omit<Naming, 'count'>): Promise<string> {
    return this.#explain(async () => {
      await this.#storage.removeUnfinished(Date.now() - UNFINISHED_FOR, (name) => readName(name) !== undefined);
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

  #explanation = (error: unknown): unknown => {
    if (!isStorageFailure(error)) return error;
    const { code, message } = (error as Error).cause as S3Error;
    return new Failure(EXIT.failure, `${this.locate()} does not work: ${message} (${code})`, error);
  };
}
