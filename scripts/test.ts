/** `npm test [-- FILES]`: runs the tests of these files, or all of test/, on the Node that npm put in place. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const given = process.argv.slice(2);
const files = given.some((argument) => !argument.startsWith('-')) ? [] : globSync('test/**/*.test.ts').sort();
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-reporter=spec', `--test-concurrency=${availableParallelism()}`, '--test-timeout=120000', ...given, ...files],
  { stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE: '.cache/compiled' } },
);
process.exit(status ?? 1);
