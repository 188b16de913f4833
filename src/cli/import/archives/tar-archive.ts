import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { BadArchive, MOST_FILES, requireInnerPath } from './archive.ts';

/** The maximum size of all files together, in bytes. */
const LARGEST = 2 ** 40;

/**
 * Unpacks a tar file, which cannot be read at random, into an empty folder. Returns the folder. Throws BadArchive for a
 * file that is no tar file, or a dangerous one. Links in it are ignored.
 */
export async function unpackTar(path: string, folder: string): Promise<string> {
  const entries = extract();
  const source = createReadStream(path, { highWaterMark: 2 ** 20 });
  const into = entries as unknown as NodeJS.WritableStream;
  const reading = path.endsWith('.tar') ? pipeline(source, into) : pipeline(source, createGunzip(), into);
  reading.catch(() => {});
  let files = 0;
  let bytes = 0;
  try {
    for await (const entry of entries) {
      const { name, type, size = 0 } = entry.header;
      const content = entry as unknown as Readable;
      if (type !== 'file') {
        content.resume();
        continue;
      }
      requireInnerPath(name);
      bytes += size;
      files += 1;
      if (bytes > LARGEST || files > MOST_FILES) throw new BadArchive(`${path} has too many or too large files`);
      const target = join(folder, name);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(target, { mode: 0o600 }));
    }
    await reading;
  } catch (error) {
    throw error instanceof BadArchive ? error : new BadArchive(`${path} cannot be read: ${(error as Error).message}`);
  }
  return folder;
}
