import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { App } from '../app.ts';
import { FILES_LOCATION, keptFiles, locationIn } from '../backup/repository.ts';
import { ReadConnection } from '../kernel/db/read-connection.ts';
import { FolderStorage } from '../kernel/files/folder-storage.ts';
import { locationText, openStorage } from '../kernel/files/open-storage.ts';
import { type FileStorage, isStorageFailure } from '../kernel/files/storage.ts';
import { makeIncoming } from '../kernel/files/store.ts';
import { createLog } from '../kernel/log.ts';
import { EXIT, Failure } from '../kernel/terminal/failure.ts';
import { type CommandOptions, databasePath, dataFolder, hasDatabase, readSettings } from './configuration.ts';

// The database remembers where the files are, and the storage remembers whose they are. So neither a forgotten setting
// nor a folder that is not mounted makes a server or a backup lose files without an error.

/** In a storage other than the data folder: the organization that it belongs to. */
const OWNER = 'klatch-files.json';

/** Makes sure that the storage has the organization's files, and notes where it is. Throws Failure. */
export async function requireOwnStorage(app: App): Promise<void> {
  await checkStorage(app);
  noteStorage(app);
}

/**
 * Makes sure that the storage has the organization's files, before anything reads or writes them. A storage without an
 * owner becomes that of an organization without files. Throws Failure.
 */
export async function checkStorage(app: App): Promise<void> {
  const known = app.realm.secret(FILES_LOCATION);
  const location = getLocation(app);
  if (location === undefined) return requireSame(known, location);
  try {
    await requireFiles(app, location, known);
    app.storage.requireMarker?.(OWNER);
  } catch (error) {
    // It worked before, so it will again; everything except files works without it.
    if (isStorageFailure(error) && known === location) return;
    throw isStorageFailure(error)
      ? new Failure(EXIT.failure, `${location} cannot be used for files. The log has the reason`)
      : error;
  }
}

/** Notes in the database where the files are. */
export function noteStorage(app: App): void {
  const location = getLocation(app);
  if (location !== undefined && location !== app.realm.secret(FILES_LOCATION))
    app.db.write(() => app.realm.keepSecret(FILES_LOCATION, location));
}

const getLocation = ({ config: { choices } }: App): string | undefined => choices.files && locationText(choices.files);

async function requireFiles(app: App, location: string, known: string | undefined): Promise<void> {
  const own = app.realm.get('uuid');
  if (await requireOwner(app.storage, own)) return;
  const hasFiles = keptFiles({ column: (sql) => app.db.column<never>(sql)() }).length > 0;
  if (hasFiles && known === undefined) throw elsewhere(undefined, location);
  if (hasFiles)
    // Not a wrong setting: systemd starts the server again until the folder is mounted.
    throw new Failure(EXIT.failure, `The files of this server are not in ${location}. Is the folder mounted?`);
  await setOwner(app.storage, own, app.config.dataDir);
}

/** Returns whether a storage has an owner. Throws Failure if that is another organization. */
export async function requireOwner(storage: FileStorage, organization: string): Promise<boolean> {
  const owner = await readOwner(storage);
  if (owner === undefined || owner === organization) return owner !== undefined;
  throw new Failure(
    EXIT.usage,
    `${storage.location} has the files of another organization. Choose another place with --files`,
  );
}

/** The organization that a storage belongs to, by its UUID. */
async function readOwner(storage: FileStorage): Promise<string | undefined> {
  const file = await storage.open(OWNER);
  if (!file) return undefined;
  try {
    return JSON.parse((await buffer(file.read(0, file.size))).toString()).organization;
  } finally {
    await file.close();
  }
}

/** Makes a storage that of an organization. */
export async function setOwner(storage: FileStorage, organization: string, dataDir: string): Promise<void> {
  const path = join(makeIncoming(dataDir), randomBytes(16).toString('hex'));
  try {
    await writeFile(path, `${JSON.stringify({ organization })}\n`, { mode: 0o600 });
    await storage.put(OWNER, path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Deletes everything in an organization's storage. */
export async function clearStorage(storage: FileStorage): Promise<void> {
  for (const folder of ['uploads', 'thumbs']) await storage.removeAll(folder);
  await storage.remove(OWNER);
}

/**
 * The storage that the settings of a command name. Throws Failure if the files of the data folder's server are
 * elsewhere, and `isInUse` is not false: then they are replaced.
 */
export async function openFileStorage(options: CommandOptions, isInUse = true): Promise<FileStorage> {
  const dataDir = dataFolder(options.data);
  const { settings, wrong } = await readSettings(options);
  const known = isInUse ? knownLocation(dataDir) : undefined;
  if (known === undefined && !settings.files) return new FolderStorage(dataDir);
  if (wrong.length > 0) throw new Failure(EXIT.usage, wrong.join('\nklatch: '));
  if (isInUse) requireSame(known, settings.files && locationText(settings.files));
  return openStorage({ ...settings, dataDir }, createLog('warn'));
}

/** Where a server had its files when it ran last; undefined: in the data folder. */
export function knownLocation(dataDir: string): string | undefined {
  if (!hasDatabase(dataDir)) return undefined;
  try {
    const look = new ReadConnection(databasePath(dataDir));
    try {
      return locationIn(look);
    } finally {
      look.close();
    }
  } catch {
    // Commands explain what is wrong with a database themselves.
    return undefined;
  }
}

/** The same folder can have different paths on different machines: its owner decides. */
function requireSame(known: string | undefined, location: string | undefined): void {
  if (known === location || (known?.startsWith('/') && location?.startsWith('/'))) return;
  throw elsewhere(known, location);
}

function elsewhere(known: string | undefined, location: string | undefined): Failure {
  const where = known ?? 'the data folder';
  const there = location ?? 'the data folder';
  const set = known === undefined ? 'remove the setting files' : `set files to ${known}`;
  return new Failure(
    EXIT.usage,
    `The files of this server are in ${where}, not in ${there}. Either ${set}, or move them: klatch files move ${location ?? 'data'}`,
  );
}
