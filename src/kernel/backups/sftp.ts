/** Files of another machine, by version 3 of SFTP, which all servers speak. */
import { promisify } from 'node:util';
import type { Client, FileEntryWithStats, SFTPWrapper } from 'ssh2';
import type { OpenFile } from '../files/storage.ts';
import { SILENCE } from './place.ts';

/** Each server must accept reads of this length, in bytes. */
const PIECE = 32_768;
/** How many pieces are requested at once: the way there and back takes longer than a piece. */
const AT_ONCE = 32;
/** Answers of the protocol. */
const NO_SUCH_FILE = 2;
const UNSUPPORTED = 8;
const CLOSED = 'it closed the connection';

interface Login {
  /** In the format of OpenSSH, or PEM. */
  privateKey: string | undefined;
  password: string | undefined;
  /** Whether the server's public key is the right one. */
  isExpected(key: Buffer): boolean;
}

interface Address {
  user: string;
  host: string;
  port: number;
}

/** A file in a folder. */
interface Entry {
  name: string;
  /** In bytes. */
  size: number;
  /** ms */
  modified: number;
}

/** A connection to a server. What fails says so in the server's words. */
export class SftpConnection {
  readonly #client: Client;
  readonly #sftp: SFTPWrapper;
  /** What waits for an answer: the library forgets some of it when the connection ends. */
  readonly #waiting = new Set<(error: Error) => void>();
  #ended: Error | undefined;

  private constructor(client: Client, sftp: SFTPWrapper) {
    this.#client = client;
    this.#sftp = sftp;
    client.on('error', (error) => this.#fail(error)).on('close', () => this.#fail(new Error(CLOSED)));
  }

  #fail(error: Error): void {
    this.#ended ??= error;
    for (const reject of this.#waiting) reject(error);
  }

  /** Signs in. The library is loaded only then. */
  static async open({ user, host, port }: Address, { isExpected, ...login }: Login): Promise<SftpConnection> {
    const { Client } = (await import('ssh2')).default;
    const client = new Client();
    try {
      await new Promise<void>((resolve, reject) => {
        client.once('ready', resolve).once('close', () => reject(new Error(CLOSED)));
        // A later error has its effect on what waits for an answer.
        client.on('error', reject);
        client.connect({
          ...{ username: user, host, port, ...login, hostVerifier: isExpected },
          ...{ readyTimeout: SILENCE, keepaliveInterval: SILENCE / 3, keepaliveCountMax: 2 },
        });
      });
      return new SftpConnection(client, await promisify(client.sftp.bind(client))());
    } catch (error) {
      client.end();
      throw error;
    }
  }

  end(): void {
    this.#client.end();
  }

  /** The regular files in a folder. */
  async list(folder: string): Promise<Entry[]> {
    const found = await this.#call<FileEntryWithStats[]>((done) => this.#sftp.readdir(folder, done), folder);
    return found
      .filter(({ attrs }) => attrs.isFile())
      .map(({ filename, attrs: { size, mtime } }) => ({ name: filename, size, modified: mtime * 1000 }));
  }

  /** undefined: there is no such file. */
  getSize(path: string): Promise<number | undefined> {
    return ifThere(this.#call<{ size: number }>((done) => this.#sftp.stat(path, done), path).then(({ size }) => size));
  }

  /** Copies a file of this machine to a new path, and makes it durable if the server can. */
  async upload(from: string, to: string): Promise<void> {
    const options = { concurrency: AT_ONCE, chunkSize: PIECE, mode: 0o600 };
    await this.#call<void>((done) => this.#sftp.fastPut(from, to, options, done), to);
    const handle = await this.#call<Buffer>((done) => this.#sftp.open(to, 'r+', done), to);
    await this.#call<void>((done) => this.#sftp.ext_openssh_fsync(handle, done), to).catch((error) => {
      // The library's own error has no code: it knows that the server does not offer this.
      if (error.code !== undefined && error.code !== UNSUPPORTED) throw error;
    });
    await this.#call<void>((done) => this.#sftp.close(handle, done), to);
  }

  rename = (from: string, to: string): Promise<void> => this.#call((done) => this.#sftp.rename(from, to, done), to);

  /** A missing file is no error. */
  async remove(path: string): Promise<void> {
    await ifThere(this.#call<void>((done) => this.#sftp.unlink(path, done), path));
  }

  /** Opens a file, whose end is also that of the connection; undefined: there is none. */
  async open(path: string): Promise<OpenFile | undefined> {
    const size = await this.getSize(path);
    if (size === undefined) return undefined;
    const handle = await this.#call<Buffer>((done) => this.#sftp.open(path, 'r', done), path);
    return {
      size,
      read: (start, length) => this.#read(handle, start, Math.min(start + length, size)),
      close: async () => this.end(),
    };
  }

  async *#read(handle: Buffer, start: number, end: number): AsyncGenerator<Buffer> {
    const requested: Promise<Buffer>[] = [];
    for (let next = start; next < end || requested.length > 0; ) {
      while (next < end && requested.length < AT_ONCE) {
        const piece = this.#readPiece(handle, next, Math.min(PIECE, end - next));
        // If an earlier piece fails, nobody waits for this one.
        piece.catch(() => {});
        requested.push(piece);
        next += PIECE;
      }
      yield await requested.shift()!;
    }
  }

  /** A server may answer with a part of what was requested. */
  async #readPiece(handle: Buffer, at: number, length: number): Promise<Buffer> {
    const piece = Buffer.alloc(length);
    for (let got = 0; got < length; )
      got += await this.#call<number>(
        (done) => this.#sftp.read(handle, piece, got, length - got, at + got, (error, count) => done(error, count)),
        'the file',
      );
    return piece;
  }

  /** Errors of the library name no file. */
  #call<T>(request: (done: (error: Error | null | undefined, result: T) => void) => void, path: string): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.add(reject);
    try {
      if (this.#ended) throw this.#ended;
      request((error, result) =>
        error ? reject(Object.assign(error, { message: `${error.message} (${path})` })) : resolve(result),
      );
    } catch (error) {
      reject(error);
    }
    return promise.finally(() => this.#waiting.delete(reject));
  }
}

/** undefined instead of the error for a missing file. */
const ifThere = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: Error & { code?: unknown }) => {
    if (error.code === NO_SUCH_FILE) return undefined;
    throw error;
  });
