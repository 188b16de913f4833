import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** An entry of package-lock.json. */
interface Locked {
  version: string;
  integrity?: string;
}

const locked = (name: string): Locked | undefined =>
  JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[`node_modules/${name}`];

/** The version of a package in package-lock.json. */
export function lockedVersion(name: string): string {
  const version = locked(name)?.version;
  if (!version) throw new Error(`package-lock.json has no ${name}`);
  return version;
}

/**
 * The folder of a package: where npm installed it. A package for another platform or in another version than the lock's
 * is downloaded from npm once (later from npm's cache) and checked against the lock file's hash.
 */
export function packageFolder(name: string, version = lockedVersion(name)): string {
  const installed = join('node_modules', name);
  const own = version === locked(name)?.version;
  if (own && existsSync(join(installed, 'package.json'))) return installed;
  const folder = join('.cache/build/packages', `${name.replace('/', '-')}-${version}`);
  if (!existsSync(folder)) fetchPackage(name, version, own ? locked(name)?.integrity : undefined, folder);
  return folder;
}

function fetchPackage(name: string, version: string, integrity: string | undefined, folder: string): void {
  mkdirSync('.cache/build/packages', { recursive: true });
  const place = mkdtempSync('.cache/build/packages/fetching-');
  try {
    const args = ['pack', '--prefer-offline', '--silent', '--pack-destination', place, `${name}@${version}`];
    const windows = process.platform === 'win32';
    const archive = join(
      place,
      execFileSync('npm', args, { encoding: 'utf8', shell: windows }).trim().split('\n').at(-1)!,
    );
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (integrity && found !== integrity)
      throw new Error(`${name}@${version} from npm is not what package-lock.json says`);
    execFileSync('tar', ['-xzf', archive, '-C', place]);
    renameSync(join(place, 'package'), folder);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
