import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { changeToml } from '../../kernel/settings/toml.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';

/** Where the files of the service are. */
interface Places {
  program: string;
  /** What the service manager reads. */
  unit: string;
  settings: string;
}

/** What runs programs in the background on a kind of system. */
export interface ServiceManager {
  places: Places;
  /** The data folder. */
  data: string;
  /** The content of `places.unit`. */
  makeUnit(): string | Buffer;
  /** Creates the settings if there are none, and stores these domains in them, if there are some. */
  changeSettings(domains: readonly string[]): void;
  /** Before the files are replaced: stops what cannot be replaced while it runs. */
  prepare?(): void;
  /** Starts the service, or starts it again with the new files. */
  start(domains: readonly string[]): void;
  /** Stops it, and never starts it again. */
  stop(): void;
  /** After the files are removed. */
  forget?(): void;
  /** How to find the setup link. */
  hint: string;
  /** How to delete the data. */
  deletion: string;
}

/** Runs a program of the system. Returns its output. Throws Failure. */
export function runTool(name: string, ...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(name, words, { encoding: 'utf8', windowsHide: true });
  if (status === 0) return stdout;
  const reason = (error?.message ?? (stderr.trim() || stdout.trim())) || `it ended with ${status}`;
  throw new Failure(EXIT.failure, `${[name, ...words].join(' ')} failed: ${reason}`);
}

/** The same, for what may not be there. */
export const tryTool = (name: string, ...words: string[]): boolean =>
  spawnSync(name, words, { stdio: 'ignore', windowsHide: true }).status === 0;

/** Writes a file that is whole at any time: a running program is not written to. */
export function replaceFile(path: string, write: (path: string) => void, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  write(`${path}.new`);
  chmodSync(`${path}.new`, mode);
  renameSync(`${path}.new`, path);
}

/** `changeSettings` for a data folder with a klatch.toml. */
export function changeDomains(path: string, domains: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (domains.length > 0) changeToml(path, 'domains', domains);
}
