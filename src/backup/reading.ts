import { copyFileSync, existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ReadConnection } from '../kernel/db/read-connection.ts';
import { makeTemporary } from '../kernel/files/temporary.ts';
import { EXIT, Failure, getReason } from '../kernel/terminal/failure.ts';
import { say } from '../kernel/terminal/output.ts';
import { requireReadable } from './readable-file.ts';

/** SQLite's errors if it cannot write the files beside a database, even for reading. */
const NOT_WRITABLE = /^SQLITE_(READONLY|CANTOPEN)/;
/** Errors that say nothing about a file's content: permissions, locks, space and memory. */
const NO_DAMAGE = /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH|BUSY|LOCKED|FULL|NOMEM|NOLFS)|E[A-Z]+$)/;

const MOST_TRIES = 5;

const readCode = (error: unknown): string => (error as { code?: string }).code ?? '';

/** Whether an error of reading a database may come from damage in the file. */
export const mayBeDamage = (error: unknown): boolean => !NO_DAMAGE.test(readCode(error));

/**
 * Opens a database for reading. SQLite needs files beside it even for that. Where nothing can be written, such as on a
 * read-only file system, a copy in the folder for temporary files is read instead.
 */
export function openToRead(path: string): ReadConnection {
  requireReadable(path);
  let look: ReadConnection | undefined;
  try {
    look = new ReadConnection(path);
    look.readSchema();
    return look;
  } catch (error) {
    look?.close();
    if (!NOT_WRITABLE.test(readCode(error))) throw error;
    return openCopy(path, error);
  }
}

function openCopy(path: string, why: unknown): ReadConnection {
  const copy = join(makeTemporary(tmpdir(), 'check'), basename(path));
  try {
    // A copy made while another process writes may be inconsistent.
    let before = '';
    for (let tries = 0; tries < MOST_TRIES && readState(path) !== before; tries++) {
      before = readState(path);
      for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
    }
    if (readState(path) !== before) throw new Error('it keeps changing');
  } catch (error) {
    throw new Failure(
      EXIT.failure,
      `${path} cannot be read: ${getReason(why)}; and it cannot be copied to ${tmpdir()}: ${getReason(error)}`,
    );
  }
  say(`${path} cannot be opened in place (${getReason(why)}); reading a copy`);
  return new ReadConnection(copy, { write: true });
}

/** Changes whenever the database is written. */
function readState(path: string): string {
  const state = (file: string) => {
    const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
    return `${size} ${mtimeMs}`;
  };
  return `${state(path)} ${state(`${path}-wal`)}`;
}
