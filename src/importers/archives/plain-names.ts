import type { Archive } from './archive.ts';

/** What macOS adds to archives. */
const OF_MACOS = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/;

/**
 * The same archive with names as products write them: composed (NFC), since macOS decomposes them, and without a folder
 * around everything. Names to look up may have any form.
 */
export function withPlainNames(archive: Archive): Archive {
  const stored = archive.names.filter((name) => !OF_MACOS.test(name));
  const outer = folderAround(stored).length;
  const originals = new Map(stored.map((name) => [name.slice(outer).normalize('NFC'), name]));
  const findOriginal = (name: string): string | undefined =>
    originals.get(name) ?? originals.get(name.normalize('NFC'));
  return {
    names: [...originals.keys()].sort(),
    has: (name) => findOriginal(name) !== undefined,
    getSize: (name) => archive.getSize(findOriginal(name)!),
    open: (name) => archive.open(findOriginal(name)!),
    close: () => archive.close(),
  };
}

/** The path, with a slash at its end, below which all files are; '' for a single file. */
function folderAround(names: readonly string[]): string {
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined || names.length < 2) return '';
  // In a sorted list, what these two have in common all have in common.
  let common = 0;
  while (common < first.length && first[common] === last[common]) common += 1;
  return first.slice(0, first.lastIndexOf('/', common - 1) + 1);
}
