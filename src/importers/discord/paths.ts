import { posix } from 'node:path';

/**
 * Where a file may be in the archive: at a path from the folder of the file that names it. An absolute path is one of
 * the computer that exported; its last parts may be in the archive.
 */
export function pathsIn(folder: string, location: string): string[] {
  const parts = location.split(/[/\\]/);
  const inner = posix.normalize(folder + parts.join('/'));
  const isAbsolute = parts[0] === '' || /^[a-z]:$/i.test(parts[0]!) || inner.startsWith('../');
  if (!isAbsolute) return [inner];
  const ends = parts.map((_, at) => parts.slice(at + 1).join('/')).filter((end) => end !== '' && !end.includes('..'));
  return [...ends.map((end) => folder + end), ...ends];
}

/** A part of an address without percent signs; the same text if it is no such part. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
