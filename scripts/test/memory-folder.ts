/** A temporary folder in memory for the tests, which otherwise wait for the disk at each commit of a database. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = /^klatch-(\d+)-/;
/** More than all tests need at once, in bytes. */
const NEEDED = 2 ** 30;

/** Makes the folder, which is deleted when this process exits. Returns nothing where none is possible. */
export function makeMemoryFolder(): string | undefined {
  if (!existsSync(MEMORY)) return undefined;
  deleteLeftFolders();
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < NEEDED) return undefined;
  const folder = mkdtempSync(join(MEMORY, `klatch-${process.pid}-`));
  // Some tests start processes as another user, who also needs temporary files.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return runsPrograms(folder) ? folder : undefined;
}

/** Tests start programs that they write. Containers often forbid that there. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/** Deletes the folders of processes of this user that were killed. */
function deleteLeftFolders(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? [];
    const path = join(MEMORY, name);
    if (!pid || existsSync(`/proc/${pid}`) || ownerOf(path) !== process.getuid?.()) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

/** Nothing, if it was deleted at this moment. */
const ownerOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid;
