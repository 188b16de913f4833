/**
 * `npm run test:executable [-- --no-build] [FILES]` builds the executable and runs the tests of the executable itself
 * (test/system/executable), and those tests that start a server and may behave differently with it.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failuresIn, reporters, say } from './failures.ts';
import { deal, expectedDurations, writeShards } from './test/shards.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const given = process.argv.slice(2).filter((argument) => argument !== '--no-build');
const run = (args: string[], env = process.env): number =>
  spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;

if (!process.argv.includes('--no-build') && run(['scripts/build.ts']) !== 0) process.exit(1);

/**
 * Tests of what may behave differently in the executable: child processes, code loaded on first use, pages and
 * certificates. `npm test` covers the rest.
 */
const OTHERWISE = [
  'system/executable/*',
  'system/cli/{administration,backup,commands,dev,send-and-tail}',
  'system/serve/{first-start,serve,tls}',
  'system/organizations/organizations',
  'pages/bundled',
  'help/pages',
];
const files = given.some((argument) => !argument.startsWith('-'))
  ? []
  : globSync(OTHERWISE.map((name) => `test/${name}.test.ts`)).sort();
mkdirSync('.cache', { recursive: true });
const folder = mkdtempSync('.cache/executable-tests-');
const failed = `${folder}/failed`;
const args = [
  '--test',
  ...reporters(failed),
  `--test-concurrency=${availableParallelism()}`,
  '--test-timeout=120000',
  ...given,
  ...writeShards(folder, deal(expectedDurations(files), files.length)),
];
const status = run(args, {
  ...process.env,
  KLATCH_PROGRAM: `dist/klatch${process.platform === 'win32' ? '.exe' : ''}`,
  NODE_COMPILE_CACHE: resolve('.cache/compiled'),
});
say('npm run test:executable', 'what failed, and why', failuresIn(failed));
rmSync(folder, { recursive: true, force: true });
process.exit(status);
