import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { NODE_FLAGS } from './node-flags.ts';
import { lockedVersion, packageFolder } from './packages.ts';
import { strip } from './strip.ts';
import { host, type Target } from './targets.ts';

/** The mark in Node's executable that postject changes, so that Node looks for the program inside. */
const FUSE = ['--sentinel-fuse', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'];
/** It warns of sections of Node that it does not need to know, so it is a process of its own. */
const POSTJECT = 'node_modules/postject/dist/cli.js';
const CONFIG = 'sea-config.json';
const BLOB = 'program.blob';
const QUIET: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'pipe'] };

/** Puts the script and the assets (name → file) into this target's Node, as the executable `output`. */
export function seal(target: Target, script: string, assets: Record<string, string>, output: string): void {
  const version = lockedVersion(target.node);
  const folder = dirname(script);
  const config = { ...seaConfig(target, assets), main: basename(script), output: BLOB };
  writeFileSync(join(folder, CONFIG), JSON.stringify(config));
  // V8 reads only code that the same version wrote with the same flags. `--predictable` is no such flag; with it, the
  // bytes are the same each time. The blob contains the path of the script, so that is relative.
  const writer = resolve(findNode(host() ?? target, version));
  execFileSync(writer, [...NODE_FLAGS, '--predictable', '--experimental-sea-config', CONFIG], {
    ...QUIET,
    cwd: folder,
  });
  rmSync(output, { force: true });
  mkdirSync(dirname(output), { recursive: true });
  copyFileSync(findNode(target, version), output);
  chmodSync(output, 0o755);
  strip(output);
  const segment = target.platform === 'macos' ? ['--macho-segment-name', 'NODE_SEA'] : [];
  execFileSync(process.execPath, [POSTJECT, output, 'NODE_SEA_BLOB', join(folder, BLOB), ...FUSE, ...segment], QUIET);
  // A Mac does not start what is not signed by anybody.
  if (target.platform === 'macos' && process.platform === 'darwin')
    execFileSync('codesign', ['--force', '--sign', '-', output]);
}

const findNode = ({ node, binary }: Target, version: string): string => join(packageFolder(node, version), binary);

const seaConfig = (target: Target, assets: Record<string, string>) => ({
  disableExperimentalSEAWarning: true,
  useSnapshot: false,
  // Code cache works only for this very Node, not for another platform's.
  useCodeCache: target === host(),
  assets: Object.fromEntries(Object.entries(assets).map(([name, file]) => [name, resolve(file)])),
  execArgv: NODE_FLAGS,
  // A developer's NODE_OPTIONS do not apply.
  execArgvExtension: 'none',
});
