import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backupsIn } from '../../kernel/backups/places.ts';
import { giveToOwner, makeFolder } from '../../kernel/owner.ts';
import { databasePath } from '../../server/configuration.ts';

/** The files that belong to a database; the last one exists only while it is open. */
const ENDS = ['', '-wal', '-shm'];

/** Puts another executable in the place of `program`. Returns what puts the old one back. */
export function swapProgram(program: string, next: string): () => void {
  const previous = `${program}.previous`;
  rmSync(previous, { force: true });
  renameSync(program, previous);
  try {
    renameSync(next, program);
  } catch (error) {
    renameSync(previous, program);
    throw error;
  }
  return () => {
    // A program that runs can be renamed everywhere, but not replaced everywhere.
    renameSync(program, next);
    renameSync(previous, program);
    rmSync(next, { force: true });
  };
}

/** Copies the database of a stopped server into `backups`. Returns what puts the copy back. */
export function keepDatabase(dataDir: string): () => void {
  makeFolder(backupsIn(dataDir));
  const database = databasePath(dataDir);
  const copy = join(backupsIn(dataDir), 'before-upgrade.db');
  copyDatabase(database, copy);
  giveToOwner(dataDir, backupsIn(dataDir));
  return () => {
    copyDatabase(copy, database);
    giveToOwner(dataDir, database);
  };
}

/** Copies the log, too, if the server had no time to empty it. File systems that can share the content do. */
function copyDatabase(from: string, to: string): void {
  for (const end of ENDS) rmSync(to + end, { force: true });
  for (const end of ENDS.slice(0, 2))
    if (existsSync(from + end)) copyFileSync(from + end, to + end, constants.COPYFILE_FICLONE);
}
