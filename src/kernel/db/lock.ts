import { existsSync, linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveToOwner, makeFolder } from '../owner.ts';
import { openBetterSqlite, type Sqlite } from './sqlite.ts';

/** Who has a data folder open: the file `klatch.lock` in it, readable by its owner only. */
export interface Holder {
  pid: number;
  /** When the process started, as its system counts: another process can get the same number. */
  began?: string;
  /** Linux's name for the container whose process id this is: another container has ids of its own. */
  container?: string;
  /** The URL and control token of the running server; none while a command holds the folder. */
  url?: string;
  token?: string;
}

/** Another process uses the folder. */
export class FolderInUse extends Error {
  readonly holder: Holder;
  constructor(dataDir: string, holder: Holder) {
    const where = isHere(holder) ? '' : ' in another container';
    super(
      `The data folder ${dataDir} is in use by process ${holder.pid}${where}${holder.url ? ` (${holder.url})` : ''}`,
    );
    this.holder = holder;
  }
}

const getPath = (dataDir: string) => join(dataDir, 'klatch.lock');

/** The living process that has the folder open, if there is one. */
export const findHolder = (dataDir: string): Holder | undefined => livingIn(getPath(dataDir), dataDir);

function livingIn(path: string, dataDir: string): Holder | undefined {
  let holder: Holder;
  try {
    holder = JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
  if (!isHere(holder)) return isDatabaseOpen(dataDir) ? holder : undefined;
  return holder.pid === process.pid || !isAlive(holder) ? undefined : holder;
}

/** Whether the process is visible to this one. */
export const isHere = ({ container }: Holder): boolean => container === thisContainer();

/**
 * Whether another process has the database open, in whichever container of this machine: the locks of SQLite end with
 * their process. A process that has just locked the folder may not have opened it yet.
 */
function isDatabaseOpen(dataDir: string): boolean {
  const path = join(dataDir, 'klatch.db');
  if (!existsSync(path)) return false;
  let probe: Sqlite | undefined;
  try {
    probe = openBetterSqlite(path);
    probe.pragma('busy_timeout = 0');
    probe.pragma('locking_mode = EXCLUSIVE');
    probe.pragma('user_version');
    return false;
  } catch (error) {
    return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
  } finally {
    probe?.close();
  }
}

/** Locks the folder for this process, and creates it if necessary. Throws FolderInUse. */
export function takeFolder(dataDir: string): void {
  makeFolder(dataDir);
  const path = getPath(dataDir);
  const mine = storeHolder(dataDir, thisProcess());
  try {
    // Unlike a file that is opened and then written, a link is never seen empty.
    linkSync(mine, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    takeFromTheDead(dataDir, mine);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Writes a file that becomes the lock. Returns its path. */
function storeHolder(dataDir: string, holder: Holder): string {
  const path = `${getPath(dataDir)}.${process.pid}`;
  writeFileSync(path, JSON.stringify(holder), { mode: 0o600 });
  // A service that cannot read the lock of root's command would take the folder over.
  giveToOwner(dataDir, path);
  return path;
}

/** Takes over the lock of a process that has ended. If several processes try, one wins. */
function takeFromTheDead(dataDir: string, mine: string): void {
  const path = getPath(dataDir);
  const turn = `${path}.turn`;
  throwInUse(findHolder(dataDir));
  try {
    linkSync(mine, turn);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throwInUse(livingIn(turn, dataDir));
    rmSync(turn, { force: true });
    linkSync(mine, turn);
  }
  try {
    throwInUse(findHolder(dataDir));
    renameSync(mine, path);
  } finally {
    rmSync(turn, { force: true });
  }

  function throwInUse(holder: Holder | undefined): void {
    if (holder) throw new FolderInUse(dataDir, holder);
  }
}

/** Stores the URL and control token of this process's server. */
export function announce(dataDir: string, url: string, token: string): void {
  renameSync(storeHolder(dataDir, { ...thisProcess(), url, token }), getPath(dataDir));
}

export function leaveFolder(dataDir: string): void {
  rmSync(getPath(dataDir), { force: true });
}

/** How files identify the process they belong to. */
export function thisProcess(): Holder {
  const began = findBeginning(process.pid);
  const container = thisContainer();
  return { pid: process.pid, ...(began !== undefined && { began }), ...(container !== undefined && { container }) };
}

/** Undefined where there are no containers. */
function thisContainer(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

/** Whether that process still runs on this machine. */
export function isAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return findBeginning(pid) === began;
}

/** From Linux's process table; undefined elsewhere, where only the process id is checked. */
function findBeginning(pid: number): string | undefined {
  try {
    const [state, ...more] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    // A zombie process: exited but not yet reaped. In a container, it may never be.
    return /[ZX]/.test(state!) ? 'ended' : more[18];
  } catch {
    return undefined;
  }
}
