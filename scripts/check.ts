/**
 * `npm run check`: types, lint, unused code, prose, spelling and tests. All of them run even if one fails. `--no-tests`
 * skips the tests.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const bin = (name: string): string => `node_modules/.bin/${name}`;
/** Checks types. What did not change since the last time is remembered. */
const checkTypes = (project: string): string[] => [
  ...['--noEmit', '-p', project, '--incremental'],
  ...['--tsBuildInfoFile', `.cache/types/${project.replace(/\W/g, '-')}.tsbuildinfo`],
];
/** Comments and documents. What did not change since the last time is remembered. */
const SPELLING = [
  ...['lint', '--config', 'scripts/spelling.json', '--no-progress', '--no-summary'],
  ...['--cache', '--cache-location', '.cache/spelling.json'],
];
const steps: [what: string, command: string, args: string[]][] = [
  ['types', bin('tsc'), checkTypes('.')],
  ['types of the web client', bin('tsc'), checkTypes('src/web')],
  ['types of its service worker', bin('tsc'), checkTypes('src/web/service-worker')],
  ['lint', bin('biome'), ['check']],
  ['unused files, exports and dependencies', bin('knip'), []],
  ['prose', process.execPath, ['scripts/prose.ts']],
  ['spelling', bin('cspell'), SPELLING],
];
if (!process.argv.includes('--no-tests')) steps.push(['tests', process.execPath, ['scripts/test.ts']]);

const failed = steps.filter(([what, command, args]) => {
  console.log(`— ${what}`);
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0;
});
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.map(([what]) => what).join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
