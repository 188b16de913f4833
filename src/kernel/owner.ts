import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

// A service runs as a user of its own, and its administrator as root. The service could not read what root's commands
// create in its folders.

/** A user and a group, by their numbers. */
interface Owner {
  uid: number;
  gid: number;
}

/** The owner of a folder, if this process is root's and the folder is not. */
export function foreignOwner(folder: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? found : undefined;
}

/**
 * Gives what root created in a folder to the owner of that folder: a file below it with the folders in between, or a
 * folder with everything in it. Without `made`: everything in the folder. Files of other users stay theirs.
 */
export function giveToOwner(folder: string, made = folder): void {
  const owner = foreignOwner(folder);
  if (owner) give(realpathSync(folder), owner, relative(folder, made).split(sep).filter(Boolean));
}

/** Creates a folder with its parents, which get the owner of the folder that they are in. */
export function makeFolder(path: string): void {
  // Node's recursive option never ends where nothing can be created: below /proc.
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
    giveToOwner(dirname(path), path);
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * `names` lead to the entry that is given; none: everything. The owner of the folder may replace entries meanwhile, so
 * that a path leads elsewhere. So each entry is found through its open parent, and no link is followed. A file with a
 * second name is left alone: that may be a file of the system.
 */
function give(path: string, owner: Owner, [next, ...names]: readonly string[]): void {
  let entry: number;
  try {
    entry = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    // A link or a socket, or it is gone.
    return;
  }
  try {
    const found = fstatSync(entry);
    const isFolder = found.isDirectory();
    if (found.uid === 0 && (isFolder || found.nlink === 1)) changeOwner(entry, owner);
    if (!isFolder) return;
    const folder = process.platform === 'linux' ? `/proc/self/fd/${entry}` : path;
    for (const child of (next === undefined ? readdirSync(folder) : [next]).map((name) => join(folder, name))) {
      const inside = lstatSync(child, { throwIfNoEntry: false });
      if (inside?.isDirectory() || inside?.uid === 0) give(child, owner, names);
    }
  } finally {
    closeSync(entry);
  }
}

/** Some containers and network file systems do not let root do that. */
function changeOwner(file: number, { uid, gid }: Owner): void {
  try {
    fchownSync(file, uid, gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
