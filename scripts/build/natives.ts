import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { packageFolder } from './packages.ts';
import type { Target } from './targets.ts';

/** The native modules for one platform, as src/kernel/native-modules.ts unpacks them. */
export interface Natives {
  /** Changes with the files. */
  version: string;
  /** By package: its files below the unpacked folder, the one to load first, each with its SHA-256. */
  packages: Record<string, { path: string; sha256: string }[]>;
  /** The current location of each of these paths. */
  sources: Record<string, string>;
}

export function nativesFor(target: Target): Natives {
  const platform = `${target.os}-${target.arch}`;
  const sources: Natives['sources'] = {};
  const sums = createHash('sha256');
  const file = (path: string, source: string) => {
    const sha256 = createHash('sha256').update(readFileSync(source)).digest('hex');
    sources[path] = source;
    sums.update(`${path} ${sha256}\n`);
    return { path, sha256 };
  };

  const sqlite = join(packageFolder('better-sqlite3'), 'prebuilds', `${platform}.node`);
  const packages: Natives['packages'] = { 'better-sqlite3': [file('better-sqlite3.node', sqlite)] };

  const [argon2] = globSync(`prebuilds/${platform}/argon2.*glibc.node`, { cwd: packageFolder('argon2') });
  if (argon2) packages.argon2 = [file('argon2.node', join(packageFolder('argon2'), argon2))];
  else console.error(`argon2 brings nothing for ${platform}: passwords cannot be used there.`);

  // sharp's module finds libvips by a relative path. On Windows both are in one package.
  const folders = [`sharp-${platform}`, ...(target.os === 'win32' ? [] : [`sharp-libvips-${platform}`])];
  packages.sharp = folders.flatMap((folder) => {
    const from = packageFolder(`@img/${folder}`);
    const found = globSync('lib/*.{node,so.*,dylib,dll}', { cwd: from }).sort(
      (a, b) => Number(b.endsWith('.node')) - Number(a.endsWith('.node')),
    );
    return found.map((path) => file(posix.join(folder, path.split(sep).join('/')), join(from, path)));
  });
  return { version: `native-${sums.digest('hex').slice(0, 16)}`, packages, sources };
}
