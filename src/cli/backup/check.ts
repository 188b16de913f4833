import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Type } from 'typebox';
import { requireReadable } from '../../backup/readable-file.ts';
import { mayBeDamage, openToRead } from '../../backup/reading.ts';
import {
  describeSchema,
  FORGET_SEARCH,
  findDamage,
  findWrongWords,
  isOfCluster,
  keptFiles,
  some,
} from '../../backup/repository.ts';
import { uploadsIn } from '../../backup/source.ts';
import { BadBackup, damageIn, unpack } from '../../backup/unpack.ts';
import { findHolder } from '../../kernel/db/lock.ts';
import { NewerDatabase } from '../../kernel/db/migrate.ts';
import { ReadConnection } from '../../kernel/db/read-connection.ts';
import type { FileStorage, StoredFile } from '../../kernel/files/storage.ts';
import { makeTemporary } from '../../kernel/files/temporary.ts';
import { createLog } from '../../kernel/log.ts';
import { unpackNativeModules } from '../../kernel/native-modules.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { countWords, inWords, Progress } from '../../kernel/terminal/progress.ts';
import { SCHEMA_VERSION } from '../../schema/upgrades.ts';
import { type CommandOptions, configure, databasePath, dataFolder, hasDatabase } from '../../server/configuration.ts';
import { lockStoppedFolder, open } from '../../server/data-folder.ts';
import { openFileStorage } from '../../server/file-storage.ts';
import { work } from '../declaration/command.ts';
import { type BackupSource, isUrl, openBackup } from './open-backup.ts';

/** How long a file without a row may be an upload in progress, ms. */
const DAY = 86_400_000;

const NOT_COMPARED =
  'The files were not compared with the database: the other nodes may have changed both since this node stopped.';

interface Found {
  /** What is wrong, one line each. */
  wrong: string[];
  /** Files that no row refers to. */
  strays: string[];
  /** Notes that are no errors. */
  notes: string[];
}

interface Options extends Omit<BackupSource, 'file'> {
  file: string | undefined;
  repair?: boolean;
}

/** Checks a data folder, even beside a running server, or a backup for damage; exit code 8 if there is any. */
export const check = work({
  result: Type.Object({ wrong: Type.Array(Type.String()), notes: Type.Array(Type.String()) }),
  async run({ file, repair, identity, ...options }: Options) {
    if (file !== undefined) return checkFile({ file, identity, ...options });
    const dataDir = dataFolder(options.data);
    if (!hasDatabase(dataDir)) throw new Failure(EXIT.notFound, `There is no database in ${dataDir}`);
    say(`Data folder ${dataDir}`);
    unpackNativeModules(join(dataDir, 'cache'));
    if (repair) await repairFolder(dataDir, options);
    const { wrong, strays, notes } = await checkFolder(dataDir, await openFileStorage(options), true);
    return { wrong: [...wrong, ...some(strays.map((name) => `${name} is not used by anything`))], notes };
  },
  print({ wrong, notes }) {
    for (const line of wrong) console.log(line);
    if (wrong.length > 0) return;
    for (const note of notes) say(note);
    say('No problems found.');
  },
  fails: ({ wrong }) =>
    wrong.length === 0 ? undefined : new Failure(EXIT.damaged, `${countWords(wrong.length, 'problem')} found`),
});

/** The data of a newer Klatch may be intact, but this one cannot tell. */
function requireKnown(look: ReadConnection): void {
  const schema = look.value<number>('PRAGMA user_version');
  if (schema > SCHEMA_VERSION) throw new Failure(EXIT.newerDatabase, new NewerDatabase(schema, SCHEMA_VERSION).message);
}

/** `words`: compare the search index word by word, which takes time. */
export async function checkFolder(dataDir: string, storage: FileStorage, words = false): Promise<Found> {
  const uploads = await uploadsIn(storage);
  let look: ReadConnection | undefined;
  try {
    look = openToRead(databasePath(dataDir));
    requireKnown(look);
    const damage = findDamage(look);
    // If tables are missing, the files they refer to cannot be checked.
    if (damage.some((line) => line.includes('does not match its schema')))
      return { wrong: damage, strays: [], notes: [] };
    // If messages are missing, their words are, too.
    const wrong = [...damage, ...(words && damage.length === 0 ? findWrongWords(look) : [])];
    const notes = describeSchema(look);
    if (isOfCluster(look) && !findHolder(dataDir)?.url) return { wrong, strays: [], notes: [...notes, NOT_COMPARED] };
    const names = keptFiles(look).map((key) => `uploads/${key}`);
    const missing = await missingAmong(names, uploads, storage);
    return {
      wrong: [...wrong, ...some(missing.map((name) => `${name} is missing`))],
      strays: await straysAmong(uploads, new Set(names)),
      notes,
    };
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (!mayBeDamage(error))
      throw new Failure(EXIT.failure, `The database ${databasePath(dataDir)} cannot be read: ${getReason(error)}`);
    // SQLite stops at damage that is too severe.
    return { wrong: [`the database is damaged: ${getReason(error)}`], strays: [], notes: [] };
  } finally {
    look?.close();
  }
}

/** Files that rows refer to and that the storage does not have; some were stored after the list was made. */
async function missingAmong(names: readonly string[], uploads: Map<string, StoredFile>, storage: FileStorage) {
  const missing: string[] = [];
  for (const name of names) if (!uploads.has(name) && (await storage.size(name)) === undefined) missing.push(name);
  return missing;
}

async function straysAmong(uploads: Map<string, StoredFile>, known: ReadonlySet<string>): Promise<string[]> {
  const strays: string[] = [];
  for (const [name, { facts }] of uploads) {
    if (known.has(name)) continue;
    const found = await facts();
    if (found && found.modified < Date.now() - DAY) strays.push(name);
  }
  return strays;
}

/** The copy of a stopped node may be old, and files that it does not know may belong to newer messages. */
function requireNoCluster(dataDir: string): void {
  if (!belongsToCluster(dataDir)) return;
  throw new Failure(
    EXIT.failure,
    `The database in ${dataDir} belongs to a cluster. To get a new copy, delete klatch.db, klatch.db-wal and klatch.db-shm there, and start the node`,
  );
}

function belongsToCluster(dataDir: string): boolean {
  let look: ReadConnection | undefined;
  try {
    look = openToRead(databasePath(dataDir));
    return isOfCluster(look);
  } catch (error) {
    // A damaged database cannot be repaired, which is reported later.
    if (mayBeDamage(error)) return false;
    throw error;
  } finally {
    look?.close();
  }
}

/** Repairs derived data: the search index, and files that nothing refers to. */
async function repairFolder(dataDir: string, options: CommandOptions): Promise<void> {
  await lockStoppedFolder(dataDir, options);
  requireNoCluster(dataDir);
  const storage = await openFileStorage(options);
  for (const name of (await checkFolder(dataDir, storage)).strays) {
    await storage.remove(name);
    say(`Removed ${name}`);
  }
  const app = open(await configure({ ...options, data: dataDir }), createLog('warn'));
  try {
    app.db.write(() => app.db.script(FORGET_SEARCH));
  } finally {
    app.db.close();
  }
  // Opening the database again indexes all messages.
  open(await configure({ ...options, data: dataDir }), createLog('warn')).db.close();
  say('Rebuilt the search index.');
}

/** A backup, or a single database file. */
async function checkFile(source: BackupSource): Promise<Pick<Found, 'wrong' | 'notes'>> {
  const path = isUrl(source.file) ? undefined : resolve(source.file);
  if (path !== undefined) requireReadable(path);
  if (path !== undefined && isDatabase(path)) return checkDatabase(path);
  const { label, size, content } = await openBackup(source);
  say(`${label}, ${inWords(size)}`);
  const folder = temporaryFor(path);
  const reading = new Progress('Reading', size);
  try {
    await unpack(content, folder, { uploads: false, progress: reading.add });
    const wrong = damageIn(folder);
    const look = new ReadConnection(databasePath(folder));
    try {
      return { wrong, notes: describeSchema(look) };
    } finally {
      look.close();
    }
  } catch (error) {
    if (error instanceof BadBackup)
      return { wrong: [`the backup is incomplete or damaged: ${error.message}`], notes: [] };
    if (error instanceof Failure) throw error;
    throw new Failure(EXIT.failure, `${label} cannot be checked: ${getReason(error)}`);
  } finally {
    reading.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkDatabase(path: string): Pick<Found, 'wrong' | 'notes'> {
  let look: ReadConnection | undefined;
  try {
    look = openToRead(path);
    requireKnown(look);
    return { wrong: findDamage(look), notes: describeSchema(look) };
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (!mayBeDamage(error)) throw new Failure(EXIT.failure, `${path} cannot be read: ${getReason(error)}`);
    return { wrong: [`the database is damaged: ${getReason(error)}`], notes: [] };
  } finally {
    look?.close();
  }
}

function isDatabase(path: string): boolean {
  const beginning = Buffer.alloc(16);
  const file = openSync(path, 'r');
  readSync(file, beginning, 0, 16, 0);
  closeSync(file);
  return beginning.toString('latin1') === 'SQLite format 3\0';
}

/** Beside the backup, which may be large, or in the folder for temporary files if that is read-only. */
export function temporaryFor(path: string | undefined): string {
  try {
    return makeTemporary(path === undefined ? tmpdir() : dirname(path), 'check');
  } catch {
    return makeTemporary(tmpdir(), 'check');
  }
}
