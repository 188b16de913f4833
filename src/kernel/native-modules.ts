import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { memoByValue } from '../shared/memo.ts';
import { readAsset } from './assets.ts';
import { giveToOwner } from './owner.ts';

/**
 * The native modules that scripts/build/natives.ts put in: by package its files, of which the first is loaded and finds
 * the others. `version` changes with their content.
 */
interface Natives {
  version: string;
  packages: Record<string, readonly File[]>;
}
interface File {
  path: string;
  sha256: string;
}

/** Set once a data folder is known. Modules loaded earlier are unpacked to the temporary folder. */
let cache: string | undefined;

/** The folder that native modules are unpacked to, for child processes. */
export const unpackNativeModulesTo = (): string | undefined => cache;

/** Native modules are unpacked to this folder from now on, once it can be created. */
export function unpackNativeModules(folder: string): void {
  cache = folder;
}

/**
 * Unpacks a package's native module, which the system loads from files only. It goes to the cache in the data folder.
 * If nothing can be written or executed there, it goes to a temporary folder that is deleted at once. Only the
 * executable calls this (scripts/build/bundle.ts).
 */
export const loadNativeModule = memoByValue((name): unknown => {
  const { version, packages } = JSON.parse(readAsset('natives.json').toString()) as Natives;
  const files = packages[name]!;
  const failures: string[] = [];
  if (cache && existsSync(dirname(cache)))
    try {
      const module = openModule(join(cache, version), files);
      giveToOwner(dirname(cache), join(cache, version));
      return module;
    } catch (error) {
      failures.push((error as Error).message);
    }
  for (const parent of new Set([tmpdir(), '/dev/shm'])) {
    let folder: string | undefined;
    try {
      folder = mkdtempSync(join(parent, 'klatch-'));
      return openModule(folder, files);
    } catch (error) {
      failures.push((error as Error).message);
    } finally {
      // Windows keeps files that are in use.
      if (folder && process.platform !== 'win32') rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new Error(`The native module ${name} cannot be loaded: ${failures.join('; ')}`);
});

function openModule(folder: string, files: readonly File[]): unknown {
  for (const file of files) put(folder, file);
  const module = { exports: {} };
  process.dlopen(module, join(folder, files[0]!.path), constants.dlopen.RTLD_LAZY);
  return module.exports;
}

/** Makes sure that the folder has the file as it was built; it is replaced atomically if it differs. */
function put(folder: string, { path: name, sha256 }: File): void {
  const path = join(folder, name);
  try {
    if (createHash('sha256').update(readFileSync(path)).digest('hex') === sha256) return;
  } catch {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  }
  writeFileSync(`${path}.${process.pid}`, readAsset(`natives/${name}`), { mode: 0o700 });
  renameSync(`${path}.${process.pid}`, path);
}
