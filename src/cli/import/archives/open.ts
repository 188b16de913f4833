import { statSync } from 'node:fs';
import { EXIT, Failure } from '../../failure.ts';
import type { Archive } from './archive.ts';
import { withPlainNames } from './plain-names.ts';

/** Opens a ZIP or tar file, a folder, or one JSON file. */
export const openArchive = async (path: string, temporary: () => string): Promise<Archive> =>
  withPlainNames(await openStored(path, temporary));

async function openStored(path: string, temporary: () => string): Promise<Archive> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new Failure(EXIT.notFound, `There is no file ${path}`);
  if (found.isDirectory()) return (await import('./folder-archive.ts')).openFolder(path);
  if (/\.zip$/i.test(path)) return (await import('./zip-archive.ts')).openZip(path);
  if (/\.(tar|tar\.gz|tgz)$/i.test(path))
    return (await import('./folder-archive.ts')).openFolder(
      await (await import('./tar-archive.ts')).unpackTar(path, temporary()),
    );
  return (await import('./folder-archive.ts')).openSingleFile(path);
}
