/** Prints the CPU time of tests, for `npm test -- --times`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { TestReport } from './shards.ts';

/** The file that lists the times of all files and tests. */
const FULL = '.cache/cpu-times.txt';
/** How many files and how many tests are printed. */
const MOST = 20;

/** In ms: CPU time, how much of it was used by processes that the tests started, and how long the tests took. */
type Times = readonly [all: number, started: number, duration: number];

/** The options and variables with which the processes of tests write their times to a file. */
export const measureTimes = (path: string): { args: string[]; env: Record<string, string> } => ({
  args: ['--import', './scripts/test/measure-cpu.ts'],
  env: { TEST_CPU_TIMES: path },
});

/** Prints the files and tests that used most. */
export function printTimes(path: string, reports: readonly TestReport[]): void {
  const reported = new Map(reports.map((report) => [report.name, report]));
  const byTest = new Map<string, Times>();
  const byFile = new Map<string, Times>();
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []) {
    const [name, own, started] = JSON.parse(line) as [string, number, number];
    const { file = 'loading, and between tests', duration = 0 } = reported.get(name) ?? {};
    const times: Times = [own + started, started, duration];
    addTimes(byFile, file, times);
    if (name !== '') addTimes(byTest, `${file}: ${name}`, times);
  }
  const total = [...byFile.values()].reduce(sumTimes, [0, 0, 0]);
  const title = `CPU time of tests, of processes that they started, and duration, in s\n${tell('all', total)}`;
  const [files, tests] = [listTimes(byFile), listTimes(byTest)];
  writeFileSync(FULL, [title, ...files, '', ...tests, ''].join('\n'));
  console.log(['', title, ...files.slice(0, MOST), '', ...tests.slice(0, MOST), `all: ${FULL}`].join('\n'));
}

const sumTimes = (a: Times, b: Times): Times => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

function addTimes(all: Map<string, Times>, key: string, times: Times): void {
  all.set(key, sumTimes(all.get(key) ?? [0, 0, 0], times));
}

const listTimes = (all: ReadonlyMap<string, Times>): string[] =>
  [...all].sort(([, [a]], [, [b]]) => b - a).map(([what, times]) => tell(what, times));

const tell = (what: string, times: Times): string =>
  `${times.map((ms) => (ms / 1000).toFixed(1).padStart(7)).join(' ')}  ${what}`;
