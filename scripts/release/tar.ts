import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

/** A file, folder or symbolic link that a package or an image contains. */
export interface Entry {
  /** Without a slash at the beginning and the end. */
  path: string;
  mode: number;
  content?: Buffer;
  isFolder?: boolean;
  /** The target of a symbolic link. */
  link?: string;
  /** Its owner and group, if not root. */
  uid?: number;
  /** The name of its group in an RPM package, if not root. */
  group?: string;
  /** An upgrade keeps the file if it was changed. */
  isSetting?: boolean;
}

export const file = (path: string, content: string | Buffer, mode = 0o644): Entry => ({
  path,
  mode,
  content: Buffer.from(content),
});

/** The folders above the entries, in the order in which they must be made. */
export function foldersAbove(entries: readonly Entry[]): Entry[] {
  const paths = new Set<string>();
  for (const { path } of entries) {
    const parts = path.split('/').slice(0, -1);
    for (const at of parts.keys()) paths.add(parts.slice(0, at + 1).join('/'));
  }
  for (const { path, isFolder } of entries) if (isFolder) paths.delete(path);
  return [...paths].sort().map((path) => ({ path, mode: 0o755, isFolder: true }));
}

interface TarOptions {
  /** Of all entries, s. */
  time: number;
  /** Before each path, such as `./`. */
  prefix?: string;
}

/** A tar archive, whose bytes depend only on the arguments. */
export async function makeTar(entries: readonly Entry[], { time, prefix = '' }: TarOptions): Promise<Buffer> {
  const archive = pack();
  const all = buffer(archive);
  for (const { path, mode, content, isFolder, link, uid = 0 } of entries) {
    const name = prefix + path + (isFolder ? '/' : '');
    const type = isFolder ? 'directory' : link === undefined ? 'file' : 'symlink';
    const header = { name, mode, type, uid, gid: uid, mtime: new Date(time * 1000) } as const;
    archive.entry({ ...header, ...(link !== undefined && { linkname: link }) }, content ?? Buffer.alloc(0));
  }
  archive.finalize();
  return all;
}
