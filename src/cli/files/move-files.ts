import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Type } from 'typebox';
import { isOfCluster, keptFiles, organizationIn, setLocationIn } from '../../backup/repository.ts';
import { FolderInUse } from '../../kernel/db/lock.ts';
import { ReadConnection } from '../../kernel/db/read-connection.ts';
import { FolderStorage } from '../../kernel/files/folder-storage.ts';
import { openStorage } from '../../kernel/files/open-storage.ts';
import { type FileStorage, makeStream } from '../../kernel/files/storage.ts';
import { makeName } from '../../kernel/files/store.ts';
import { makeTemporary } from '../../kernel/files/temporary.ts';
import { createLog } from '../../kernel/log.ts';
import { filesLocation, Unfit } from '../../kernel/settings/kinds.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { countWords, inWords, Progress } from '../../kernel/terminal/progress.ts';
import { type CommandOptions, configure, databasePath, dataFolder, hasDatabase } from '../../server/configuration.ts';
import { lockDataFolder } from '../../server/data-folder.ts';
import { knownLocation, requireOwner, setOwner } from '../../server/file-storage.ts';
import { work } from '../declaration/command.ts';

/** How many files are copied at the same time. */
const AT_ONCE = 4;

interface Copied {
  files: number;
  bytes: number;
}

interface Options extends CommandOptions {
  place: string;
}

/**
 * Moves all files to another storage: copies what is not there, and lets the database name the new place. Beside a
 * running server, it only copies. Interrupted, it continues when it is run again.
 */
export const moveFiles = work({
  result: Type.Object({
    from: Type.String(),
    to: Type.String(),
    files: Type.Integer(),
    bytes: Type.Integer(),
    /** False: a running server still uses the old place. */
    moved: Type.Boolean(),
  }),
  async run({ place, ...options }: Options) {
    const dataDir = dataFolder(options.data);
    if (!hasDatabase(dataDir)) throw new Failure(EXIT.notFound, `There is no database in ${dataDir}`);
    const { keys, organization, isOfCluster } = readContent(dataDir);
    if (isOfCluster)
      throw new Failure(
        EXIT.failure,
        `${dataDir} belongs to a cluster. Copy the files with other tools, such as rclone, and restart all nodes with the new --files`,
      );
    const moved = await isFree(dataDir);
    const from = await storageAt(knownLocation(dataDir), options);
    const to = await storageAt(place === 'data' ? undefined : place, options);
    if (from.location === to.location) throw new Failure(EXIT.usage, `The files are in ${to.location} already`);
    if (from.location !== dataDir && !(await requireOwner(from, organization)))
      throw new Failure(EXIT.failure, `The files of this server are not in ${from.location}. Is the folder mounted?`);
    if (to.location !== dataDir && !(await requireOwner(to, organization))) await setOwner(to, organization, dataDir);
    say(`Copying from ${from.location} to ${to.location}`);
    const copied = await copyMissing(from, to, keys);
    if (moved) noteLocation(dataDir, to.location);
    return { from: from.location, to: to.location, ...copied, moved };
  },
  print({ from, to, files, bytes, moved }, { data }) {
    const setting = to === dataFolder(data) ? 'without the setting files' : `with --files ${to}`;
    const next = moved
      ? `Start the server ${setting}. Nothing uses the copies in ${from} now; delete them when everything works.`
      : 'The server is running, so it still uses the old place. Stop it, and run this command again.';
    say(`Copied ${countWords(files, 'file')}, ${inWords(bytes)}. ${next}`);
  },
});

/** Whether no other process has the data folder; then this one has it now. */
async function isFree(dataDir: string): Promise<boolean> {
  try {
    await lockDataFolder(dataDir);
    return true;
  } catch (error) {
    if (error instanceof FolderInUse) return false;
    throw error;
  }
}

/** The storage at a place; undefined: the data folder. Keys and the server of S3 come from the settings. */
async function storageAt(place: string | undefined, options: CommandOptions): Promise<FileStorage> {
  const dataDir = dataFolder(options.data);
  if (place === undefined) return new FolderStorage(dataDir);
  const { choices } = await configure({ ...options, data: dataDir });
  try {
    return openStorage({ ...choices, files: filesLocation.read(place) }, createLog('warn'));
  } catch (error) {
    throw error instanceof Unfit ? new Failure(EXIT.usage, `The place ${error.message}, or data`) : error;
  }
}

function readContent(dataDir: string): { keys: string[]; organization: string; isOfCluster: boolean } {
  const look = new ReadConnection(databasePath(dataDir));
  try {
    return { keys: keptFiles(look), organization: organizationIn(look), isOfCluster: isOfCluster(look) };
  } finally {
    look.close();
  }
}

/** Copies what the other storage does not have. Thumbnails are generated again. */
async function copyMissing(from: FileStorage, to: FileStorage, keys: readonly string[]): Promise<Copied> {
  const there = new Map<string, number>();
  for await (const { name, facts } of to.list('uploads')) there.set(name, (await facts())?.size ?? -1);
  const copied: Copied = { files: 0, bytes: 0 };
  const progress = new Progress('Copying', keys.length, (number) => countWords(number, 'file'));
  const temporary = makeTemporary(tmpdir(), 'export');
  const waiting = keys.values();
  const copyNext = async () => {
    for (const key of waiting) {
      const bytes = await copyFile(
        { from, to, name: makeName(key), temporary: join(temporary, key.replaceAll('/', '')) },
        there,
      );
      if (bytes !== undefined) copied.files += 1;
      copied.bytes += bytes ?? 0;
      progress.add(1);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, copyNext));
  } finally {
    progress.end();
  }
  return copied;
}

interface Copying {
  from: FileStorage;
  to: FileStorage;
  name: string;
  /** A path of this machine. */
  temporary: string;
}

/** Returns the size of a file that was copied. */
async function copyFile(copying: Copying, there: ReadonlyMap<string, number>): Promise<number | undefined> {
  const { from, to, name, temporary } = copying;
  const file = await from.open(name);
  if (!file) return void say(`${name} is missing in ${from.location}`);
  try {
    if (there.get(name) === file.size) return undefined;
    await pipeline(makeStream(file), createWriteStream(temporary, { mode: 0o600 }));
    await to.put(name, temporary);
    return file.size;
  } finally {
    await file.close();
  }
}

function noteLocation(dataDir: string, location: string): void {
  const look = new ReadConnection(databasePath(dataDir), { write: true });
  try {
    setLocationIn(look, location === dataDir ? undefined : location);
  } finally {
    look.close();
  }
}
