import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { ArchiveCheck, BadArchive, gunzip, withSlashes } from './archive.ts';

/**
 * Unpacks a tar file, which cannot be read at random, into an empty folder. Returns the folder. Throws BadArchive for a
 * file that is no tar file, or a dangerous one. Links in it are ignored.
 */
export async function unpackTar(path: string, isCompressed: boolean, folder: string): Promise<string> {
  const entries = extract();
  const source = createReadStream(path, { highWaterMark: 2 ** 20 });
  const into = entries as unknown as NodeJS.WritableStream;
  const reading = pipeline(isCompressed ? gunzip(source, path) : source, into);
  reading.catch(() => {});
  const check = new ArchiveCheck();
  try {
    for await (const entry of entries) {
      const { name, type, size = 0 } = entry.header;
      const content = entry as unknown as Readable;
      if (type !== 'file') {
        content.resume();
        continue;
      }
      check.addFile(name, size);
      const target = join(folder, withSlashes(name));
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(target, { mode: 0o600 }));
    }
    await reading;
  } catch (error) {
    throw error instanceof BadArchive ? error : new BadArchive(`${path} cannot be read: ${(error as Error).message}`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
