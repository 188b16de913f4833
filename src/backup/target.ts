import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { backupName, type Naming } from '../kernel/backups/names.ts';
import type { BackupPlace } from '../kernel/backups/place.ts';
import { backupsIn } from '../kernel/backups/places.ts';
import { makeFolder } from '../kernel/owner.ts';
import { EXIT, Failure } from '../kernel/terminal/failure.ts';
import { DATABASE, MANIFEST, type Manifest } from './archive.ts';

export interface TargetOptions {
  /** The FILE that was given. */
  file?: string | undefined;
  /** The place of `--to`. */
  to?: BackupPlace | undefined;
  dataDir: string;
  uploads: boolean;
  isEncrypted: boolean;
}

/** Where a backup goes. Nothing is written before `place`. */
export interface Target {
  /** Where the file grows under a temporary name: its own folder, or one of this machine for a remote place. */
  folder: string;
  /**
   * Gives a finished file its name, and returns its path or URL. Never replaces anything but a backup of the same kind.
   */
  place(finished: string): string | Promise<string>;
}

/** Chooses where a backup goes. Throws a Failure if that is not allowed. */
export function chooseTarget({ file, to, dataDir, uploads, isEncrypted }: TargetOptions): Target {
  if (file !== undefined && to !== undefined) throw new Failure(EXIT.usage, 'Use either FILE or --to PLACE');
  if (file !== undefined && (/[/\\]$/.test(file) || statSync(file, { throwIfNoEntry: false })?.isDirectory()))
    throw new Failure(EXIT.usage, `${file} is a folder. Specify a file, or specify the folder with --to`);
  const naming = { kind: uploads ? 'full' : 'no-uploads', isEncrypted } as const;
  if (to && to.folder === undefined)
    return {
      folder: folderForUploads(dataDir),
      place: async (finished) => to.locate(await to.put(finished, naming)),
    };
  if (file === undefined) {
    const folder = realTarget(to?.folder ?? backupsIn(dataDir));
    requireOutside(folder, dataDir);
    if (existsSync(folder) && !statSync(folder).isDirectory())
      throw new Failure(EXIT.usage, `${folder} is not a folder`);
    return { folder, place: (finished) => placeByTime(finished, folder, naming) };
  }
  const path = realTarget(file);
  requireOutside(path, dataDir);
  requireReplaceable(path, uploads);
  return {
    folder: dirname(path),
    place(finished) {
      if (existsSync(path)) {
        requireReplaceable(path, uploads);
        renameSync(finished, path);
      } else if (!placeNew(finished, path)) throw notReplaced(path, 'another process has just created it');
      syncFolder(dirname(path));
      return path;
    },
  };
}

/** A backup for another machine grows beside the others, unless the disk of the data folder is full or read-only. */
function folderForUploads(dataDir: string): string {
  const folder = backupsIn(dataDir);
  try {
    makeFolder(folder);
    rmSync(mkdtempSync(join(folder, '.klatch-try-')), { recursive: true });
    return folder;
  } catch {
    return tmpdir();
  }
}

/** The path without symbolic links and `..`, even if its end does not exist yet. */
function realTarget(path: string): string {
  let existing = resolve(path);
  const rest: string[] = [];
  while (!isThere(existing)) {
    rest.unshift(basename(existing));
    existing = dirname(existing);
  }
  if (rest.length > 0 && statSync(existing, { throwIfNoEntry: false })?.isFile())
    throw new Failure(EXIT.usage, `${existing} is a file, not a folder`);
  try {
    return join(realpathSync.native(existing), ...rest);
  } catch {
    throw new Failure(EXIT.usage, `${existing} is a broken symbolic link`);
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw error;
  }
}

/** A data folder contains Klatch's own files, which a backup must never replace. */
function requireOutside(path: string, dataDir: string): void {
  const data = realpathSync.native(dataDir);
  if (isWithin(path, join(data, 'backups'))) return;
  const uploads = join(data, 'uploads');
  const own = [data, ...(existsSync(uploads) ? [realpathSync.native(uploads)] : [])];
  if (own.some((folder) => isWithin(path, folder)))
    throw new Failure(
      EXIT.usage,
      `${path} is inside the data folder. Write backups to its folder backups, or outside of it`,
    );
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

function requireReplaceable(path: string, uploads: boolean): void {
  if (!existsSync(path)) return;
  if (!statSync(path).isFile()) throw new Failure(EXIT.usage, `${path} is not a regular file`);
  const manifest = readManifest(path);
  if (!manifest) throw notReplaced(path, 'it is not a Klatch backup');
  if (manifest.uploads !== uploads)
    throw notReplaced(
      path,
      manifest.uploads
        ? 'it contains uploads, and this backup does not'
        : 'it contains no uploads, and this backup does',
    );
}

const notReplaced = (path: string, reason: string): Failure =>
  new Failure(
    EXIT.usage,
    `${path} already exists and was not replaced: ${reason}. Choose another name, or delete it first`,
  );

const BLOCK = 512;

/** The manifest at the end of a backup, found from header to header; undefined for any other file. */
function readManifest(path: string): Manifest | undefined {
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(BLOCK);
    for (let at = 0; readSync(file, header, 0, BLOCK, at) === BLOCK; ) {
      const name = header.toString('latin1', 0, 100).split('\0', 1)[0]!;
      const size = Number.parseInt(header.toString('latin1', 124, 136), 8);
      if (header.toString('latin1', 257, 262) !== 'ustar' || (at === 0 && name !== DATABASE)) return undefined;
      if (!Number.isSafeInteger(size)) return undefined;
      if (name === MANIFEST) {
        const text = Buffer.alloc(size);
        readSync(file, text, 0, size, at + BLOCK);
        return JSON.parse(text.toString()) as Manifest;
      }
      at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** Two backups of the same second get different names. */
function placeByTime(finished: string, folder: string, naming: Omit<Naming, 'count'>): string {
  const time = new Date();
  for (let count = 1; ; count++) {
    const path = join(folder, backupName(time, { ...naming, count }));
    if (!placeNew(finished, path)) continue;
    syncFolder(folder);
    return path;
  }
}

/** Renames a file unless the name is taken; two processes never both succeed. */
function placeNew(finished: string, path: string): boolean {
  try {
    linkSync(finished, path);
    rmSync(finished);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!/^(EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP|EMLINK)$/.test(code ?? '')) throw error;
  }
  // This file system has no hard links: an empty file reserves the name until the rename.
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  renameSync(finished, path);
  return true;
}

function syncFolder(folder: string): void {
  if (process.platform !== 'win32') fsyncSync(openSync(folder, 'r'));
}
