import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, statSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { makeFolder } from '../owner.ts';
import type { FileSource, FileStorage } from './storage.ts';

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;
const UPLOADS = 'uploads';

/** The folder below the data folder where files are while they arrive. It is always on this machine. */
export const incomingIn = (dataDir: string): string => join(dataDir, UPLOADS, 'tmp');

/** The same; makes sure that it exists. */
export function makeIncoming(dataDir: string): string {
  const folder = incomingIn(dataDir);
  makeFolder(folder);
  return folder;
}

/** The name of a file in the storage, by its key. */
export function makeName(key: string): string {
  if (!KEY.test(key)) throw new Error(`No key of a file: ${key}`);
  return `${UPLOADS}/${key}`;
}

/** The key of a file by its name in the storage; undefined: it has none. */
export function findKey(name: string): string | undefined {
  const key = name.slice(UPLOADS.length + 1);
  return name.startsWith(`${UPLOADS}/`) && KEY.test(key) ? key : undefined;
}

/** Uploaded files. Each has a key that the server generates (`ab/cd/<random>`), never a name from the client. */
export class FileStore {
  readonly #storage: FileStorage;
  readonly #dataDir: string;
  readonly #log: Log;

  constructor(storage: FileStorage, dataDir: string, log: Log) {
    this.#storage = storage;
    this.#dataDir = dataDir;
    this.#log = log;
  }

  /** Closes the folder to other users of the machine, so that older files in it need not be changed one by one. */
  protect(): void {
    const folder = join(this.#dataDir, UPLOADS);
    try {
      if (existsSync(folder) && (statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
    } catch {
      // On a read-only file system, or in a folder of another user, the server works anyway.
    }
  }

  /** Where files are while they arrive. */
  get incoming(): string {
    return makeIncoming(this.#dataDir);
  }

  /** Stores a received file permanently, once it is durable. Returns its key. */
  async keep(path: string): Promise<string> {
    const key = newKey();
    await this.#storage.put(makeName(key), path);
    return key;
  }

  /** The same for generated content. */
  async write(data: Uint8Array): Promise<string> {
    const path = join(this.incoming, randomBytes(16).toString('hex'));
    try {
      await writeFile(path, data, { mode: 0o600 });
      return await this.keep(path);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** A file, to deliver it. */
  source = (key: string): FileSource => ({ open: () => this.#storage.open(makeName(key)) });

  /** Runs work on a file of this machine with the same content. Throws MissingFile. */
  withLocalFile = <T>(key: string, work: (path: string) => Promise<T>): Promise<T> =>
    this.#storage.withLocalFile(makeName(key), work);

  /** Deletes a file soon. A missing file is no error. If the storage fails, `sweep` deletes it later. */
  remove(key: string): void {
    this.removeNow(key).catch((err) =>
      this.#log.warn({ err, key }, 'a file could not be deleted; it is deleted later'),
    );
  }

  /** Deletes a file; resolves when it is gone. A missing file is no error. */
  removeNow = (key: string): Promise<void> => this.#storage.remove(makeName(key));

  /** Removes what interruptions left: unfinished files older than `before` (ms), and files that nothing refers to. */
  async sweep(before: number, known: (key: string) => boolean): Promise<void> {
    await removeOlder(incomingIn(this.#dataDir), before);
    await this.#storage.removeUnfinished(before);
    for await (const { name, facts } of this.#storage.list(UPLOADS)) {
      const key = findKey(name);
      if (key === undefined || known(key)) continue;
      const found = await facts();
      if (found && found.modified < before) await this.#storage.remove(name);
    }
  }
}

const newKey = (): string => {
  const random = randomBytes(18).toString('hex');
  return `${random.slice(0, 2)}/${random.slice(2, 4)}/${random.slice(4)}`;
};

async function removeOlder(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
}
