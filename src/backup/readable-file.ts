import { closeSync, openSync, statSync } from 'node:fs';
import { EXIT, Failure } from '../kernel/terminal/failure.ts';

/** Throws a Failure unless `path` from the command line is a file that this user can read. */
export function requireReadable(path: string): void {
  try {
    if (statSync(path).isDirectory()) throw new Failure(EXIT.usage, `${path} is a folder, not a file`);
    closeSync(openSync(path, 'r'));
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new Failure(EXIT.notFound, `No such file: ${path}`);
    if (code === 'EACCES' || code === 'EPERM')
      throw new Failure(EXIT.failure, `${path} cannot be read: permission denied`);
    throw new Failure(EXIT.failure, `${path} cannot be read: ${message}`);
  }
}
