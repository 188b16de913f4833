/** What failed of tests. It is said last of all, also by .ci/run: a log that is cut off is cut off at the top. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Where .ci/run finds what each command said last. */
const FOLDER = '.cache/failed';
/** More than these fail of one cause. */
const MOST = 10;

export interface Failure {
  file: string;
  name: string;
  /** The first lines of it, and where; none if it is what is within the test that failed. */
  reason?: string;
}

/** What tells of a run both people and `failuresIn(path)`. */
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

/** Says what failed of a command, or notes that nothing did. */
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
