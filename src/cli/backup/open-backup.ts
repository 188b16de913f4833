import { basename, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { BEGINNING_LENGTH, decrypt, isEncrypted, readIdentities } from '../../backup/encryption.ts';
import { requireReadable } from '../../backup/readable-file.ts';
import type { BackupPlace } from '../../kernel/backups/place.ts';
import { openPlace } from '../../kernel/backups/places.ts';
import { localFile, makeStream, type OpenFile } from '../../kernel/files/storage.ts';
import { backupLocation, Unfit } from '../../kernel/settings/kinds.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { type CommandOptions, dataFolder, readSettings } from '../../server/configuration.ts';

/** A backup that a command reads. */
export interface OpenedBackup {
  /** Its path or URL. */
  label: string;
  /** In bytes. */
  size: number;
  /** Its content, decrypted. Throws BadBackup while it is read if it is damaged. */
  content: Readable;
}

export interface BackupSource extends CommandOptions {
  /** A path, the URL of a backup, or the URL of a place, which stands for its newest backup. */
  file: string;
  /** The path of a file with secret keys of age. */
  identity?: string | undefined;
}

/** Whether a text is a URL, and not a path of this machine. */
export const isUrl = (text: string): boolean => /^[a-z][a-z\d+.-]+:\/\//i.test(text);

/** Opens a place for backups: a URL, or the path of a folder. Throws Failure. */
export async function findPlace(text: string | undefined, options: CommandOptions): Promise<BackupPlace> {
  const { settings, wrong } = await readSettings(options);
  const choices = { ...settings, dataDir: dataFolder(options.data) };
  if (text === undefined && wrong.length > 0) throw new Failure(EXIT.usage, wrong.join('\nklatch: '));
  try {
    if (text === undefined) return openPlace(choices);
    return openPlace(choices, isUrl(text) ? backupLocation.read(text) : { folder: resolve(text) });
  } catch (error) {
    throw new Failure(EXIT.usage, error instanceof Unfit ? `A place for backups ${error.message}` : getReason(error));
  }
}

/** Opens a backup. Throws Failure if there is none, or if its keys are missing. */
export async function openBackup({ file, identity, ...options }: BackupSource): Promise<OpenedBackup> {
  const identities = identity === undefined ? [] : readIdentities(identity);
  const { label, found } = isUrl(file) ? await findRemote(file, options) : await findFile(resolve(file));
  const needsKey = isEncrypted(await readBeginning(found));
  if (needsKey && identities.length === 0) {
    await found.close();
    throw new Failure(EXIT.usage, `${label} is encrypted. Name the file with your secret key: --identity FILE`);
  }
  const stored = makeStream(found).once('close', () => void found.close());
  return { label, size: found.size, content: needsKey ? await decrypt(stored, identities) : stored };
}

async function findFile(path: string): Promise<{ label: string; found: OpenFile }> {
  requireReadable(path);
  const found = await localFile(path).open();
  if (!found) throw new Failure(EXIT.failure, `${path} cannot be read`);
  return { label: path, found };
}

/** The last part of a URL names a backup, or is a part of the place. */
async function findRemote(url: string, options: CommandOptions): Promise<{ label: string; found: OpenFile }> {
  const [path = '', query] = url.split('?', 2);
  const isFile = /\.tar(\.age)?$/.test(path);
  const withoutName = isFile ? path.slice(0, path.lastIndexOf('/')) : path;
  const place = await findPlace(query === undefined ? withoutName : `${withoutName}?${query}`, options);
  const name = isFile ? basename(path) : await findNewest(place);
  const found = await place.open(name);
  if (!found) throw new Failure(EXIT.notFound, `There is no ${place.locate(name)}`);
  return { label: place.locate(name), found };
}

/** The name of the newest backup in a place. Throws Failure if there is none. */
export async function findNewest(place: BackupPlace): Promise<string> {
  const newest = (await place.list()).at(-1);
  if (!newest) throw new Failure(EXIT.notFound, `There is no backup in ${place.locate()}`);
  say(`The newest backup in ${place.locate()} is ${newest.name}`);
  return newest.name;
}

async function readBeginning({ size, read }: OpenFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of read(0, Math.min(size, BEGINNING_LENGTH))) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
