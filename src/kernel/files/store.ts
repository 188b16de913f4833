import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, statSync, unlink } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

/**
 * Uploaded files under `<data>/uploads`. Each has a key that the server generates (`ab/cd/<random>`), never a name from
 * the client. Folders are created with the first file.
 */
export class FileStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'uploads');
  }

  /** Closes the folder to other users of the machine, so that older files in it need not be changed one by one. */
  protect(): void {
    try {
      if (existsSync(this.#folder) && (statSync(this.#folder).mode & 0o077) !== 0) chmodSync(this.#folder, 0o700);
    } catch {
      // On a read-only file system, or in a folder of another user, the server works anyway.
    }
  }

  /** Where files are while they arrive. */
  get incoming(): string {
    const folder = join(this.#folder, 'tmp');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Stores a received file permanently, once it is on disk. Returns its key. */
  async keep(path: string): Promise<string> {
    await sync(path, 'r+', 0o600);
    const key = newKey();
    const place = this.pathOf(key);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await rename(path, place);
    // A folder's entries are on disk when the folder is synced. Windows has no such operation.
    if (process.platform !== 'win32')
      for (const folder of [dirname(place), dirname(dirname(place)), this.#folder]) await sync(folder, 'r');
    return key;
  }

  /** The same for generated content. */
  async write(data: Uint8Array): Promise<string> {
    const path = join(this.incoming, randomBytes(16).toString('hex'));
    await writeFile(path, data, { mode: 0o600 });
    return this.keep(path);
  }

  pathOf = (key: string): string => join(this.#folder, placeOf(key));

  /** Deletes a file from disk soon. A missing file is no error. */
  remove(key: string): void {
    unlink(this.pathOf(key), () => {});
  }

  /** Deletes a file from disk; resolves when it is gone. A missing file is no error. */
  removeNow = (key: string): Promise<void> => rm(this.pathOf(key), { force: true });

  /** Removes what interruptions left: unfinished files older than `before` (ms), and files that nothing refers to. */
  async sweep(before: number, known: (key: string) => boolean): Promise<void> {
    for (const first of await namesIn(this.#folder))
      for (const second of await namesIn(join(this.#folder, first))) {
        if (first === 'tmp') await removeIfOlder(join(this.#folder, first, second), before, true);
        else
          for (const name of await namesIn(join(this.#folder, first, second))) {
            const key = `${first}/${second}/${name}`;
            if (KEY.test(key) && !known(key)) await removeIfOlder(this.pathOf(key), before);
          }
      }
  }
}

/** The path of a file below a folder, by its key. */
export function placeOf(key: string): string {
  if (!KEY.test(key)) throw new Error(`No key of a file: ${key}`);
  return join(...key.split('/'));
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

const newKey = (): string => {
  const random = randomBytes(18).toString('hex');
  return `${random.slice(0, 2)}/${random.slice(2, 4)}/${random.slice(4)}`;
};

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** `andFolders`: also folders, with what they contain. */
async function removeIfOlder(path: string, before: number, andFolders = false): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found || found.mtimeMs >= before) return;
  if (found.isFile()) unlink(path, () => {});
  else if (andFolders && found.isDirectory()) await rm(path, { recursive: true, force: true });
}
