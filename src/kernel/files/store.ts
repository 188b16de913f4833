import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, statSync, unlink } from 'node:fs';
import { mkdir, open, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

/**
 * The files people gave, under `<data>/uploads`: each is found by a key of the server's own making (`ab/cd/<random>`), never by
 * a name of the client's. Folders come into being with the first file.
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
      // A read-only file system, or a folder of another user: the server works all the same.
    }
  }

  /** Where files are while they come in. */
  get incoming(): string {
    const folder = join(this.#folder, 'tmp');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Takes a file that came in for good, once it is on disk; the answer is its key. */
  async keep(path: string): Promise<string> {
    await sync(path, 'r+', 0o600);
    const key = newKey();
    const place = this.pathOf(key);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await rename(path, place);
    // A folder's entries are on disk when the folder is; Windows has no such thing.
    if (process.platform !== 'win32')
      for (const folder of [dirname(place), dirname(dirname(place)), this.#folder]) await sync(folder, 'r');
    return key;
  }

  /** The same for what the server made itself. */
  async write(data: Uint8Array): Promise<string> {
    const path = join(this.incoming, randomBytes(16).toString('hex'));
    await writeFile(path, data, { mode: 0o600 });
    return this.keep(path);
  }

  pathOf = (key: string): string => join(this.#folder, placeOf(key));

  /** Takes a file off the disk, some time soon; one that is gone already is no trouble. */
  remove(key: string): void {
    unlink(this.pathOf(key), () => {});
  }

  /** Removes what was left behind by interruptions: files older than `before` (ms) that are still coming in, or that nothing knows. */
  async sweep(before: number, known: (key: string) => boolean): Promise<void> {
    for (const first of await namesIn(this.#folder))
      for (const second of await namesIn(join(this.#folder, first))) {
        if (first === 'tmp') await removeIfOlder(join(this.#folder, first, second), before);
        else
          for (const name of await namesIn(join(this.#folder, first, second))) {
            const key = `${first}/${second}/${name}`;
            if (KEY.test(key) && !known(key)) await removeIfOlder(this.pathOf(key), before);
          }
      }
  }
}

/** Where a file is below a folder, by its key. */
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

async function removeIfOlder(path: string, before: number): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() && found.mtimeMs < before) unlink(path, () => {});
}
