import { existsSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { emptyLog } from '../../../kernel/db/hold.ts';
import { FolderInUse, leaveFolder, takeFolder } from '../../../kernel/db/lock.ts';
import { giveToOwner } from '../../../kernel/owner.ts';
import { SCHEMA_VERSION } from '../../../schema/upgrades.ts';
import { databasePath } from '../../../server/configuration.ts';
import { type Message, PROTOCOL } from './messages.ts';

/** How many files are synced at the same time. */
const AT_ONCE = 16;

interface Options {
  /** The folder of the organizations, and the new organization's name in it. */
  folder: string;
  name: string;
  /** The name of the organization that has this host already. */
  ownerOf(host: string): string | undefined;
  /** Makes the server of the folder, if there is one, serve the organization. Rejects if it cannot be opened. */
  serve(): Promise<void>;
  /** Tells that server that the folder has changed. */
  rescan(): Promise<void>;
}

/**
 * Writes an organization that arrives from another machine. Until it is complete, it is in a folder whose name no
 * organization can have.
 */
export class Receiver {
  readonly #options: Options;
  readonly #arriving: string;
  readonly #dataDir: string;
  #writing: { path: string; file: FileHandle } | undefined;
  /** Files and folders to sync. */
  readonly #changed = new Set<string>();
  #state: 'new' | 'begun' | 'finished' = 'new';

  constructor(options: Options) {
    this.#options = options;
    this.#dataDir = resolve(options.folder, options.name);
    this.#arriving = resolve(options.folder, `.arriving-${options.name}`);
  }

  /** Does what a message says. Throws if that is not possible. */
  async take(message: Message, body: Buffer): Promise<void> {
    if ((message.kind === 'begin') !== (this.#state === 'new')) throw new Error(`${message.kind} is not expected now`);
    if (message.kind === 'begin') await this.#begin(message);
    else if (message.kind === 'write') await this.#write(message.path, message.offset, body);
    else if (message.kind === 'complete') await this.#complete(message.path, message.size);
    else if (message.kind === 'remove') await rm(this.#pathOf(message.path), { force: true });
    else if (message.kind === 'sync') await this.#sync();
    else await this.#finish();
  }

  /** Call it at the end: deletes what did not arrive completely. */
  async close(): Promise<void> {
    await this.#writing?.file.close();
    if (this.#state === 'begun') await rm(this.#arriving, { recursive: true, force: true });
  }

  async #begin({ protocol, schema, host }: Extract<Message, { kind: 'begin' }>): Promise<void> {
    const { name, folder, ownerOf } = this.#options;
    if (protocol !== PROTOCOL || schema > SCHEMA_VERSION)
      throw new Error('Klatch on the new machine is older. Upgrade it first');
    if (existsSync(this.#dataDir)) throw new Error(`there is already a folder ${name} in ${resolve(folder)}`);
    const owner = ownerOf(host);
    if (owner !== undefined) throw new Error(`the host ${host} belongs to the organization '${owner}' there`);
    try {
      takeFolder(this.#arriving);
    } catch (error) {
      if (error instanceof FolderInUse)
        throw new Error(`${name} is already arriving there, by process ${error.holder.pid}`);
      throw error;
    }
    this.#state = 'begun';
    // What an interrupted move left.
    for (const left of await readdir(this.#arriving))
      if (left !== 'klatch.lock') await rm(join(this.#arriving, left), { recursive: true });
  }

  async #write(path: string, offset: number, body: Buffer): Promise<void> {
    const file = await this.#fileOf(path);
    await file.write(body, 0, body.length, offset);
  }

  async #complete(path: string, size: number): Promise<void> {
    const file = await this.#fileOf(path);
    await file.truncate(size);
    await file.close();
    this.#writing = undefined;
  }

  /** Files come one after the other. */
  async #fileOf(path: string): Promise<FileHandle> {
    if (this.#writing?.path === path) return this.#writing.file;
    if (this.#writing) throw new Error(`${this.#writing.path} is not complete`);
    const full = this.#pathOf(path);
    await this.#makeFolder(dirname(full));
    const file = await open(full, existsSync(full) ? 'r+' : 'wx', 0o600);
    this.#writing = { path, file };
    this.#changed.add(full).add(dirname(full));
    return file;
  }

  async #makeFolder(path: string): Promise<void> {
    if (existsSync(path)) return;
    await this.#makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
    this.#changed.add(dirname(path));
  }

  async #sync(): Promise<void> {
    const paths = [...this.#changed];
    this.#changed.clear();
    for (let at = 0; at < paths.length; at += AT_ONCE)
      await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => syncToDisk(path)));
  }

  async #finish(): Promise<void> {
    const { folder, serve, rescan } = this.#options;
    await this.#sync();
    emptyLog(databasePath(this.#arriving));
    giveToOwner(folder, this.#arriving);
    leaveFolder(this.#arriving);
    await rename(this.#arriving, this.#dataDir);
    await syncToDisk(resolve(folder));
    try {
      await serve();
    } catch (error) {
      await rename(this.#dataDir, this.#arriving);
      await rescan();
      throw error;
    }
    this.#state = 'finished';
  }

  #pathOf(path: string): string {
    const full = join(this.#arriving, path);
    if (!full.startsWith(this.#arriving + sep) || path.includes('\0'))
      throw new Error(`${path} is outside of the folder`);
    return full;
  }
}

/** A file, or the entries of a folder. What was deleted meanwhile needs nothing. Windows cannot sync folders. */
async function syncToDisk(path: string): Promise<void> {
  if (!existsSync(path) || (process.platform === 'win32' && statSync(path).isDirectory())) return;
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
