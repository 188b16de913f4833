import { existsSync, mkdirSync, rm } from 'node:fs';
import { mkdir, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeOf } from './store.ts';

/**
 * Smaller copies of pictures, under `<data>/thumbs`: a folder for each file, by its key. All of it can be made again from the files
 * themselves, so that it needs no backup and may be removed at any time.
 */
export class ThumbnailStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'thumbs');
  }

  /** `name` is one of the server's own making. */
  pathOf = (key: string, name: string): string => join(this.#folder, placeOf(key), name);

  has = (key: string, name: string): boolean => existsSync(this.pathOf(key, name));

  /** Each is there whole or not at all. */
  async write(key: string, name: string, data: Uint8Array): Promise<void> {
    const path = this.pathOf(key, name);
    await mkdir(join(this.#folder, placeOf(key)), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.part`, data, { mode: 0o600 });
    await rename(`${path}.part`, path);
  }

  /** Some time soon. */
  remove(key: string): void {
    rm(join(this.#folder, placeOf(key)), { recursive: true, force: true }, () => {});
  }

  /** Removes what belongs to files that nobody knows any more. */
  async sweep(known: (key: string) => boolean): Promise<void> {
    for (const first of await namesIn(this.#folder))
      for (const second of await namesIn(join(this.#folder, first)))
        for (const name of await namesIn(join(this.#folder, first, second))) {
          const key = `${first}/${second}/${name}`;
          if (/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/.test(key) && !known(key)) this.remove(key);
        }
  }

  /** Pictures of elsewhere in the web, beside them. */
  pathOfElsewhere(name: string): string {
    const folder = join(this.#folder, 'elsewhere');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return join(folder, name);
  }

  /** Removes pictures of elsewhere from before a time (ms), and the oldest that together with younger ones take more than so many bytes. */
  async keepOfElsewhere(since: number, bytes: number): Promise<void> {
    const folder = join(this.#folder, 'elsewhere');
    const files = await Promise.all(
      (await namesIn(folder)).map(async (name) => ({ name, ...(await measured(join(folder, name))) })),
    );
    let kept = 0;
    for (const { name, size, time } of files.sort((a, b) => b.time - a.time)) {
      kept += size;
      if (time < since || kept > bytes) await unlink(join(folder, name)).catch(() => {});
    }
  }
}

async function measured(path: string): Promise<{ size: number; time: number }> {
  const found = await stat(path).catch(() => undefined);
  return { size: found?.size ?? 0, time: found?.mtimeMs ?? 0 };
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
