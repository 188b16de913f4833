import { createReadStream, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Archive, BadArchive, MOST_FILES } from './archive.ts';

/** The files of a folder. Links in it are ignored, so that nothing outside is read. */
export function openFolder(path: string): Archive {
  const sizes = new Map<string, number>();
  const look = (folder: string): void => {
    for (const name of readdirSync(join(path, folder))) {
      const inner = folder === '' ? name : `${folder}/${name}`;
      const found = lstatSync(join(path, inner));
      if (found.isDirectory()) look(inner);
      else if (found.isFile()) sizes.set(inner, found.size);
      if (sizes.size > MOST_FILES) throw new BadArchive(`there are more than ${MOST_FILES} files in ${path}`);
    }
  };
  look('');
  return filesAt(sizes, (name) => join(path, name));
}

/** One file that is the whole archive. */
export const openSingleFile = (path: string): Archive =>
  filesAt(new Map([[basename(path), statSync(path).size]]), () => path);

const filesAt = (sizes: ReadonlyMap<string, number>, pathOf: (name: string) => string): Archive => ({
  names: [...sizes.keys()].sort(),
  has: (name) => sizes.has(name),
  sizeOf: (name) => sizes.get(name)!,
  open: async (name) => createReadStream(pathOf(name)),
  close() {},
});
