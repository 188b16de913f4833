import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import ssh from 'ssh2';
import { temporaryFolder } from './process.ts';

const { OPEN_MODE, STATUS_CODE, flagsToString } = ssh.utils.sftp;
const PASSWORD = 'the password of the backups';

/** A handle that the server gave, by its number. */
type Opened = { file: FileHandle } | { names: string[] };

/** An SSH server for tests that has nothing but SFTP on one folder, which clients see as `/backups`. */
export class SftpServer {
  readonly folder = temporaryFolder();
  readonly fingerprint: string;
  /** What clients asked for. */
  readonly seen: string[] = [];
  /** Whether the next request of this kind ends the connection instead of being answered. */
  breakAt: string | undefined;
  readonly #server: ssh.Server;
  /** Another upload takes the next name just before its own upload gets it. */
  hasRival = false;
  readonly #opened: Opened[] = [];
  readonly #key = ssh.utils.generateKeyPairSync('ed25519');
  readonly #clients = new Set<ssh.Connection>();

  private constructor() {
    const { private: hostKey, public: shown } = ssh.utils.generateKeyPairSync('ed25519');
    const key = Buffer.from(shown.split(' ')[1]!, 'base64');
    this.fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace('=', '')}`;
    this.#server = new ssh.Server({ hostKeys: [hostKey] }, (client) => this.#serve(client));
  }

  static async start(): Promise<SftpServer> {
    const made = new SftpServer();
    await new Promise<void>((resolve) => made.#server.listen(0, '127.0.0.1', resolve));
    after(() => {
      for (const client of made.#clients) client.end();
      made.#server.close();
    });
    return made;
  }

  get place(): string {
    return `sftp://klatch@127.0.0.1:${(this.#server.address() as AddressInfo).port}/backups`;
  }

  /** The private key that the server accepts. */
  get privateKey(): string {
    return this.#key.private;
  }

  /** The settings with which clients sign in by password. */
  get env(): Record<string, string> {
    return { KLATCH_BACKUP_SSH_PASSWORD: PASSWORD, KLATCH_BACKUP_HOST_KEYS: this.fingerprint };
  }

  #serve(client: ssh.Connection): void {
    this.#clients.add(client);
    client.on('error', () => {}).on('close', () => this.#clients.delete(client));
    client.on('authentication', (asked) => {
      const isKnown =
        (asked.method === 'password' && asked.password === PASSWORD) ||
        (asked.method === 'publickey' && `${this.#key.public}`.includes(asked.key.data.toString('base64')));
      if (isKnown) asked.accept();
      else asked.reject(['password', 'publickey']);
    });
    client.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => this.#answer(acceptSftp() as unknown as ssh.SFTPWrapper, client)),
    );
  }

  #answer(sftp: any, client: ssh.Connection): void {
    const on = (name: string, work: (id: number, ...args: any[]) => unknown) =>
      sftp.on(name, async (id: number, ...args: unknown[]) => {
        this.seen.push(name);
        if (this.breakAt === name) return client.end();
        try {
          await work(id, ...args);
        } catch (error) {
          const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
          sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE, String(error));
        }
      });
    const done = (id: number) => sftp.status(id, STATUS_CODE.OK);
    const give = (id: number, opened: Opened) => sftp.handle(id, Buffer.of(this.#opened.push(opened) - 1));
    const fileOf = (handle: Buffer) => (this.#opened[handle[0]!] as { file: FileHandle }).file;
    on('OPEN', async (id, path, flags) => {
      const mode = flagsToString(flags) ?? (flags & OPEN_MODE.WRITE ? 'r+' : 'r');
      give(id, { file: await open(this.#getPath(path), mode) });
    });
    on('READ', async (id, handle, offset, length) => {
      // Servers may answer with less than was requested.
      const piece = Buffer.alloc(Math.min(length, 20_000));
      const { bytesRead } = await fileOf(handle).read(piece, 0, piece.length, offset);
      if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, piece.subarray(0, bytesRead));
    });
    on('WRITE', async (id, handle, offset, data) => {
      await fileOf(handle).write(data, 0, data.length, offset);
      done(id);
    });
    on('CLOSE', async (id, handle) => {
      const opened = this.#opened[handle[0]!]!;
      if ('file' in opened) await opened.file.close();
      done(id);
    });
    on('STAT', (id, path) => sftp.attrs(id, attributes(this.#getPath(path))));
    on('FSETSTAT', done);
    on('OPENDIR', (id, path) => give(id, { names: readdirSync(this.#getPath(path)) }));
    on('READDIR', (id, handle) => {
      const opened = this.#opened[handle[0]!] as { names: string[] };
      const [filename, ...rest] = opened.names;
      opened.names = rest;
      if (filename === undefined) return sftp.status(id, STATUS_CODE.EOF);
      sftp.name(id, [{ filename, longname: filename, attrs: attributes(join(this.folder, filename)) }]);
    });
    on('REMOVE', (id, path) => {
      rmSync(this.#getPath(path));
      done(id);
    });
    on('RENAME', (id, from, to) => {
      const target = this.#getPath(to);
      if (this.hasRival) writeFileSync(target, 'of another upload');
      this.hasRival = false;
      // Unlike the file system, servers do not replace a file.
      if (existsSync(target)) throw new Error('The file exists');
      renameSync(this.#getPath(from), target);
      done(id);
    });
  }

  #getPath(path: string): string {
    return join(this.folder, path.replace(/^\/backups/, ''));
  }
}

function attributes(path: string) {
  const { mode, size, uid, gid, atimeMs, mtimeMs } = statSync(path);
  return { mode, size, uid, gid, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
}
