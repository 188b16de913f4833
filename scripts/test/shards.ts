/** Deals test files to processes, by how long they took the last time. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';

/** How long each test file took the last time, in ms. */
const LAST = '.cache/durations.json';
/** The same of those that take long, for a fresh clone, in seconds. `UPDATE_DURATIONS=1 npm test` writes it. */
const USUAL = 'scripts/test/durations.json';
/** Of any other test file, in ms per byte. */
const PER_BYTE = 0.05;

export interface Shard {
  files: string[];
  /** Expected, in ms. */
  duration: number;
}

export interface TestReport {
  file: string;
  name: string;
  /** In ms. */
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
  for (const { file, duration } of readReports(path)) took[file] = (took[file] ?? 0) + duration;
  const all = { ...readDurations(LAST), ...took };
  writeFileSync(LAST, JSON.stringify(all, null, 1));
  if (process.env.UPDATE_DURATIONS) writeFileSync(USUAL, `${JSON.stringify(usualDurations(all), null, 2)}\n`);
}

/** What the reporter wrote about each test. */
export function readReports(path: string): TestReport[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
}

/** The files that take a second or more, in seconds, in the order of their names. */
function usualDurations(durations: Record<string, number>): Record<string, number> {
  const long = Object.entries(durations).filter(([file, duration]) => duration >= 1000 && existsSync(file));
  return Object.fromEntries(long.map(([file, ms]): [string, number] => [file, Math.round(ms / 1000)]).sort());
}

function readDurations(path: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** Expected durations of files, in ms: of the last time, or as usual. */
export function expectedDurations(files: readonly string[]): Map<string, number> {
  const [last, usual] = [readDurations(LAST), readDurations(USUAL)];
  const guess = (file: string) => (usual[file] ? usual[file] * 1000 : statSync(file).size * PER_BYTE);
  return new Map(files.map((file) => [file, last[file] ?? guess(file)]));
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

/**
 * Writes a file for each process into a folder of .cache, which imports the files of the process, and returns the
 * paths. Node runs files in the order of their names: the longest process begins first. It reports a test under the
 * file that declares it.
 */
export function writeShards(folder: string, shards: readonly Shard[]): string[] {
  return shards
    .toSorted((a, b) => b.duration - a.duration)
    .map(({ files }, at) => {
      const path = `${folder}/${String(at).padStart(3, '0')}.test.ts`;
      const imports = files.map((file) => `import '../../${file}';`);
      const shared = [
        "import { markLoaded } from '../../test/support/shared-process.ts';",
        ...imports,
        'markLoaded();',
      ];
      writeFileSync(path, (files.length > 1 ? shared : imports).join('\n'));
      return path;
    });
}
