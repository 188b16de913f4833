/**
 * `npm run test:cluster [-- FILES]` runs the tests of a cluster with real NATS servers, on loopback. It uses the
 * `nats-server` on the PATH, or installs one with Go into .cache/. Without both, it says so and skips the tests.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { natsVersion } from '../src/cli/cluster/nats-servers.ts';
import { failuresIn, reporters, say } from './failures.ts';
import { deal, expectedDurations, writeShards } from './test/shards.ts';

const VERSION = 'v2.15.2';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const program = natsVersion('nats-server') ? 'nats-server' : installWithGo();
if (!program) {
  console.log(
    'SKIPPED: the tests of a cluster. They need nats-server 2.12 or newer on the PATH, or Go, which can install it.',
  );
  process.exit(0);
}
console.log(`nats-server ${natsVersion(program)}`);
const given = process.argv.slice(2);
const files = given.some((argument) => !argument.startsWith('-')) ? [] : globSync('test/**/*.cluster-test.ts').sort();
mkdirSync('.cache', { recursive: true });
const folder = mkdtempSync('.cache/cluster-tests-');
const failed = `${folder}/failed`;
const shards = writeShards(folder, deal(expectedDurations(files), files.length));
const args = ['--test', ...reporters(failed), '--test-concurrency=3', '--test-timeout=120000', ...given, ...shards];
const { status } = spawnSync(process.execPath, args, {
  stdio: 'inherit',
  env: { ...process.env, KLATCH_NATS_SERVER: program, NODE_COMPILE_CACHE: resolve('.cache/compiled') },
});
say('npm run test:cluster', 'what failed, and why', failuresIn(failed));
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);

/** Takes a minute the first time. Returns the path, or undefined without Go, or without its module proxy. */
function installWithGo(): string | undefined {
  const folder = resolve('.cache', `nats-server-${VERSION}`);
  const path = join(folder, process.platform === 'win32' ? 'nats-server.exe' : 'nats-server');
  if (natsVersion(path)) return path;
  if (spawnSync('go', ['version']).status !== 0) return undefined;
  console.log(`Installing nats-server ${VERSION} into ${folder} …`);
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('go', ['install', `github.com/nats-io/nats-server/v2@${VERSION}`], {
    stdio: 'inherit',
    env: { ...process.env, GOBIN: folder },
  });
  return status === 0 && natsVersion(path) ? path : undefined;
}
