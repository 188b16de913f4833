import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who has a data folder open: the file `klatch.lock` in it, readable by its owner alone. */
export interface Holder {
  pid: number;
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
export function holderOf(dataDir: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(pathOf(dataDir), 'utf8')) as Holder;
    return holder.pid === process.pid || !alive(holder.pid) ? undefined : holder;
  } catch {
    return undefined;
  }
}

/** Takes the folder for this process, making it if need be; throws FolderInUse. */
export function takeFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const mine = JSON.stringify({ pid: process.pid } satisfies Holder);
  try {
    writeFileSync(pathOf(dataDir), mine, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = holderOf(dataDir);
    if (holder) throw new FolderInUse(dataDir, holder);
    // Its process is gone: a crash left it behind.
    writeFileSync(pathOf(dataDir), mine, { mode: 0o600 });
  }
}

/** Says where the server of this process can be told of changes. */
export function announce(dataDir: string, holder: Holder): void {
  writeFileSync(pathOf(dataDir), JSON.stringify(holder), { mode: 0o600 });
}

export function leaveFolder(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true });
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
