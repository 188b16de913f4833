import { readFileSync } from 'node:fs';
import { getRawAsset, isSea } from 'node:sea';

const ROOT = new URL('../../', import.meta.url);

/** True in the one executable that people download, false when run from the sources. */
export const isExecutable = isSea();

/** What follows Node's own path to begin this program once more: its script, which the executable has within. */
export const ownCommand: readonly string[] = isExecutable ? [] : [...process.execArgv, process.argv[1]!];

/**
 * A file that ships with the code, by its path in the project: read from there, or out of the executable, where scripts/build/assets.ts
 * put it. Not to be written to.
 */
export const readAsset = (path: string): Buffer =>
  isExecutable ? Buffer.from(getRawAsset(path)) : readFileSync(new URL(path, ROOT));
