import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import type { Manifest } from '../../backup/archive.ts';
import { type Contents, countContents, organizationIn, setLocationIn } from '../../backup/repository.ts';
import { finishRestore, keptAside, nameAside, READY, syncTree } from '../../backup/swap.ts';
import { BadBackup, damageIn, unpack } from '../../backup/unpack.ts';
import { readAsset } from '../../kernel/assets.ts';
import { describeCopy, leaveCluster } from '../../kernel/cluster/copy-repository.ts';
import { Database } from '../../kernel/db/database.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { ReadConnection } from '../../kernel/db/read-connection.ts';
import { FolderStorage } from '../../kernel/files/folder-storage.ts';
import type { FileStorage } from '../../kernel/files/storage.ts';
import { Nullable } from '../../kernel/http/schema.ts';
import { giveToOwner } from '../../kernel/owner.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { countWords, inWords, Progress } from '../../kernel/terminal/progress.ts';
import { SCHEMA_VERSION, UPGRADES } from '../../schema/upgrades.ts';
import { type CommandOptions, dataFolder } from '../../server/configuration.ts';
import { lockStoppedFolder } from '../../server/data-folder.ts';
import { openFileStorage, requireOwner, setOwner } from '../../server/file-storage.ts';
import { work } from '../declaration/command.ts';
import { CONTENTS } from './contents.ts';
import { type BackupSource, type OpenedBackup, openBackup } from './open-backup.ts';

/** Replaces a data folder's content by a backup. Nothing changes before all of it is unpacked and checked. */
export const restore = work({
  result: Type.Object({
    data: Type.String(),
    made: Type.String(),
    ...CONTENTS,
    files: Type.Integer(),
    /** Where the replaced data is. */
    aside: Nullable(Type.String()),
    /** The data that earlier restores replaced. */
    earlier: Type.Array(Type.String()),
  }),
  async run({ file, identity, ...options }: BackupSource) {
    const dataDir = dataFolder(options.data);
    const backup = await openBackup({ file, identity, ...options });
    await lockStoppedFolder(dataDir, options);
    say(`Data folder ${dataDir}`);
    const earlier = keptAside(dataDir);
    const { manifest, contents, aside } = await prepare(backup, options);
    try {
      finishRestore(dataDir);
    } catch (error) {
      throw new Failure(
        EXIT.failure,
        `The restore was interrupted: ${getReason(error)}. The next start or command completes it`,
      );
    }
    const files = Object.keys(manifest.files).filter((name) => name.startsWith('uploads/')).length;
    const replaced = existsSync(join(aside, 'klatch.db')) ? aside : null;
    const counts = `${countWords(contents.messages, 'message')}, ${manifest.uploads ? countWords(files, 'file') : 'no files (the backup contains none)'}`;
    if (!options.json) say(`Restored the data of ${manifest.made}: ${counts}, ${inWords(backup.size)}.`);
    return { data: dataDir, made: manifest.made, ...contents, files, aside: replaced, earlier };
  },
  print({ aside, earlier }) {
    if (aside !== null) say(`The previous data is in ${aside}; delete it when everything works.`);
    for (const folder of earlier) say(`The data that an earlier restore replaced is still in ${folder}.`);
  },
});

interface Prepared {
  manifest: Manifest;
  contents: Contents;
  /** Where the replaced data goes. */
  aside: string;
}

/** Unpacks a backup into the data folder, beside the present content, checks it, and marks it as ready for the swap. */
async function prepare({ label, size, content }: OpenedBackup, options: CommandOptions): Promise<Prepared> {
  const dataDir = dataFolder(options.data);
  const staging = join(dataDir, `restore-${process.pid}`);
  const reading = new Progress('Reading', size);
  try {
    mkdirSync(staging, { mode: 0o700 });
    const manifest = (await unpack(content, staging, { uploads: true, progress: reading.add }))!;
    const contents = checkUnpacked(staging, { label, manifest });
    if (manifest.uploads)
      await placeFiles(staging, await openFileStorage({ ...options, data: dataDir }, false), dataDir);
    const aside = nameAside(dataDir, staging, new Date());
    giveToOwner(dataDir, staging);
    syncTree(staging);
    renameSync(staging, join(dataDir, READY));
    return { manifest, contents, aside };
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (error instanceof BadBackup)
      throw new Failure(EXIT.damaged, `${label} is not a complete backup: ${error.message}`);
    throw error instanceof Failure ? error : new Failure(EXIT.failure, `Nothing was restored: ${getReason(error)}`);
  } finally {
    reading.end();
  }
}

/**
 * Checks the database of an unpacked backup, and brings it to the present schema. Returns what is in it. Throws Failure
 * if it is damaged, or newer.
 */
export function checkUnpacked(folder: string, { label, manifest }: { label: string; manifest: Manifest }): Contents {
  if (manifest.schema > SCHEMA_VERSION)
    throw new Failure(
      EXIT.newerDatabase,
      `${label} was made by Klatch ${manifest.version}, which is newer. Use that version to restore it`,
    );
  const damage = damageIn(folder);
  if (damage.length > 0)
    throw new Failure(EXIT.damaged, `The database in ${label} is damaged:\n  ${damage.join('\n  ')}`);
  upgradeIn(folder);
  leaveClusterIn(folder);
  return contentsIn(folder);
}

/**
 * The files of the backup go where the settings say. In the data folder, they replace the present ones, later. Other
 * storages get what they do not have.
 */
async function placeFiles(staging: string, storage: FileStorage, dataDir: string): Promise<void> {
  const folder = join(staging, 'uploads');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isElsewhere = storage.location !== dataDir;
  const organization = setLocation(staging, isElsewhere ? storage.location : undefined);
  if (!isElsewhere) return;
  await requireOwner(storage, organization);
  for await (const { name } of new FolderStorage(staging).list('uploads'))
    if ((await storage.size(name)) === undefined) await storage.put(name, join(staging, name));
  await setOwner(storage, organization, dataDir);
  rmSync(folder, { recursive: true });
}

/** Notes in the restored database where its files are. Returns the UUID of its organization. */
function setLocation(folder: string, location: string | undefined): string {
  const look = new ReadConnection(join(folder, 'klatch.db'), { write: true });
  try {
    setLocationIn(look, location);
    return organizationIn(look);
  } finally {
    look.close();
  }
}

/** So that read-only commands such as `sql` and `check` find the current schema before the first start. */
function upgradeIn(folder: string): void {
  const db = new Database(join(folder, 'klatch.db'));
  try {
    migrate(db, readAsset('schema.sql').toString(), {
      upgrades: UPGRADES,
      beforeUpgrade: (found, target) => say(`Upgrading the database from schema ${found} to ${target}`),
    });
  } finally {
    db.close();
  }
}

/** A restored database is behind the log of its cluster, so it starts as a server on its own, or as a new cluster. */
function leaveClusterIn(folder: string): void {
  const path = join(folder, 'klatch.db');
  if (describeCopy(path)?.secret !== undefined) leaveCluster(path);
}

function contentsIn(folder: string): Contents {
  // With write access, it leaves no log behind.
  const look = new ReadConnection(join(folder, 'klatch.db'), { write: true });
  try {
    return countContents(look);
  } finally {
    look.close();
  }
}
