import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { giveToOwner } from '../owner.ts';
import {
  type FileStorage,
  MissingFile,
  type OpenFile,
  openLocalFile,
  type StoredFile,
  storageUnavailable,
} from './storage.ts';

/** Below the folder: files that are being copied into it. */
const UNFINISHED = 'uploads/tmp';

/** Files in a folder, by their names. Folders are created with their first file. */
export class FolderStorage implements FileStorage {
  readonly location: string;
  /** A file that is always in the folder. If it is missing, the folder is not mounted. */
  #marker: string | undefined;

  constructor(folder: string) {
    this.location = folder;
  }

  requireMarker(name: string): void {
    this.#marker = name;
  }

  async put(name: string, path: string): Promise<void> {
    await this.#requireMounted();
    await sync(path, 'r+', 0o600);
    const place = this.getPath(name);
    await makeFolders(dirname(place));
    await rename(path, place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error;
      return this.#copy(path, place);
    });
    giveToOwner(this.location, place);
    // A folder's entries are on disk when the folder is synced. Windows has no such operation.
    if (process.platform === 'win32') return;
    for (let folder = dirname(place); folder.length > this.location.length; folder = dirname(folder))
      await sync(folder, 'r');
  }

  async write(name: string, data: Uint8Array): Promise<void> {
    await this.#requireMounted();
    const place = this.getPath(name);
    await makeFolders(dirname(place));
    await writeFile(`${place}.part`, data, { mode: 0o600 });
    await rename(`${place}.part`, place);
    giveToOwner(this.location, place);
  }

  async open(name: string): Promise<OpenFile | undefined> {
    const file = await openLocalFile(this.getPath(name));
    if (!file) await this.#requireMounted();
    return file;
  }

  async size(name: string): Promise<number | undefined> {
    const found = await stat(this.getPath(name)).catch(ifMissing);
    if (!found) await this.#requireMounted();
    return found?.size;
  }

  async withLocalFile<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
    if ((await this.size(name)) === undefined) throw new MissingFile(name);
    return work(this.getPath(name));
  }

  async remove(name: string): Promise<void> {
    await this.#requireMounted();
    await rm(this.getPath(name), { force: true });
  }

  removeAll(folder: string): Promise<void> {
    return rm(this.getPath(folder), { recursive: true, force: true });
  }

  async *list(folder: string): AsyncGenerator<StoredFile> {
    const entries = await readdir(this.getPath(folder), { withFileTypes: true }).catch(ifMissing);
    for (const entry of entries ?? []) {
      const name = `${folder}/${entry.name}`;
      if (name === UNFINISHED) continue;
      if (entry.isDirectory()) yield* this.list(name);
      else if (entry.isFile()) yield { name, facts: () => this.#factsOf(name) };
    }
  }

  async removeUnfinished(before: number): Promise<void> {
    const folder = this.getPath(UNFINISHED);
    for (const name of (await readdir(folder).catch(ifMissing)) ?? []) {
      const path = join(folder, name);
      const found = await stat(path).catch(ifMissing);
      if (found && found.mtimeMs < before) await rm(path, { recursive: true, force: true });
    }
  }

  /** Where a file is. */
  getPath = (name: string): string => join(this.location, ...name.split('/'));

  /** Throws STORAGE_UNAVAILABLE if the folder is not mounted any more, so that no file gets to another disk. */
  async #requireMounted(): Promise<void> {
    if (this.#marker === undefined) return;
    const found = await stat(this.getPath(this.#marker)).catch(() => undefined);
    if (!found) throw storageUnavailable();
  }

  async #factsOf(name: string): Promise<{ size: number; modified: number } | undefined> {
    const found = await stat(this.getPath(name)).catch(ifMissing);
    return found && { size: found.size, modified: found.mtimeMs };
  }

  /** The folder is on another file system: the file appears in it when all of it is there. */
  async #copy(path: string, place: string): Promise<void> {
    const folder = this.getPath(UNFINISHED);
    await makeFolders(folder);
    const copy = join(folder, randomBytes(16).toString('hex'));
    try {
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      await sync(copy, 'r+', 0o600);
      await rename(copy, place);
    } catch (error) {
      await rm(copy, { force: true });
      throw error;
    }
    await rm(path, { force: true });
  }
}

/** They get the owner of the folder that they are in. */
async function makeFolders(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first !== undefined) giveToOwner(dirname(first), first);
}

async function sync(path: string, flags: 'r' | 'r+', mode?: number): Promise<void> {
  const file = await open(path, flags);
  try {
    if (mode !== undefined) await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
