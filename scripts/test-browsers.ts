/**
 * `npm run test:browsers [-- FILES]` runs the stories that matter in Firefox and in WebKit, as far as they are
 * installed, and says which are not. Debian has them in the packages firefox-esr, webkit2gtk-driver and xvfb.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../test/browsers/webdriver.ts';
import { failuresIn, reporters, say } from './failures.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const given = process.argv.slice(2);
const files = given.some((argument) => !argument.startsWith('-')) ? [] : globSync('test/**/*.browsers-test.ts').sort();
const failed = `.cache/failed-${process.pid}`;
mkdirSync('.cache', { recursive: true });
let screen: ChildProcess | undefined;
let screenName = process.env.DISPLAY;
let status = 0;
for (const find of [findFirefox, findWebKit]) {
  const engine = find();
  if (typeof engine === 'string') {
    console.log(`SKIPPED: ${engine}`);
    continue;
  }
  const display = await findDisplay();
  if (!display) {
    console.log(`SKIPPED: ${engine.name}. It needs a screen (DISPLAY), or Xvfb.`);
    continue;
  }
  status = Math.max(status, run(engine, display));
}
screen?.kill();
say('npm run test:browsers', 'what failed, and why', failuresIn(failed));
rmSync(failed, { force: true });
process.exit(status);

function run(engine: Engine, display: string): number {
  console.log(`${engine.name}: ${engine.program}`);
  const args = ['--test', ...reporters(failed), '--test-concurrency=1', '--test-timeout=180000', ...given, ...files];
  const env = {
    ...process.env,
    KLATCH_TEST_ENGINE: JSON.stringify(engine),
    NODE_COMPILE_CACHE: '.cache/compiled',
    LANG: 'en_US.UTF-8',
    DISPLAY: display,
    // The screen may belong to another system of windows than the session.
    MOZ_ENABLE_WAYLAND: '0',
  };
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
}

function findFirefox(): Engine | string {
  const program = findProgram('firefox-esr') ?? findProgram('firefox');
  return program ? { name: 'firefox', program } : 'Firefox. It needs firefox-esr or firefox on the PATH.';
}

function findWebKit(): Engine | string {
  const program = findProgram('WebKitWebDriver');
  const [browser] = globSync('/usr/{lib,libexec,lib64}/{,*/}webkit2gtk-4.*/MiniBrowser').sort().toReversed();
  if (program && browser) return { name: 'webkit', program, browser };
  return 'WebKit. It needs WebKitWebDriver on the PATH, and MiniBrowser of WebKitGTK.';
}

function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);
}

/** The screen of this session, or a new one in memory. */
async function findDisplay(): Promise<string | undefined> {
  if (screenName) return screenName;
  const program = findProgram('Xvfb');
  if (!program) return undefined;
  screen = spawn(program, ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  for await (const bytes of screen.stdio[3] as AsyncIterable<Buffer>) {
    screenName = `:${bytes.toString().trim()}`;
    break;
  }
  return screenName;
}
