/**
 * `npm test [-- FILES]` runs the tests of these files, or all of test/, with the Node that npm installed.
 *
 * A process that loads the server's sources needs half a second before its first test, and one with a browser two. So
 * if all of test/ runs, files share processes. Files that start servers, or change a clock or environment variables,
 * have their own process.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Failure, failuresIn, reporters, say } from './failures.ts';
import { buildWeb } from './web.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
mkdirSync('.cache', { recursive: true });
const folder = mkdtempSync('.cache/tests-');
const cores = availableParallelism();
const given = process.argv.slice(2);
const isAll = given.length === 0;
/** More failed browser tests than these are not a matter of chance. */
const MOST_RETRIED = 3;
/** Tests of what depends on the metrics of fonts: targets, scroll positions, and what is on the screen. */
const LAYOUT_TESTS = ['every-view', 'layout-shift', 'sending-and-receiving', 'formatted-view', 'reading'];
const OTHER_FONTS = { KLATCH_TEST_FONTS: 'other' };
if (isAll) await buildWeb(root, '.cache/web');
const FAILED = `${folder}/failed`;
const usual = runAndRetry([...given, ...files()]);
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
rmSync(folder, { recursive: true, force: true });
process.exit(status);

/** Runs tests. If all of them run, and few browser tests fail, those are repeated. Returns all failures. */
function runAndRetry(args: readonly string[], env: Record<string, string> = {}) {
  const status = run([`--test-concurrency=${cores}`, ...args], env);
  const failures = failuresIn(FAILED);
  const isChance = failures.length > 0 && failures.length <= MOST_RETRIED && failures.every(isBrowserTest);
  if (status === 0 || !isAll || !isChance) return { status, failures, isRetried: false };
  const names = failures.map(({ name }) => name);
  console.log(`\nRunning these browser tests once more, each alone:\n${names.join('\n')}\n`);
  const patterns = names.map((name) => `--test-name-pattern=^${name.replace(/[^\p{L}\p{N} ]/gu, '\\$&')}$`);
  const repeated = run(['--test-concurrency=1', ...patterns, ...new Set(failures.map(({ file }) => file))], env);
  return { status: repeated, failures, isRetried: true };
}

function run(args: string[], more: Record<string, string>): number {
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: '.cache/compiled',
    ...(isAll && { WEB_CLIENT_BUILT: 'yes' }),
    ...more,
  };
  return (
    spawnSync(process.execPath, ['--test', ...reporters(FAILED), '--test-timeout=120000', ...args], {
      stdio: 'inherit',
      env,
    }).status ?? 1
  );
}

/**
 * Only browser tests are retried, because a window depends on many clocks at once. A retried test still needs to be
 * looked into.
 */
function isBrowserTest({ file, name }: Failure): boolean {
  return file.includes('/test/browser/') && readFileSync(file, 'utf8').includes(`test('${name}'`);
}

/**
 * The files to run. Files that share a process are imported by one file. Node runs them in the order of their names.
 */
function files(): string[] {
  if (given.some((argument) => !argument.startsWith('-'))) return [];
  const all = globSync('test/**/*.test.ts').sort();
  if (!isAll) return all;
  const kinds = Object.groupBy(all, kindOf);
  const { alone = [], browser = [], server = [] } = kinds;
  return [...shared('browser', browser, 2 * cores), ...shared('server', server, 4 * cores), ...alone];
}

function kindOf(file: string): 'alone' | 'browser' | 'server' {
  const source = readFileSync(file, 'utf8');
  if (/support\/process\.ts|(?<!t\.)mock\.timers|process\.env\.\w+ = /.test(source)) return 'alone';
  return file.startsWith('test/browser/') || source.includes('support/browser.ts') ? 'browser' : 'server';
}

function shared(name: string, files: readonly string[], processes: number): string[] {
  return Array.from({ length: processes }, (_, part) => {
    const path = `${folder}/${name}-${part}.test.ts`;
    const imports = files.filter((_, at) => at % processes === part).map((file) => `import '../../${file}';`);
    writeFileSync(
      path,
      ["import { markLoaded } from '../../test/support/shared-process.ts';", ...imports, 'markLoaded();'].join('\n'),
    );
    return path;
  });
}
