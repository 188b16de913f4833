import { copyFileSync, createReadStream, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Archive } from '../../backup/archive.ts';
import { encrypterFor, encryptFile } from '../../backup/encryption.ts';
import { requireReadable } from '../../backup/readable-file.ts';
import { countContents, keptFiles } from '../../backup/repository.ts';
import { addUpload, DatabaseFiles, measureFiles, uploadsIn } from '../../backup/source.ts';
import { chooseTarget } from '../../backup/target.ts';
import { damageIn, unpack } from '../../backup/unpack.ts';
import type { BackupKind } from '../../kernel/backups/names.ts';
import type { BackupPlace } from '../../kernel/backups/place.ts';
import { findSuperfluous, type KeepRule, keepRuleText } from '../../kernel/backups/retention.ts';
import { VERSION } from '../../kernel/config.ts';
import { FolderInUse, findHolder } from '../../kernel/db/lock.ts';
import { ReadConnection } from '../../kernel/db/read-connection.ts';
import type { FileStorage } from '../../kernel/files/storage.ts';
import { makeTemporary } from '../../kernel/files/temporary.ts';
import { unpackNativeModules } from '../../kernel/native-modules.ts';
import { foreignOwner, giveToOwner, makeFolder } from '../../kernel/owner.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { detail, say } from '../../kernel/terminal/output.ts';
import { countWords, inWords, Progress } from '../../kernel/terminal/progress.ts';
import { databasePath, dataFolder, hasDatabase } from '../../server/configuration.ts';
import { lockDataFolder } from '../../server/data-folder.ts';
import { openFileStorage } from '../../server/file-storage.ts';
import { work } from '../declaration/command.ts';
import type { BackupInput } from './commands.ts';
import { CONTENTS } from './contents.ts';
import { findPlace } from './open-backup.ts';

/**
 * Copies a data folder into one file while a server writes to it: the database file, and then its write-ahead log,
 * which has everything written since. The last part of the log is read while writers are blocked: so everything
 * acknowledged before that is in the file. That takes some hundredths of a second. Before, the copy is read back and
 * checked. Afterwards, the file is encrypted, gets its name or is uploaded.
 */
export const backup = work({
  result: Type.Object({
    file: Type.String(),
    size: Type.Integer(),
    made: Type.String(),
    ...CONTENTS,
    files: Type.Integer(),
    seconds: Type.Number(),
  }),
  async run({ file, uploads, recipient: recipients = [], ...options }: BackupInput) {
    const dataDir = dataFolder(options.data);
    requireContent(dataDir);
    const storage = await openFileStorage(options);
    const to = options.to === undefined ? undefined : await findPlace(options.to, options);
    const isEncrypted = recipients.length > 0;
    if (isEncrypted) await encrypterFor(recipients);
    const target = chooseTarget({ file, to, dataDir, uploads, isEncrypted });
    const began = performance.now();
    unpackNativeModules(join(dataDir, 'cache'));
    const { access, leave } = await accessTo(dataDir);
    say(`Data folder ${dataDir}${access === 'others' ? ', in use' : ''}`);
    try {
      makeFolder(target.folder);
      removeLeftovers(target.folder);
      const temporary = makeTemporary(target.folder, 'backup');
      const archive = new Archive(join(temporary, 'backup.tar'));
      const database = access === 'none' ? copyDatabase(dataDir, temporary) : databasePath(dataDir);
      const made = await fill(archive, { database, storage: uploads ? storage : undefined });
      leave();
      const finished = isEncrypted ? await encryptFile(archive.path, recipients) : archive.path;
      const { size } = statSync(finished);
      const path = await target.place(finished);
      // In other folders, such as those of people, it stays root's. A URL names nothing on this machine.
      const isLocal = to === undefined || to.folder !== undefined;
      if (isLocal && foreignOwner(target.folder)?.uid === foreignOwner(dataDir)?.uid) giveToOwner(target.folder, path);
      const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
      const place = to ?? (file === undefined ? await findPlace(target.folder, options) : undefined);
      if (options.keep !== undefined && place)
        await removeOlder(place, options.keep, { kind: uploads ? 'full' : 'no-uploads', made: path });
      const files = Object.keys(archive.files).filter((name) => name.startsWith('uploads/')).length;
      return { file: path, size, ...made, files, seconds };
    } catch (error) {
      throw error instanceof Failure
        ? error
        : new Failure(EXIT.failure, `No backup was made in ${target.folder}: ${getReason(error)}`);
    }
  },
  print({ file, size, messages, files, seconds }) {
    const content = `${countWords(messages, 'message')} and ${countWords(files, 'file')}`;
    say(`${content}, ${inWords(size)}, verified, in ${seconds.toFixed(1)} s:`);
    console.log(file);
  },
  // Open connections end with this process.
  exitCode: () => process.exit(0),
});

/** Throws Failure for a folder without a database, and for an empty one. */
function requireContent(dataDir: string): void {
  if (!hasDatabase(dataDir)) throw new Failure(EXIT.notFound, `There is no database in ${dataDir}`);
  requireReadable(databasePath(dataDir));
  if (statSync(databasePath(dataDir)).size === 0)
    throw new Failure(EXIT.notFound, `The database in ${dataDir} is empty; there is nothing to back up`);
}

interface Access {
  access: 'own' | 'others' | 'none';
  /** Lets others have the data folder. */
  leave(): void;
}

/** Who can write to the data folder: this process, others, or nobody, because its disk is full or read-only. */
async function accessTo(dataDir: string): Promise<Access> {
  const leave = () => {};
  if (findHolder(dataDir)?.url) return { access: 'others', leave };
  try {
    return { access: 'own', leave: await lockDataFolder(dataDir) };
  } catch (error) {
    if (error instanceof FolderInUse) return { access: 'others', leave };
    if (error instanceof Failure && isUnwritable((error.cause as NodeJS.ErrnoException)?.code))
      return { access: 'none', leave };
    throw error;
  }
}

const isUnwritable = (code = ''): boolean => /^(ENOSPC|EDQUOT|EROFS)$/.test(code);

/** SQLite cannot open a database beside which it cannot write. Nothing else can write there, either. */
function copyDatabase(dataDir: string, folder: string): string {
  const copy = databasePath(folder);
  for (const end of ['', '-wal'])
    if (existsSync(databasePath(dataDir) + end)) copyFileSync(databasePath(dataDir) + end, copy + end);
  say('Its disk is full or read-only; the backup is made of a copy of the database');
  return copy;
}

interface Source {
  /** The path of the database. */
  database: string;
  /** Where the uploaded files are; undefined: the backup contains none. */
  storage: FileStorage | undefined;
}

async function fill(archive: Archive, { database, storage }: Source) {
  const frozen = look(database);
  frozen.freeze();
  const files = new DatabaseFiles(database, look(database));
  const uploads = storage && (await uploadsIn(storage));
  const total = files.size + (await measureFiles(uploads?.values() ?? []));

  const copying = new Progress('Copying', total);
  await files.addDatabase(archive, copying.add);
  for (const name of uploads?.keys() ?? []) await addUpload(archive, storage!, name, copying.add);
  await files.addLog(archive);
  await archive.settle();
  copying.end();
  await requireWhole(archive);
  // Much may have been written meanwhile; during the copy of that, little.
  while ((await files.addLog(archive)) > LITTLE) await archive.settle();
  if (storage) await addNewUploads(archive, storage, keptFiles(look(database)));
  await archive.settle();

  const holding = look(database);
  holding.hold();
  const held = performance.now();
  if (storage) await addNewUploads(archive, storage, keptFiles(holding));
  await files.addLog(archive);
  const made = { made: new Date().toISOString(), ...countContents(holding) };
  await archive.finish({ format: 1, version: VERSION, uploads: storage !== undefined, ...made });
  // To encrypt and to upload takes longer than writers can wait, and than the log may grow.
  holding.release();
  frozen.release();
  detail(`Writes were blocked for ${Math.ceil(performance.now() - held)} ms`);
  return made;
}

/**
 * Opens a connection that stays open until this process ends, like those of DatabaseFiles. The listener only refers to
 * it, so that it is not collected before.
 */
function look(database: string): ReadConnection {
  const connection = new ReadConnection(database, { write: true });
  process.once('exit', () => connection);
  return connection;
}

/** The size of the log in bytes. */
const LITTLE = 2 ** 20;

/** A file is on disk before a row refers to it. */
async function addNewUploads(archive: Archive, storage: FileStorage, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    if (!archive.files[`uploads/${key}`]) await addUpload(archive, storage, `uploads/${key}`, () => {});
}

/** Reads the written file back and opens the database in it. */
async function requireWhole(archive: Archive): Promise<void> {
  const folder = mkdtempSync(`${archive.path}.check-`);
  const checking = new Progress('Checking', archive.length);
  try {
    const written = createReadStream(archive.path, { highWaterMark: 2 ** 20, end: archive.length - 1 });
    await unpack(written, folder, { uploads: false, progress: checking.add, unfinished: { ...archive.files } });
    const [damage] = damageIn(folder);
    if (damage)
      throw new Failure(EXIT.damaged, `The database is damaged, so no backup was made: ${damage}. See klatch check`);
  } finally {
    checking.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Temporary files that versions before schema 2 left when they were killed during a backup, after a day. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (/^klatch-[\dT-]+Z\.tar\.partial/.test(name) && statSync(path).mtimeMs < Date.now() - 86_400_000)
      rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Removes backups that were named by their time, and counts each kind separately. The one just made stays, even if a
 * wrong clock named others later.
 */
async function removeOlder(
  place: BackupPlace,
  keep: KeepRule,
  { kind, made }: { kind: BackupKind; made: string },
): Promise<void> {
  const backups = (await place.list()).filter((one) => one.kind === kind);
  for (const { name } of findSuperfluous(backups, keep)) {
    if (place.locate(name) === made) continue;
    await place.remove(name);
    say(`Removed ${place.locate(name)}, which is not covered by --keep ${keepRuleText(keep)}.`);
  }
}
