/**
 * `npm test [-- FILES | --changed] [--times]` runs the tests of these files, those that a change can affect, or all of
 * test/. It uses the Node that npm installed. `--times` prints which files and tests use most CPU time.
 *
 * A process that loads the server's sources needs half a second before its first test, and one with a browser two. So
 * files share processes, unless they are given. Files that start servers, or change a clock or environment variables,
 * have their own process.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failuresIn, reporters, say } from './failures.ts';
import { affectedTests, changedFiles } from './test/changed.ts';
import { measureTimes, printTimes } from './test/cpu-times.ts';
import { makeMemoryFolder } from './test/memory-folder.ts';
import { areRepeated, onlyTests, usesBrowser } from './test/retry.ts';
import { deal, durationReporter, expectedDurations, keepDurations, readReports, writeShards } from './test/shards.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
mkdirSync('.cache', { recursive: true });
const cores = availableParallelism();
const isChanged = process.argv.includes('--changed');
const isTimed = process.argv.includes('--times');
const given = process.argv.slice(2).filter((argument) => !['--changed', '--times'].includes(argument));
const givenFiles = given.filter((argument) => !argument.startsWith('-'));
const isGiven = givenFiles.length > 0;
const isAll = given.length === 0 && !isChanged;
const chosen = isChanged ? affectedTests(changedFiles()) : globSync(isGiven ? givenFiles : 'test/**/*.test.ts').sort();
if (isChanged) console.log(chosen.length > 0 ? `${chosen.length} test files` : 'No change affects a test.');
if (isChanged && chosen.length === 0) process.exit(0);
const folder = mkdtempSync('.cache/tests-');
/** Tests of what depends on the metrics of fonts: targets, scroll positions, and what is on the screen. */
const LAYOUT_TESTS = ['every-view', 'layout-shift', 'sending-and-receiving', 'formatted-view', 'reading'];
const OTHER_FONTS = { KLATCH_TEST_FONTS: 'other' };
const kinds = new Set(chosen.filter((file) => file.endsWith('.ts')).map(getKind));
// The client alone is built sooner, by the given tests that need it.
const isBuilt = kinds.has('alone') || (kinds.has('browser') && !isGiven);
const memoryFolder = makeMemoryFolder();
const bundle = isBuilt ? makeBundle() : undefined;
// What a server in the process of a test serves.
if (bundle) cpSync(join(bundle, 'client'), '.cache/web', { recursive: true });
const FAILED = `${folder}/failed`;
const DURATIONS = `${folder}/durations`;
const CPU_TIMES = resolve(folder, 'cpu-times');
const measured = isTimed ? measureTimes(CPU_TIMES) : undefined;
const usual = runAndRetry([...given, ...files()]);
if (isAll) keepDurations(DURATIONS);
const reports = readReports(DURATIONS);
const other = isAll
  ? runAndRetry(
      LAYOUT_TESTS.map((name) => `test/browser/${name}.test.ts`),
      OTHER_FONTS,
    )
  : undefined;
const isRetried = usual.isRetried || other?.isRetried;
const failures = [...usual.failures, ...(other?.failures ?? [])];
const status = usual.status || (other?.status ?? 0);
const title = !isRetried
  ? 'what failed, and why'
  : status === 0
    ? `passed only on the second try: ${failures.length}`
    : 'failed, some on the second try too';
say('npm test', title, failures);
if (isTimed) printTimes(CPU_TIMES, reports);
rmSync(folder, { recursive: true, force: true });
process.exit(status);

/** Runs tests. If all of them run, and few browser tests fail, those are repeated. Returns all failures. */
function runAndRetry(args: readonly string[], env: Record<string, string> = {}) {
  const status = run([`--test-concurrency=${cores}`, ...durationReporter(DURATIONS), ...args], env);
  const failures = failuresIn(FAILED);
  if (status === 0 || !isAll || !areRepeated(failures)) return { status, failures, isRetried: false };
  const names = failures.map(({ name }) => name);
  console.log(`\nRunning these browser tests once more, each alone:\n${names.join('\n')}\n`);
  const where = new Set(failures.map(({ file }) => file));
  const repeated = run(['--test-concurrency=1', ...onlyTests(names), ...where], env);
  return { status: repeated, failures, isRetried: true };
}

/** Makes the bundle that the tests start, as `npm start` does. Returns its folder. */
function makeBundle(): string {
  spawnSync(process.execPath, ['scripts/start.mjs', '--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
  return readFileSync('.cache/klatch/current', 'utf8').split('\n')[1]!;
}

function run(args: string[], more: Record<string, string>): number {
  const env = {
    ...process.env,
    ...withoutProxyHere(),
    // Also for commands in other folders.
    NODE_COMPILE_CACHE: resolve('.cache/compiled'),
    ...(memoryFolder && { TMPDIR: memoryFolder }),
    ...(bundle && { WEB_CLIENT_BUILT: 'yes', BUNDLE: bundle, PREPARED_ACCOUNTS: resolve(folder) }),
    ...measured?.env,
    ...more,
  };
  const options = [...(measured?.args ?? []), '--test', ...reporters(FAILED), '--test-timeout=120000'];
  return spawnSync(process.execPath, [...options, ...args], { stdio: 'inherit', env }).status ?? 1;
}

/** The tests ask servers of this machine, which a proxy of the environment cannot reach. */
function withoutProxyHere(): Record<string, string> {
  const hosts = ['localhost', '.localhost', '127.0.0.1', '[::1]'];
  const excepted = [process.env.no_proxy ?? process.env.NO_PROXY, ...hosts].filter(Boolean).join(',');
  return { no_proxy: excepted, NO_PROXY: excepted };
}

/** The files to run: those given, or each process that runs the chosen ones. The longest begins first. */
function files(): string[] {
  if (isGiven) return [];
  const { alone = [], browser = [], server = [] } = Object.groupBy(chosen, getKind);
  const shards = [
    ...deal(expectedDurations(browser), 2 * cores),
    ...deal(expectedDurations(server), 4 * cores),
    ...deal(expectedDurations(alone), alone.length),
  ];
  return writeShards(folder, shards);
}

function getKind(file: string): 'alone' | 'browser' | 'server' {
  const source = readFileSync(file, 'utf8');
  if (/\b(startServer|startCommand|runKlatch|createAccount)\b|(?<!t\.)mock\.timers|process\.env\.\w+ = /.test(source))
    return 'alone';
  return usesBrowser(file) ? 'browser' : 'server';
}
