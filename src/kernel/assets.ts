import { readFileSync } from 'node:fs';
import { getRawAsset, isSea } from 'node:sea';

const ROOT = new URL('../../', import.meta.url);

/** True in the executable, false when run from the sources. */
export const isExecutable = isSea();

/** The arguments after Node's path that start this program again: its script, which the executable contains. */
export const ownCommand: readonly string[] = isExecutable ? [] : [...process.execArgv, process.argv[1]!];

/**
 * Reads a file that ships with the code, by its path in the project, or from the executable, where
 * scripts/build/assets.ts put it. Read-only.
 */
export const readAsset = (path: string): Buffer =>
  isExecutable ? Buffer.from(getRawAsset(path)) : readFileSync(new URL(path, ROOT));
