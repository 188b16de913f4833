import { createReadStream, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Archive, BadArchive, MOST_FILES, withSlashes } from './archive.ts';

/** The files of a folder. Links in it are ignored, so that nothing outside is read. */
export function openFolder(path: string): Archive {
  const files = new Map<string, FileInFolder>();
  const look = (folder: string): void => {
    for (const name of readdirSync(join(path, folder))) {
      const inner = folder === '' ? name : `${folder}/${name}`;
      const found = lstatSync(join(path, inner));
      if (found.isDirectory()) look(inner);
      else if (found.isFile()) files.set(withSlashes(inner), { path: join(path, inner), size: found.size });
      if (files.size > MOST_FILES) throw new BadArchive(`there are more than ${MOST_FILES} files in ${path}`);
    }
  };
  look('');
  return filesAt(files);
}

/** One file that is the whole archive. */
export const openSingleFile = (path: string): Archive =>
  filesAt(new Map([[basename(path), { path, size: statSync(path).size }]]));

interface FileInFolder {
  path: string;
  size: number;
}

const filesAt = (files: ReadonlyMap<string, FileInFolder>): Archive => ({
  names: [...files.keys()].sort(),
  has: (name) => files.has(name),
  getSize: (name) => files.get(name)!.size,
  open: async (name) => createReadStream(files.get(name)!.path),
  close() {},
});
