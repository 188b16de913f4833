import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Database } from '../../kernel/db/database.ts';
import { FolderInUse } from '../../kernel/db/lock.ts';
import { Look } from '../../kernel/db/look.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { SCHEMA_VERSION } from '../../kernel/db/upgrades.ts';
import { shipped } from '../../kernel/shipped.ts';
import { dataFolder, type Given } from '../configuration.ts';
import { EXIT, Failure } from '../failure.ts';
import { reasonOf, take } from '../folder.ts';
import { counted, inWords, Progress } from '../progress.ts';
import { printJson, say } from '../say.ts';
import { contentsOf } from './repository.ts';
import { ASIDE, finishRestore, READY, syncTree } from './swap.ts';
import { BadBackup, damageIn, unpack } from './unpack.ts';

/** Puts a backup in the place of what a data folder holds; nothing is touched before all of it is unpacked and checked. */
export async function restore(file: string, given: Given): Promise<void> {
  const path = resolve(file);
  if (!existsSync(path)) throw new Failure(EXIT.notFound, `There is no file ${path}`);
  const dataDir = dataFolder(given.data);
  try {
    await take(dataDir);
  } catch (error) {
    throw error instanceof FolderInUse ? new Failure(EXIT.inUse, `${error.message}; stop it first`) : error;
  }
  say(`Data folder ${dataDir}`);
  for (const name of readdirSync(dataDir))
    if (/^restore-\d+$/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  const staging = join(dataDir, `restore-${process.pid}`);
  mkdirSync(staging, { mode: 0o700 });
  const reading = new Progress('Reading', statSync(path).size);
  try {
    const manifest = await unpack(path, staging, { uploads: true, progress: reading.add });
    if (manifest!.schema > SCHEMA_VERSION)
      throw new Failure(
        EXIT.newerDatabase,
        `${path} was made by Klatch ${manifest!.version}, which is newer; use that to restore it`,
      );
    const damage = damageIn(staging);
    if (damage.length > 0)
      throw new Failure(EXIT.damaged, `The database in ${path} is damaged:\n  ${damage.join('\n  ')}`);
    upgradeIn(staging);
    const contents = contentsIn(staging);
    if (manifest!.uploads) mkdirSync(join(staging, 'uploads'), { recursive: true, mode: 0o700 });
    syncTree(staging);
    rmSync(join(dataDir, ASIDE), { recursive: true, force: true });
    renameSync(staging, join(dataDir, READY));
    finishRestore(dataDir);
    reading.end();
    const files = Object.keys(manifest!.files).filter((name) => name.startsWith('uploads/')).length;
    const aside = existsSync(join(dataDir, ASIDE, 'klatch.db')) ? join(dataDir, ASIDE) : null;
    if (given.json) printJson({ data: dataDir, made: manifest!.made, ...contents, files, aside });
    else say(described(manifest!.made, contents.messages, files, statSync(path).size, manifest!.uploads, aside));
  } catch (error) {
    reading.end();
    rmSync(staging, { recursive: true, force: true });
    if (error instanceof BadBackup) throw new Failure(EXIT.damaged, `${path} is no whole backup: ${error.message}`);
    throw error instanceof Failure ? error : new Failure(EXIT.failure, `Nothing was restored: ${reasonOf(error)}`);
  }
}

/** So that commands which only read, such as `sql` and `check`, find the current schema before the first start. */
function upgradeIn(folder: string): void {
  const db = new Database(join(folder, 'klatch.db'));
  try {
    migrate(db, shipped('schema.sql').toString(), {
      beforeUpgrade: (found, wanted) => say(`Upgrading the database from schema ${found} to ${wanted}`),
    });
  } finally {
    db.close();
  }
}

function contentsIn(folder: string) {
  // With the right to write, it leaves no log behind.
  const look = new Look(join(folder, 'klatch.db'), { write: true });
  try {
    return contentsOf(look);
  } finally {
    look.close();
  }
}

function described(
  made: string,
  messages: number,
  files: number,
  size: number,
  uploads: boolean,
  aside: string | null,
): string {
  return [
    `Restored what was there at ${made}: ${counted(messages, 'message')}, ${uploads ? counted(files, 'file') : 'no files (the backup holds none)'}, ${inWords(size)}.`,
    ...(aside === null ? [] : [`What was there before is in ${aside}; remove it when all is well.`]),
  ].join('\n');
}
