import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import sea from '@yao-pkg/pkg/lib-es5/sea.js';
import { lockedVersion, packageFolder } from './packages.ts';
import { strip } from './strip.ts';
import { host, TARGETS, type Target } from './targets.ts';

/** Puts the script and the assets (name → file) into this target's Node, as the executable `output`. */
export async function seal(
  target: Target,
  script: string,
  assets: Record<string, string>,
  output: string,
): Promise<void> {
  const version = lockedVersion(target.node);
  const home = resolve('.cache/build/pkg');
  provide(target, version, home);
  // Only the same version of Node can read a code cache, so this machine's Node of that version writes it.
  if (host() && host() !== target) provide(host()!, version, home);
  // pkg stores its Nodes in the user's folder and resolves that folder each time.
  const before = { ...process.env };
  Object.assign(process.env, { HOME: home, USERPROFILE: home });
  try {
    const targets = [
      { platform: target.platform, arch: target.arch, nodeRange: `node${version}`, output: resolve(output) },
    ];
    await sea.default(resolve(script), { targets, signature: true, seaConfig: seaConfig(target, version, assets) });
  } finally {
    Object.assign(process.env, { HOME: before.HOME, USERPROFILE: before.USERPROFILE });
    if (before.USERPROFILE === undefined) delete process.env.USERPROFILE;
  }
}

function seaConfig(target: Target, version: string, assets: Record<string, string>) {
  return {
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    // Code cache works only for this very Node, not for another platform's.
    useCodeCache: target === host() && `v${version}` === process.version,
    assets: Object.fromEntries(Object.entries(assets).map(([name, file]) => [name, resolve(file)])),
    // The same flags as npm start. V8 lets the space for new objects grow to four times this size, which many waiting
    // clients fill. It collects old objects when they take four times what is in use; at twice that, 1,000 people
    // online need a third less memory (npm run bench -- office). A developer's NODE_OPTIONS do not apply.
    execArgv: ['--max-semi-space-size=16', '--heap-growing-percent=100'],
    execArgvExtension: 'none',
  };
}

/** Puts the Node of an npm package where pkg looks for its downloads, with the markers that pkg expects. */
function provide(target: Target, version: string, home: string): void {
  const [os, archive] = target.platform === 'win' ? ['win', 'zip'] : [target.os, 'tar.gz'];
  const name = `node-v${version}-${os}-${target.arch}`;
  const cache = join(home, '.pkg-cache/sea');
  const binary = target.platform === 'win' ? join(cache, `${name}.exe`) : join(cache, name, 'bin/node');
  if (existsSync(`${binary}.ok`)) return;
  mkdirSync(dirname(binary), { recursive: true });
  const own = TARGETS.find(({ node }) => node === target.node)!;
  const source = join(packageFolder(target.node, version), own.binary);
  copyFileSync(source, `${binary}.new`);
  chmodSync(`${binary}.new`, 0o755);
  strip(`${binary}.new`);
  renameSync(`${binary}.new`, binary);
  for (const mark of [`${binary}.ok`, join(cache, `${name}.${archive}`), join(cache, `${name}.${archive}.ok`)])
    writeFileSync(mark, '');
}
