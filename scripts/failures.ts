/** Collects failed tests. They are printed last, also by .ci/run, because a truncated log loses its beginning. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The folder where .ci/run finds the summary of each command. */
const FOLDER = '.cache/failed';
/** More failures than these have one common cause. */
const MOST = 10;

export interface Failure {
  file: string;
  name: string;
  /** The first lines of the error and its location. Omitted if only a subtest failed. */
  reason?: string;
}

/** Reporters for people and for `failuresIn(path)`. */
export const reporters = (path: string): string[] => [
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  '--test-reporter=./scripts/failed.mjs',
  `--test-reporter-destination=${path}`,
];

export function failuresIn(path: string): Failure[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => {
    const [file, name, reason] = JSON.parse(line) as [string, string, string | null];
    return { file, name, ...(reason !== null && { reason }) };
  });
}

/** Prints and records the failures of a command, or records that there are none. */
export function say(command: string, title: string, failures: readonly Failure[]): void {
  const path = `${FOLDER}/${command.replace(/\W/g, '-')}.txt`;
  rmSync(path, { force: true });
  const reasons = failures.flatMap(({ file, name, reason }) =>
    reason === undefined ? [] : [`✖ ${name} (${relative('.', file)})\n${reason.replace(/^/gm, '  ')}`],
  );
  if (reasons.length === 0) return;
  const more = reasons.length > MOST ? [`… and ${reasons.length - MOST} more`] : [];
  const text = [`${command}: ${title}`, ...reasons.slice(0, MOST), ...more].join('\n\n');
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path, `${text}\n`);
  console.log(`\n${text}`);
}
