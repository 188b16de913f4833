import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Holder, isAlive, thisProcess } from '../db/lock.ts';

/** Hidden folders such as `.klatch-backup-Xy12Zz`, which a command fills beside its result. */
const TEMPORARY = /^\.klatch-(backup|check|import|export)-\w{6}$/;
/** The file in such a folder that names the process that created it. */
const OWNER = 'owner.json';
/** A folder of another machine, or without an owner, is abandoned after this time, ms. */
const ABANDONED = 86_400_000;
/** Signals that end a command, with their numbers. */
export const ENDING = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Creates an empty folder in `parent` that only this user can read. It is removed when this process ends, also by a
 * signal. Removes what killed processes left in `parent` first.
 */
export function makeTemporary(parent: string, purpose: 'backup' | 'check' | 'import' | 'export'): string {
  removeAbandoned(parent);
  // Before the folder exists, so that no signal comes between.
  for (const [signal, number] of Object.entries(ENDING)) process.once(signal, () => process.exit(128 + number));
  const made = mkdtempSync(join(parent, `.klatch-${purpose}-`));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  writeFileSync(join(made, OWNER), JSON.stringify({ ...thisProcess(), host: hostname() }), { mode: 0o600 });
  return made;
}

/** Removes the temporary folders in `parent` whose process has ended. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (TEMPORARY.test(name) && isAbandoned(path)) rmSync(path, { recursive: true, force: true });
  }
}

function isAbandoned(path: string): boolean {
  const { uid, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
  // The shared folder for temporary files contains those of other users.
  if (mtimeMs === undefined || uid !== (process.getuid?.() ?? uid)) return false;
  try {
    const owner = JSON.parse(readFileSync(join(path, OWNER), 'utf8')) as Holder & { host: string };
    if (owner.host === hostname()) return !isAlive(owner);
  } catch {
    // It was killed before it wrote this file, or is about to write it.
  }
  return newestIn(path) < Date.now() - ABANDONED;
}

const newestIn = (folder: string): number =>
  Math.max(...[folder, ...readdirSync(folder).map((name) => join(folder, name))].map(readModified));

const readModified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
