import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Type } from 'typebox';
import { isExecutable } from '../../kernel/assets.ts';
import { fetchProgram, findRelease, getPlace } from '../../kernel/release-files.ts';
import { isContainer } from '../../kernel/settings/setting.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { type CommandOptions, dataFolder, hasDatabase } from '../../server/configuration.ts';
import { lockDataFolder } from '../../server/data-folder.ts';
import { work } from '../declaration/command.ts';
import { findRunning, type Running } from './running.ts';
import { keepDatabase, swapProgram } from './swap.ts';

interface Options extends CommandOptions {
  check?: boolean | undefined;
  to?: string | undefined;
  from?: string | undefined;
  key?: string | undefined;
  program?: string | undefined;
}

/**
 * Replaces the executable by that of a signed release, and starts it on the data folder. If it does not become healthy,
 * the old executable and the old database are put back.
 */
export const upgrade = work({
  result: Type.Object({ installed: Type.String(), available: Type.String(), upgraded: Type.Boolean() }),
  async run({ check, to, from, key, program: given, ...options }: Options) {
    const named = resolve(given ?? process.execPath);
    if (!existsSync(named)) throw new Failure(EXIT.notFound, `There is no ${named}`);
    const program = realpathSync(named);
    requireOwnFile(program, given !== undefined);
    const version = to?.replace(/^v/, '');
    const place = getPlace({ from, version });
    const release = await findRelease(place, { from, version, key });
    const installed = readVersion(program);
    const found = { installed, available: release.version, upgraded: false };
    if (check || release.version === installed) return found;
    if (version === undefined && isOlder(release.version, installed))
      throw new Failure(
        EXIT.usage,
        `Klatch ${release.version} is older than ${installed}. To use it: --to ${release.version}`,
      );
    const next = `${program}.new`;
    requireWritable(program);
    rmSync(next, { force: true });
    await fetchProgram(place, release, next);
    try {
      requireVersion(next, release.version);
      await replace(program, next, { dataDir: dataFolder(options.data), version: release.version });
    } finally {
      rmSync(next, { force: true });
    }
    return { ...found, upgraded: true };
  },
  print({ installed, available, upgraded }, { check, program }) {
    if (upgraded)
      return say(
        `Upgraded from Klatch ${installed} to ${available}. The old executable is ${program ?? process.execPath}.previous.`,
      );
    if (installed === available) return say(`Klatch ${installed} is the newest release.`);
    if (check) console.log(`Klatch ${available} is available; ${installed} is installed.`);
  },
});

/** Throws Failure for an executable that something else upgrades, and says how. */
function requireOwnFile(program: string, isGiven: boolean): void {
  const other = (what: string, command: string) =>
    new Failure(EXIT.notAllowed, `Klatch ${what}. To upgrade it: ${command}`);
  if (isContainer(process.env))
    throw other('is part of a container image', 'docker compose pull && docker compose up -d');
  const marker = join(dirname(program), '../share/klatch/package');
  if (existsSync(marker)) {
    const isDebian = readFileSync(marker, 'utf8').trim() === 'deb';
    throw other(
      'was installed as a package',
      isDebian ? 'apt install ./klatch_VERSION.deb' : 'dnf upgrade ./klatch-VERSION.rpm',
    );
  }
  if (program.startsWith('/nix/store/')) throw other('was installed by Nix', 'update its input');
  if (program.includes('/Cellar/')) throw other('was installed by Homebrew', 'brew upgrade klatch');
  if (!isGiven && !isExecutable) throw other('runs from its sources', 'git pull && npm ci');
}

function requireWritable(program: string): void {
  try {
    accessSync(dirname(program), constants.W_OK);
  } catch {
    throw new Failure(
      EXIT.notAllowed,
      `${dirname(program)} cannot be written. Run the command as the owner or as root`,
    );
  }
}

function readVersion(program: string): string {
  try {
    return execFileSync(program, ['version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch (error) {
    throw new Failure(EXIT.failure, `${program} does not run here: ${getReason(error)}`);
  }
}

/** Nothing was changed yet. */
function requireVersion(program: string, expected: string): void {
  const found = readVersion(program);
  if (found !== expected)
    throw new Failure(EXIT.damaged, `The release was not used: its executable is version '${found}', not ${expected}`);
}

interface Replacing {
  dataDir: string;
  version: string;
}

async function replace(program: string, next: string, { dataDir, version }: Replacing): Promise<void> {
  if (!hasDatabase(dataDir)) {
    swapProgram(program, next);
    return;
  }
  const running = findRunning(dataDir);
  say(`Data folder ${dataDir}`);
  if (running.isService) await running.stop();
  const undo: (() => void)[] = [];
  const reason = await tryOut(undo, { program, next, dataDir, running }).catch(getReason);
  if (reason === undefined) {
    if (!running.isService) await running.stop();
    return;
  }
  await running.stop().catch(() => {});
  for (const putBack of undo.reverse()) putBack();
  const remains = running.isService ? await running.start(program) : undefined;
  if (remains !== undefined) say(`The service does not start again: ${remains}`);
  throw new Failure(
    EXIT.failure,
    `Klatch ${version} does not work here: ${reason}. The old executable and its data are back; nothing was lost`,
  );
}

interface Trial {
  program: string;
  next: string;
  dataDir: string;
  running: Running;
}

/** Adds to `undo` what puts things back. Returns why the new executable does not work, or undefined if it does. */
async function tryOut(undo: (() => void)[], { program, next, dataDir, running }: Trial): Promise<string | undefined> {
  const leave = await lockDataFolder(dataDir);
  try {
    undo.push(keepDatabase(dataDir));
  } finally {
    leave();
  }
  undo.push(swapProgram(program, next));
  return running.start(program);
}

/** Compares `1.2.3-rc.1` by its parts. A version for testing is older than the one it becomes. */
function isOlder(one: string, other: string): boolean {
  const [[a, aTest], [b, bTest]] = [one, other].map((version) => version.split(/-(.*)/)) as [string[], string[]];
  const order = a!.localeCompare(b!, 'en', { numeric: true });
  if (order !== 0) return order < 0;
  if (aTest === undefined || bTest === undefined) return aTest !== undefined && bTest === undefined;
  return aTest.localeCompare(bTest, 'en', { numeric: true }) < 0;
}
