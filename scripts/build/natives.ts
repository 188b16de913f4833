import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { packageFolder } from './packages.ts';
import type { Target } from './targets.ts';

/** The machine code for one platform, as src/kernel/natives.ts unpacks it. */
export interface Natives {
  /** Another one for other files. */
  version: string;
  /** By package: paths below the folder it is unpacked to, the one to load first. */
  packages: Record<string, { files: string[] }>;
  /** Where each of these paths is now. */
  sources: Record<string, string>;
}

export function nativesFor(target: Target): Natives {
  const platform = `${target.os}-${target.arch}`;
  const sources: Record<string, string> = {
    'better-sqlite3.node': join(packageFolder('better-sqlite3'), 'prebuilds', `${platform}.node`),
  };
  const packages: Natives['packages'] = { 'better-sqlite3': { files: ['better-sqlite3.node'] } };

  const [argon2] = globSync(`prebuilds/${platform}/argon2.*glibc.node`, { cwd: packageFolder('argon2') });
  if (argon2) {
    sources['argon2.node'] = join(packageFolder('argon2'), argon2);
    packages.argon2 = { files: ['argon2.node'] };
  } else console.error(`argon2 brings nothing for ${platform}: passwords cannot be used there.`);

  // sharp's own finds libvips by a path relative to itself; on Windows both are in one package.
  const folders = [`sharp-${platform}`, ...(target.os === 'win32' ? [] : [`sharp-libvips-${platform}`])];
  const files = folders.flatMap((folder) => {
    const from = packageFolder(`@img/${folder}`);
    return globSync('lib/*.{node,so.*,dylib,dll}', { cwd: from }).map((file) => {
      const path = posix.join(folder, file.split(sep).join('/'));
      sources[path] = join(from, file);
      return path;
    });
  });
  packages.sharp = { files: files.sort((a, b) => Number(b.endsWith('.node')) - Number(a.endsWith('.node'))) };

  const hash = createHash('sha256');
  for (const path of Object.keys(sources).sort()) hash.update(path).update(readFileSync(sources[path]!));
  return { version: `native-${hash.digest('hex').slice(0, 16)}`, packages, sources };
}
