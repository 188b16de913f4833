/** Deals test files to processes, by how long they took the last time. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';

/** How long each test file took the last time, in ms. */
const LAST = '.cache/durations.json';
/** Of a test file that has not run yet, in ms per byte. */
const USUAL_DURATION = 0.4;

export interface Shard {
  files: string[];
  /** Expected, in ms. */
  duration: number;
}

/** The reporter of how long tests take, for `keepDurations(path)`. */
export const durationReporter = (path: string): string[] => [
  '--test-reporter=./scripts/test/durations.mjs',
  `--test-reporter-destination=${path}`,
];

/** Remembers how long the test files of a run took. */
export function keepDurations(path: string): void {
  const took: Record<string, number> = {};
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []) {
    const [file, duration] = JSON.parse(line) as [string, number];
    took[file] = (took[file] ?? 0) + duration;
  }
  writeFileSync(LAST, JSON.stringify({ ...lastDurations(), ...took }, null, 1));
}

function lastDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(LAST, 'utf8'));
  } catch {
    return {};
  }
}

/** Expected durations of files, in ms. Guessed from the size of a file that did not run yet. */
export function expectedDurations(files: readonly string[]): Map<string, number> {
  const last = lastDurations();
  return new Map(files.map((file) => [file, last[file] ?? statSync(file).size * USUAL_DURATION]));
}

/** Deals files to processes that take equally long: each, the longest first, to the process that has least so far. */
export function deal(durations: ReadonlyMap<string, number>, processes: number): Shard[] {
  const shards = Array.from({ length: processes }, (): Shard => ({ files: [], duration: 0 }));
  for (const [file, duration] of [...durations].sort(([, a], [, b]) => b - a)) {
    const shard = shards.reduce((least, one) => (one.duration < least.duration ? one : least));
    shard.files.push(file);
    shard.duration += duration;
  }
  return shards.filter(({ files }) => files.length > 0);
}
