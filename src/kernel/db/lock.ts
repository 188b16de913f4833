import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Who has a data folder open: the file `klatch.lock` in it, readable by its owner alone. */
export interface Holder {
  pid: number;
  /** When the process began, as its system counts: a number that comes again belongs to another process. */
  began?: string;
  /** Where the running server can be told of changes, and the word that lets one do so; none while a command holds the folder. */
  url?: string;
  token?: string;
}

/** The folder is in use by another process. */
export class FolderInUse extends Error {
  readonly holder: Holder;
  constructor(dataDir: string, holder: Holder) {
    super(`The data folder ${dataDir} is in use by process ${holder.pid}${holder.url ? ` (${holder.url})` : ''}`);
    this.holder = holder;
  }
}

const pathOf = (dataDir: string) => join(dataDir, 'klatch.lock');

/** The living process that has the folder open, if there is one. */
export const holderOf = (dataDir: string): Holder | undefined => livingIn(pathOf(dataDir));

function livingIn(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Holder;
    return holder.pid === process.pid || !isAlive(holder) ? undefined : holder;
  } catch {
    return undefined;
  }
}

/** Takes the folder for this process, making it if need be; throws FolderInUse. */
export function takeFolder(dataDir: string): void {
  makeFolder(dataDir);
  const path = pathOf(dataDir);
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(thisProcess()), { mode: 0o600 });
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

/** With those above it. Node's own way of making them never ends where nothing can be made: below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Takes the place of a process that is gone and left its lock behind; of several that find it so, one at a time. */
function takeFromTheDead(dataDir: string, mine: string): void {
  const path = pathOf(dataDir);
  const turn = `${path}.turn`;
  refuse(holderOf(dataDir));
  try {
    linkSync(mine, turn);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    refuse(livingIn(turn));
    rmSync(turn, { force: true });
    linkSync(mine, turn);
  }
  try {
    refuse(holderOf(dataDir));
    renameSync(mine, path);
  } finally {
    rmSync(turn, { force: true });
  }

  function refuse(holder: Holder | undefined): void {
    if (holder) throw new FolderInUse(dataDir, holder);
  }
}

/** Says where the server of this process can be told of changes. */
export function announce(dataDir: string, url: string, token: string): void {
  const holder: Holder = { ...thisProcess(), url, token };
  const mine = `${pathOf(dataDir)}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(holder), { mode: 0o600 });
  renameSync(mine, pathOf(dataDir));
}

export function leaveFolder(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true });
}

/** How files say which process they belong to. */
export function thisProcess(): Holder {
  const began = beginningOf(process.pid);
  return { pid: process.pid, ...(began !== undefined && { began }) };
}

/** Whether that process still runs on this machine. */
export function isAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return beginningOf(pid) === began;
}

/** From Linux's process table; undefined elsewhere, where the process number alone must do. */
function beginningOf(pid: number): string | undefined {
  try {
    const [state, ...more] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    // Dead, only nobody has asked yet how it ended: in a container, perhaps nobody ever will.
    return /[ZX]/.test(state!) ? 'ended' : more[18];
  } catch {
    return undefined;
  }
}
