import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { OpenFile } from '../files/storage.ts';
import { backupLocationText, type SftpLocation } from '../settings/kinds.ts';
import { EXIT, Failure, getReason } from '../terminal/failure.ts';
import { backupName, compareBackups, NAME_START, type Naming, readName } from './names.ts';
import { type BackupChoices, explainEach, type ListedBackup, type RemotePlace, UNFINISHED_FOR } from './place.ts';
import { SftpConnection } from './sftp.ts';

/** What the names of unfinished uploads begin with. */
const UNFINISHED = `.${NAME_START}upload-`;

/** Backups in a folder of another machine, by SFTP. */
export class SftpPlace implements RemotePlace {
  readonly folder = undefined;
  readonly #location: SftpLocation;
  readonly #choices: BackupChoices;

  constructor(location: SftpLocation, choices: BackupChoices) {
    if (choices.backupSshKey === undefined && choices.backupSshPassword === undefined)
      throw new Failure(
        EXIT.usage,
        `${backupLocationText(location)} needs the setting backup-ssh-key or backup-ssh-password`,
      );
    this.#location = location;
    this.#choices = choices;
  }

  locate = (name?: string): string => backupLocationText(this.#location, name);

  list(): Promise<ListedBackup[]> {
    return this.#connected(async (server) => {
      const found = (await server.list(this.#location.path)).flatMap(({ name, size }) => {
        const backup = readName(name);
        return backup ? [{ ...backup, size }] : [];
      });
      return found.sort(compareBackups);
    });
  }

  async open(name: string): Promise<OpenFile | undefined> {
    const server = await this.#connect();
    try {
      const file = await server.open(this.#getPath(name));
      if (!file) server.end();
      return file && { ...file, read: (start, length) => explainEach(file.read(start, length), this.#explanation) };
    } catch (error) {
      server.end();
      throw this.#explanation(error);
    }
  }

  remove = (name: string): Promise<void> => this.#connected((server) => server.remove(this.#getPath(name)));

  put(path: string, naming: Omit<Naming, 'count'>): Promise<string> {
    return this.#connected(async (server) => {
      await this.#removeUnfinished(server);
      const temporary = this.#getPath(`${UNFINISHED}${process.pid}-${Date.now()}`);
      try {
        await server.upload(path, temporary);
        const [{ size }, stored] = [await stat(path), await server.getSize(temporary)];
        if (stored !== size) throw new Error(`it has stored ${stored ?? 0} of ${size} bytes`);
        return await this.#giveName(server, temporary, naming);
      } catch (error) {
        await server.remove(temporary).catch(() => {});
        throw error;
      }
    });
  }

  /**
   * Servers do not replace a file when they rename another one, so two uploads never get the same name. If another one
   * was faster, the next name is tried.
   */
  async #giveName(server: SftpConnection, temporary: string, naming: Omit<Naming, 'count'>): Promise<string> {
    const time = new Date();
    for (let count = 1; ; count++) {
      const name = backupName(time, { ...naming, count });
      const isTaken = async () => (await server.getSize(this.#getPath(name))) !== undefined;
      if (await isTaken()) continue;
      try {
        await server.rename(temporary, this.#getPath(name));
        return name;
      } catch (error) {
        if (!(await isTaken())) throw error;
      }
    }
  }

  async #removeUnfinished(server: SftpConnection): Promise<void> {
    for (const { name, modified } of await server.list(this.#location.path))
      if (name.startsWith(UNFINISHED) && modified < Date.now() - UNFINISHED_FOR)
        await server.remove(this.#getPath(name));
  }

  #getPath = (name: string): string => posix.join(this.#location.path, name);

  async #connected<T>(work: (server: SftpConnection) => Promise<T>): Promise<T> {
    const server = await this.#connect();
    try {
      return await work(server);
    } catch (error) {
      throw this.#explanation(error);
    } finally {
      server.end();
    }
  }

  async #connect(): Promise<SftpConnection> {
    const { backupSshKey, backupSshPassword, backupHostKeys = [] } = this.#choices;
    let fingerprint = '';
    try {
      return await SftpConnection.open(this.#location, {
        privateKey: backupSshKey === undefined ? undefined : readFileSync(backupSshKey, 'utf8'),
        password: backupSshPassword,
        isExpected(key) {
          fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace('=', '')}`;
          return backupHostKeys.includes(fingerprint);
        },
      });
    } catch (error) {
      if (fingerprint === '' || backupHostKeys.includes(fingerprint)) throw this.#explanation(error);
      throw new Failure(EXIT.failure, this.#explainHostKey(fingerprint));
    }
  }

  #explainHostKey(fingerprint: string): string {
    const { host } = this.#location;
    const known = this.#choices.backupHostKeys?.length
      ? `The key of ${host} is not one of the setting backup-host-keys: it is ${fingerprint}`
      : `The key of ${host} is ${fingerprint}`;
    return `${known}. Compare it on that machine (ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub), and set backup-host-keys`;
  }

  #explanation = (error: unknown): Failure =>
    error instanceof Failure
      ? error
      : new Failure(EXIT.failure, `${this.locate()} does not work: ${getReason(error)}`, error);
}
